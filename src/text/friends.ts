import type { RefusalCode } from '../../schemas/base/refusal.ts';
import { answerWording, invitationAnswered } from '../../schemas/wording/answer-wording.ts';
import { refusalWording } from '../../schemas/wording/refusal-wording.ts';

/** Texts for friends, and for inviting them. */
export const friendText = {
  fetchFailed: 'Failed to fetch friends',
  sentFailed: 'Failed to fetch sent invitations',
  receivedFailed: 'Failed to fetch received invitations',
  networkFailed: 'Failed to fetch friends network',
  inviteFailed: 'Failed to send invitation. Please try again.',
  invited: answerWording.INVITATION_SENT,
  willBeSent: 'Your invitation will be sent …',
  inviteSaved: 'Saved. Your invitation is sent when you are back online.',
  inviteCancelled: answerWording.INVITATION_CANCELLED,
  inviteCancelFailed: 'Failed to cancel invitation. Please try again.',
  answerSaved: 'Saved. Your answer is sent when you are back online.',
  acceptWhenFree: 'All your seats are taken. You can accept once one is free.',
  everySeatAt: 'Every seat at',
  tableIsTaken: '’s table is taken.',
  invitationWaits: 'Your invitation waits.',
  tellMe: 'Tell me when one is free',
  tellMeAt: (name: string): string => `Tell me when one is free at ${name}’s table`,
  willBeNotified: 'You will be notified when one is free.',
  waitFailed: 'This could not be saved on this device. Please try again.',
  inviteWhenFull: 'Your table is full. You can invite somebody now; they can accept once a seat is free.',
  invitedWhenFree: 'The people you invite now can accept once a seat is free.',
  none: 'Nobody sits at your table yet.',
  noneSent: 'Everybody you asked has answered.',
  noneReceived: 'Nobody is waiting for your answer.',
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
  /** `Through Ana`, `Through Ana and Ruth`, `Through Ana, Ruth and 2 more` */
  through: ([one, two, ...others]: readonly string[]): string => {
    if (two === undefined) return `Through ${one}`;
    return others.length === 0 ? `Through ${one} and ${two}` : `Through ${one}, ${two} and ${others.length} more`;
  },
  unfriended: ({ name }: { readonly name: string }): string => `${name} has been removed from your friends list.`,
  unfriendFailed: ({ detail }: { readonly detail: string }): string => `Failed to remove friend: ${detail}`,
  sent: 'Pending Sent Invitations',
  sentWhen: 'Sent',
  waitsForSeat: 'Waits for a seat at your table',
  askedTitle: (name: string): string => `${name} has a seat kept`,
  sendAgain: 'Send again',
  sentAgain: 'Sent again.',
  shareInvitation: 'Share as a link',
  linkCopied: 'The link is copied.',
  takeBack: 'Take back',
  cancelTo: (name: string): string => `Cancel the invitation to ${name}`,
  you: 'You',
  already: 'Already Friends',
  invitedBefore: 'Invited',
  invitedYou: 'Invited you',
  addWho: (name: string): string => `Add Friend ${name}`,
  add: 'Add Friend',
  by: (name: string): string => `of ${name}`,
  acceptBy: (invitation: string): string => `Accept the invitation ${invitation}`,
  accept: 'Accept',
  declineBy: (invitation: string): string => `Decline the invitation ${invitation}`,
  decline: 'Decline',
  circle: 'Your circle',
  invite: 'Invite',
  full: 'Your table is full',
  fullText: 'Everybody here knows where the cups are.',
  takeYourTime: 'Take your time.',
  loading: 'Loading friends',
  friends: 'Friends',
  mine: 'My Friends',
  sinceWhen: (when: string): string => `Friends since ${when}`,
  inviteTitle: 'Invite a friend',
  inviteHelp: 'They get a mail with a link. The seat is theirs once they accept, if one is free.',
  sendInvitation: 'Send Invitation',
  howToInvite: 'How to invite',
  byMail: 'By mail',
  byLink: 'By link',
  email: 'Email',
  received: 'Pending Received Invitations',
  friendOf: 'Friend of',
  theirs: (name: string): string => `${name}’s friends`,
  about: (name: string): string => `About ${name}`,
  unfriend: 'Unfriend',
  notSaved: 'it could not be saved on this device.',
  askToUnfriend: (name: string): string => `Unfriend ${name}?`,
  askToUnfriendText: (name: string): string =>
    `You and ${name} will no longer see what the other shares with friends. This cannot be undone: to be friends again, one of you has to invite the other.`,
  waiting: 'Waiting for you',
  strangersHelp: 'A friendship may have ended, or the address is not complete.',
  toFriends: 'Go to friends',
} as const;

/** Refusals whose own text already says that no invitation was sent. */
const complete: readonly RefusalCode[] = ['OWN_ADDRESS', 'ALREADY_FRIENDS', 'ALREADY_INVITED', 'INVITED_BY_THEM'];

/** Why an invitation was not sent. */
export const invitationRefusal = (code: RefusalCode): string =>
  complete.includes(code) ? refusalWording[code] : friendText.inviteRefused({ message: refusalWording[code] });

/** The same, if the form knows it before anything is sent. */
export const inviteFormRefusal = (code: RefusalCode): string =>
  code === 'ALREADY_FRIENDS' ? friendText.alreadyFriends : invitationRefusal(code);

const numerals = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight'];

/** `Two seats are free.`, `One seat is free.`, `Your table is full.` */
export function freeSeatsText(taken: number, seats: number): string {
  const free = seats - taken;
  if (free <= 0) return 'Your table is full.';
  return `${numerals[free] ?? free} ${free === 1 ? 'seat is' : 'seats are'} free.`;
}
