import type { RefusalCode } from '../base/refusal.ts';
import { answerWording } from './answer-wording.ts';
import { imageWording } from './image-wording.ts';
import { statusWording } from './status-wording.ts';

/** What a member reads for every refusal code, whether a push or a REST request was refused. A code without words does not compile. */
export const refusalWording: Record<RefusalCode, string> = {
  NOT_FOUND: statusWording[404],
  NOT_ALLOWED: statusWording[403],
  NOT_ONESELF: statusWording[403],
  INVALID: statusWording[422],
  UNKNOWN_WRITE: statusWording[400],
  CONFLICT: statusWording[409],
  POST_NOT_FOUND: 'This post has been deleted or is no longer available.',
  COMMENT_NOT_FOUND: statusWording[404],
  TARGET_NOT_FOUND: statusWording[404],
  TARGET_DELETED: 'This comment was deleted',
  AUDIENCE_EMPTY: 'Please select at least one friend to share this post with',
  AUDIENCE_NOT_REACHABLE: 'Somebody you chose is no longer among your friends or their friends.',
  OWN_ADDRESS: 'You cannot add yourself as a friend.',
  ALREADY_FRIENDS: 'You are already friends with this user',
  ALREADY_INVITED: 'You have already sent a friend invitation to this user',
  INVITED_BY_THEM: 'This user has already sent you a friend invitation. Check your received invitations.',
  INVITATION_NOT_FOUND: 'Invitation not found',
  INVITATION_ANSWERED: 'This invitation has already been answered.',
  CIRCLE_FULL: 'Your circle is full. Every seat is taken.',
  THEIR_CIRCLE_FULL: 'Their circle is full. Every seat is taken.',
  TOO_MANY_INVITATIONS: 'You have sent as many invitations as one day allows. Please try again tomorrow.',
  TOO_MANY_FIRST_INVITATIONS: 'No more mails until somebody whom you invited has accepted, or a week has passed.',
  USER_NOT_FOUND: answerWording.USER_NOT_FOUND,
  GROUP_NOT_FOUND: 'Group not found',
  ALREADY_IN_GROUP: 'This person is already in the group.',
  ALREADY_INVITED_TO_GROUP: 'This person has already been invited to the group.',
  MESSAGE_NOT_FOUND: 'Message not found in any group',
  MESSAGE_DELETED: 'This message was deleted',
  OWNER_CANNOT_LEAVE: 'Hand the group over to another member before you leave it.',
  TOO_MANY_REPORTS: 'You have reported as much as one day allows. Please try again tomorrow.',
  NOBODY_READS: answerWording.CONTACT_UNAVAILABLE,
  IDEMPOTENCY_KEY_REUSED: 'This key was used for another request.',
  STORAGE_USED_UP: 'You have used all the space that this server has for one member. Delete something, then send this again.',
  ...imageWording,
};
