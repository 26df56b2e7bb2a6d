import type { RefusalCode } from '../../schemas/protocol/refusal.ts';
import { answerWording, invitationAnswered } from '../../schemas/wording/answer-wording.ts';
import { refusalWording } from '../../schemas/wording/refusal-wording.ts';

/** Friends, invitations, profiles and how people are connected. */
export const friendMessages = {
  FRIENDS_FETCH_FAILED: 'Failed to fetch friends',
  SENT_FETCH_FAILED: 'Failed to fetch sent invitations',
  RECEIVED_FETCH_FAILED: 'Failed to fetch received invitations',
  NETWORK_FETCH_FAILED: 'Failed to fetch friends network',
  INVITATION_FAILED_AGAIN: 'Failed to send invitation. Please try again.',
  INVITATION_SENT: answerWording.INVITATION_SENT,
  INVITATION_SAVED: 'Saved. Your invitation is sent when you are back online.',
  INVITATION_CANCELLED: answerWording.INVITATION_CANCELLED,
  INVITATION_CANCEL_FAILED: 'Failed to cancel invitation. Please try again.',
  INVITATION_ANSWER_SAVED: 'Saved. Your answer is sent when you are back online.',
  ACCEPT_WHEN_FREE: 'All your seats are taken. You can accept once one is free.',
  INVITE_WHEN_FULL: 'Your table is full. You can invite somebody now; they can accept once a seat is free.',
  INVITED_WHEN_FREE: 'Whom you invite now can accept once a seat is free.',
  NO_FRIENDS: 'Nobody sits at your table yet.',
  NONE_SENT: 'Nobody whom you asked still has to answer.',
  NONE_RECEIVED: 'Nobody waits for your answer.',
  ALREADY_FRIENDS: 'You are already friends with this person.',
  ADDRESS_MISSING: answerWording.ADDRESS_MISSING,
  ADDRESS_INVALID: answerWording.ADDRESS_INVALID,
  REQUEST_SENT: 'Friend request sent successfully!',
  REQUEST_FAILED: 'Failed to send friend request',
  DETAIL_FAILED: 'Failed to fetch friend details',
  FRIEND_NOT_FOUND: answerWording.FRIEND_NOT_FOUND,
  FRIEND_NOT_DIRECT: answerWording.FRIEND_NOT_DIRECT,
  FRIEND_NOT_HERE: 'This friend is not on this device yet. Their page will load when you are online.',
  PROFILE_SIGNED_OUT: 'Please log in to view profiles',
  PROFILE_FAILED: 'Failed to load user profile',
  PROFILE_OUTSIDE: 'Not in your network: neither a friend of yours nor a friend of a friend.',
  PROFILE_NOT_HERE: 'This profile is not on this device yet. It will load when you are online.',
  PATH_SIGNED_OUT: 'Please log in to view connection path',
  PATH_NONE: answerWording.PATH_NONE,
  PATH_NONE_WHY:
    'Nobody whom you know through your network leads to this person. Paths run over your friends and their friends, and end where a friendship does.',
  PATH_LONG: 'This path is longer than four people. You may not know everyone on it.',
  PATH_NOT_HERE: 'This path goes beyond what is on this device. It will load when you are online.',
  PATH_FAILED: 'Failed to load connection path',
} as const;

export const friendTemplates = {
  INVITATION_ANSWERED: invitationAnswered,
  INVITATION_ANSWER_FAILED: ({ answer }: { readonly answer: 'accepted' | 'declined' }) => `Failed to ${answer} invitation`,
  INVITATION_REFUSED: ({ message }: { readonly message: string }) => `Cannot send invitation: ${message}`,
  UNFRIENDED: ({ name }: { readonly name: string }) => `${name} has been removed from your friends list.`,
  UNFRIEND_FAILED: ({ detail }: { readonly detail: string }) => `Failed to remove friend: ${detail}`,
} as const;

/** Sentences that say themselves that no invitation was sent. */
const complete: readonly RefusalCode[] = ['OWN_ADDRESS', 'ALREADY_FRIENDS', 'ALREADY_INVITED', 'INVITED_BY_THEM'];

/** Why an invitation was not sent. */
export const invitationRefusal = (code: RefusalCode): string =>
  complete.includes(code) ? refusalWording[code] : friendTemplates.INVITATION_REFUSED({ message: refusalWording[code] });

/** The same, where the form knows it before anything is sent. */
export const inviteFormRefusal = (code: RefusalCode): string =>
  code === 'ALREADY_FRIENDS' ? friendMessages.ALREADY_FRIENDS : invitationRefusal(code);
