import type { CollectionName } from '../../schemas/protocol/collections.ts';
import { syncText } from './sync.ts';
import { unfinishedParts } from './unfinished.ts';

/** Texts for a local store that does not open, for saving pending writes, and for clearing. */
export const storeText = {
  tryAgain: 'Try Again',
  save: 'Save what was not sent',
  saveLine: 'With your drafts, as a text file',
  nothingToSave: 'Nothing is waiting to be sent, and there is no draft.',
  saveFailed: 'It could not be saved. Please try again.',
  left: 'If you wrote something here',
  leftHelp: 'It was not sent, and is only in this browser.',
  clear: 'Clear and load again',
  clearLine: 'What was not sent is kept',
  clearTitle: 'Clear and load again?',
  clearWhat: 'What this device holds is removed and loaded again from the server. This needs a connection.',
  clearKeepsNothing: 'Nothing is waiting to be sent, and there is no draft.',
  clearing: 'Clearing...',
  clearHeld: 'Another window of Kith still uses the storage. Close all others and try again. Nothing is lost.',
  clearFailed: 'What was not sent could not be kept safe, so nothing was cleared. Save it first, or free some space.',
} as const;

const failed = "This device's storage did not open";

/** The card of a store that does not open. If signing out still has to erase the store, the card does not say that anything is kept. */
export function failedStoreText({
  noDiskSpace,
  otherVersion,
  erasureOwed,
}: {
  readonly noDiskSpace: boolean;
  readonly otherVersion: boolean;
  readonly erasureOwed: boolean;
}): { readonly title: string; readonly text: string } {
  if (erasureOwed) {
    const why = 'You signed out here, and what this device held could not be erased yet.';
    return { title: failed, text: `${why} Close other windows of Kith and try again. Your posts are then loaded from the server.` };
  }
  const kept = 'What you wrote is still there.';
  if (otherVersion) {
    const why = 'Another version of Kith keeps your posts on this device, and this one cannot read them.';
    return { title: failed, text: `${why} Try again to get that version. Or save what was not sent, then clear and load again. ${kept}` };
  }
  const [title, help] = noDiskSpace ? [syncText.noDiskSpace, 'Free some space'] : [failed, 'Close other windows of it'];
  return { title, text: `Kith keeps your posts on this device. ${help} and try again. ${kept}` };
}

export type WhyNotRead = 'held' | 'newer' | 'damaged';
const whyText: Record<WhyNotRead, string> = {
  held: 'Another window holds it: close the others and try again first.',
  newer: 'A newer version of Kith wrote it: reload to get that version first.',
  damaged: 'It is damaged.',
};

/** `Kept: 2 things that were not sent and one draft.` */
export function keptText(kept: Parameters<typeof unfinishedParts>[0]): string {
  const parts = unfinishedParts(kept);
  return parts.length === 0 ? storeText.clearKeepsNothing : `Kept: ${new Intl.ListFormat('en').format(parts)}.`;
}

export const savedText = (n: number, file: string): string => `Saved ${n === 1 ? 'one text' : `${n} texts`} as ${file}.`;

/** What each part of the store contains. */
const partText: Record<CollectionName | 'documents', string> = {
  posts: 'posts',
  comments: 'comments',
  reactions: 'reactions',
  profiles: 'your profile',
  contacts: 'your contact',
  settings: 'settings',
  friends: 'friends',
  invitations: 'invitations',
  groups: 'groups',
  group_members: 'members of groups',
  group_messages: 'messages',
  notifications: 'notifications',
  documents: 'drafts and what was not accepted',
};

/** `Not read: comments. It is damaged.` */
export const notReadText = (parts: readonly (CollectionName | 'documents')[], why: WhyNotRead): string => {
  const all = Object.keys(partText).every((part) => parts.includes(part as CollectionName));
  return `Not read: ${all ? 'everything' : new Intl.ListFormat('en').format(parts.map((part) => partText[part]))}. ${whyText[why]}`;
};

/** Shown with what could not be read, before clearing. */
export const lostWithStoreText = 'What was not sent in there is lost.';
