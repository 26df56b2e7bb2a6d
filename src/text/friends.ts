import type { RefusalCode } from '../../schemas/protocol/refusal.ts';
import { answerWording, invitationAnswered } from '../../schemas/wording/answer-wording.ts';
import { refusalWording } from '../../schemas/wording/refusal-wording.ts';

/** The words of friends, and of inviting somebody to be one. */
export const friendText = {
  fetchFailed: 'Failed to fetch friends',
  sentFailed: 'Failed to fetch sent invitations',
  receivedFailed: 'Failed to fetch received invitations',
  networkFailed: 'Failed to fetch friends network',
  inviteFailed: 'Failed to send invitation. Please try again.',
  invited: answerWording.INVITATION_SENT,
  inviteSaved: 'Saved. Your invitation is sent when you are back online.',
  inviteCancelled: answerWording.INVITATION_CANCELLED,
  inviteCancelFailed: 'Failed to cancel invitation. Please try again.',
  answerSaved: 'Saved. Your answer is sent when you are back online.',
  acceptWhenFree: 'All your seats are taken. You can accept once one is free.',
  inviteWhenFull: 'Your table is full. You can invite somebody now; they can accept once a seat is free.',
  invitedWhenFree: 'Whom you invite now can accept once a seat is free.',
  none: 'Nobody sits at your table yet.',
  noneSent: 'Nobody whom you asked still has to answer.',
  noneReceived: 'Nobody waits for your answer.',
  alreadyFriends: 'You are already friends with this person.',
  addressMissing: answerWording.ADDRESS_MISSING,
  addressInvalid: answerWording.ADDRESS_INVALID,
  requestSent: 'Friend request sent successfully!',
  requestFailed: 'Failed to send friend request',
  detailFailed: 'Failed to fetch friend details',
  notFound: answerWording.FRIEND_NOT_FOUND,
  notDirect: answerWording.FRIEND_NOT_DIRECT,
  notHere: 'This friend is not on this device yet. Their page will load when you are online.',
  answered: invitationAnswered,
  answerFailed: ({ answer }: { readonly answer: 'accepted' | 'declined' }): string => `Failed to ${answer} invitation`,
  inviteRefused: ({ message }: { readonly message: string }): string => `Cannot send invitation: ${message}`,
  unfriended: ({ name }: { readonly name: string }): string => `${name} has been removed from your friends list.`,
  unfriendFailed: ({ detail }: { readonly detail: string }): string => `Failed to remove friend: ${detail}`,
} as const;

/** Sentences that say themselves that no invitation was sent. */
const complete: readonly RefusalCode[] = ['OWN_ADDRESS', 'ALREADY_FRIENDS', 'ALREADY_INVITED', 'INVITED_BY_THEM'];

/** Why an invitation was not sent. */
export const invitationRefusal = (code: RefusalCode): string =>
  complete.includes(code) ? refusalWording[code] : friendText.inviteRefused({ message: refusalWording[code] });

/** The same, where the form knows it before anything is sent. */
export const inviteFormRefusal = (code: RefusalCode): string =>
  code === 'ALREADY_FRIENDS' ? friendText.alreadyFriends : invitationRefusal(code);

const numerals = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight'];

/** `Two seats are free.`, `One seat is free.`, `Your table is full.` */
export function freeSeatsText(taken: number, seats: number): string {
  const free = seats - taken;
  if (free <= 0) return 'Your table is full.';
  return `${numerals[free] ?? free} ${free === 1 ? 'seat is' : 'seats are'} free.`;
}
