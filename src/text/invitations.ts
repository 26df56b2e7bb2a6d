import { untilDay } from './times.ts';

/** Texts for an invitation that waits for an answer. */
export const invitationText = {
  page: 'Invitation',
  shared: 'They see what you share with friends, and you see what they share.',
  later: 'You can answer later: the invitation waits on your Friends page.',
  accept: 'Accept',
  notNow: 'Not now',
  goOn: 'Continue',
  opening: 'Opening your invitation',
  offline: 'Opening this invitation needs a connection. It waits behind its link until then.',
  failed: 'This invitation could not be opened',
  asked: 'The seat is yours once they say yes. You will be told.',
  welcome: 'You sit at one table now',
  welcomeText: 'What they share with friends is in your posts from now on.',
  answerSaved: 'Your answer is saved on this device. The seat is yours once you are online.',
  groupsLater: 'A group is a table for some of your friends. It begins with one.',
  wouldLikeYou: 'would like you at their table',
} as const;

/** About the member who made the link that this member came by. */
export const hasBeenAsked = (name: string): string => `${name} knows that you are here`;

/** Shown on a page that has nothing else yet. */
export function firstWords({ state, name }: { readonly state: 'waits' | 'accepted' | 'asked'; readonly name: string }) {
  if (state === 'waits') return { title: `${name} waits for your answer`, text: invitationText.shared };
  if (state === 'asked') return { title: hasBeenAsked(name), text: invitationText.asked };
  return { title: 'A seat is kept for you', text: invitationText.answerSaved };
}

/** Texts for inviting by a link. */
export const linkText = {
  sheet: 'Whoever opens it can join and asks you to be friends. You answer, as ever.',
  forWhom: 'For whom the link works',
  make: 'Make a link',
  qr: 'The link, for a camera',
  camera: 'Let them point their camera here',
  field: 'Link',
  share: 'Share',
  shareTitle: 'Kith',
  shareText: 'A seat at my table on Kith is meant for you:',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'The link could not be copied. Select it above instead.',
  revoke: 'Revoke this link',
  revokeShort: 'Revoke',
  others: 'Links that are open',
  offline: 'A link needs a connection. An invitation by mail is kept on this device and sent later.',
  onePerson: 'One person',
  upToThree: 'Up to three',
  made: 'Made',
} as const;

/** How long a link works, and for how many people. */
export function worksFor({
  uses,
  used,
  expires_at,
}: {
  readonly uses: number;
  readonly used: number;
  readonly expires_at: string;
}): string {
  const remaining = uses - used;
  const people = remaining === 1 ? 'one person' : `${remaining} people`;
  return `Works for ${people}${used > 0 ? ' more' : ''}, until ${untilDay(expires_at)}`;
}
