import type { RefusalCode } from '../../schemas/protocol/refusal.ts';
import type { ErrorStatus } from './status-messages.ts';

interface RefusalAnswer {
  readonly status: ErrorStatus;
  /** where the words of the status do not say enough */
  readonly message?: string;
}

/** How REST answers each refusal. A code without an answer does not compile. */
export const refusalAnswers: Record<RefusalCode, RefusalAnswer> = {
  NOT_FOUND: { status: 404 },
  NOT_ALLOWED: { status: 403 },
  NOT_ONESELF: { status: 403 },
  INVALID: { status: 422 },
  UNKNOWN_WRITE: { status: 422 },
  CONFLICT: { status: 409 },
  POST_NOT_FOUND: { status: 404, message: 'Post not found' },
  COMMENT_NOT_FOUND: { status: 404 },
  TARGET_NOT_FOUND: { status: 404 },
  TARGET_DELETED: { status: 409 },
  AUDIENCE_EMPTY: { status: 422, message: 'Please select at least one friend to share this post with' },
  AUDIENCE_NOT_REACHABLE: { status: 422 },
  OWN_ADDRESS: { status: 400, message: 'You cannot add yourself as a friend.' },
  ALREADY_FRIENDS: { status: 409, message: 'You are already friends with this user' },
  ALREADY_INVITED: { status: 409, message: 'You have already sent a friend invitation to this user' },
  INVITED_BY_THEM: { status: 409, message: 'This user has already sent you a friend invitation. Check your received invitations.' },
  INVITATION_NOT_FOUND: { status: 404, message: 'Invitation not found' },
  INVITATION_ANSWERED: { status: 409, message: 'This invitation has already been answered.' },
  CIRCLE_FULL: { status: 409, message: 'Your circle is full.' },
  THEIR_CIRCLE_FULL: { status: 409, message: 'Their circle is full.' },
  TOO_MANY_INVITATIONS: { status: 409, message: 'You have sent many invitations today. Please wait until tomorrow.' },
  USER_NOT_FOUND: { status: 404, message: 'User not found' },
  GROUP_NOT_FOUND: { status: 404, message: 'Group not found' },
  ALREADY_IN_GROUP: { status: 409, message: 'This person is already in the group.' },
  ALREADY_INVITED_TO_GROUP: { status: 409, message: 'This person has already been invited to the group.' },
  MESSAGE_NOT_FOUND: { status: 404, message: 'Message not found in any group' },
  MESSAGE_DELETED: { status: 409, message: 'This message was deleted' },
  OWNER_CANNOT_LEAVE: { status: 409, message: 'Hand the group over to another member before you leave.' },
};
