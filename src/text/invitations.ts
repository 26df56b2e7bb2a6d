import { friendText } from './friends.ts';
import { untilDay, untilTime } from './times.ts';

/** Texts for an invitation that waits for an answer. */
export const invitationText = {
  page: 'Invitation',
  shared: 'They see what you share with friends, and you see what they share.',
  later: 'You can answer later: the invitation waits on your Friends page.',
  accept: 'Accept',
  notNow: 'Not now',
  goOn: 'Continue',
  goOnFull: 'Go on',
  theyLearn: (name: string): string => `${name} sees that somebody waits for a seat.`,
  opening: 'Opening your invitation',
  offline: 'This invitation needs a connection to open. Until then, its link keeps it for you.',
  failed: 'This invitation could not be opened',
  notSent: 'There is no connection. Nothing was sent; please try again.',
  asked: 'The seat is yours once they say yes. You will be notified.',
  beFriends: 'Be friends with',
  beFriendsText:
    'They have said yes already: you are friends at once. They will see your name and address, and what you share with friends.',
  beFriendsNow: 'Be friends',
  ask: 'Ask',
  toBeFriends: 'to be friends?',
  theySee: 'They will see your name and address.',
  askNow: 'Ask to be friends',
  linkLater: 'Nothing is sent before you press. You can open the link again later.',
  own: 'This is your own link',
  ownText: 'Send it to somebody you would like at your table.',
  already: (name: string): string => `You and ${name} are friends already`,
  alreadyText: 'There is nothing left to answer.',
  welcome: 'You are at the same table now',
  welcomeText: 'From now on you see what they share with friends.',
  answerSaved: 'Your answer is saved on this device. The seat is yours once you are online.',
  groupsLater: 'A group is a place for some of your friends. It starts with one.',
} as const;

/** Their request was accepted. */
export const seatedWith = (name: string): string => `You are at ${name}’s table now`;

/** About the member who made the link that this member came by. */
export const hasBeenAsked = (name: string): string => `${name} knows that you are here`;

/** Shown on a page that has nothing else yet. */
export function firstWords({
  state,
  name,
  full,
}: {
  readonly state: 'waits' | 'accepted' | 'asked';
  readonly name: string;
  /** whether every seat of that member is taken */
  readonly full: boolean;
}) {
  if (state === 'waits' && full)
    return { title: `${friendText.everySeatAt} ${name}${friendText.tableIsTaken}`, text: friendText.invitationWaits };
  if (state === 'waits') return { title: `${name} waits for your answer`, text: invitationText.shared };
  if (state === 'asked') return { title: hasBeenAsked(name), text: invitationText.asked };
  return { title: 'A seat is kept for you', text: invitationText.answerSaved };
}

/** Texts for inviting by a link. */
export const linkText = {
  sheet: 'Anybody who opens it can join. You choose whether they ask you first or are your friend at once.',
  forWhom: 'For whom the link works',
  whatHappens: 'What happens when they open it',
  asksMe: 'Asks me first',
  atOnce: 'Friends at once',
  atOnceHelp:
    'For one person and one hour. The person who opens it and says yes is your friend; you can remove them. If a table is full, you are asked.',
  another: 'Make another link',
  show: 'Show',
  showWhich: (works: string): string => `Show this link: ${works}`,
  make: 'Make a link',
  qr: 'The link, for a camera',
  camera: 'Let them point their camera here',
  field: 'Link',
  share: 'Share',
  shareTitle: 'Kith',
  shareText: 'I am keeping a seat for you at my table on Kith:',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'The link could not be copied. Select it here instead.',
  revoke: 'Take back this link',
  revokeShort: 'Take back',
  others: 'Your links',
  usedUp: 'Used up',
  usedBy: 'Used by',
  offline: 'A link needs a connection. An invitation by mail is kept on this device and sent later.',
  onePerson: 'One person',
  upToThree: 'Up to three',
  made: 'Made',
} as const;

/** How long a link works, and for how many people. */
export function worksFor({
  uses,
  used,
  at_once,
  expires_at,
}: {
  readonly uses: number;
  readonly used: number;
  readonly at_once: boolean;
  readonly expires_at: string;
}): string {
  if (at_once) return `Makes one person your friend at once, until ${untilTime(expires_at)}`;
  const remaining = uses - used;
  const people = remaining === 1 ? 'one person' : `${remaining} people`;
  return `Works for ${people}${used > 0 ? ' more' : ''}, until ${untilDay(expires_at)}`;
}
