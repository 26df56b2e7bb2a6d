import type { CollectionName } from '../../schemas/protocol/collections.ts';
import { syncText } from './sync.ts';

/** Texts for a local store that does not open, for saving pending writes, and for clearing. */
export const storeText = {
  tryAgain: 'Try Again',
  save: 'Save what was not sent',
  saveLine: 'With your drafts, as a text file',
  nothingToSave: 'Nothing was found that was not sent, and no draft.',
  saveFailed: 'It could not be saved. Please try again.',
  left: 'If you wrote something here',
  leftHelp: 'It was not sent, and lies in this browser only.',
  clear: 'Clear and load again',
  clearLine: 'What was not sent is kept',
  clearTitle: 'Clear and load again?',
  clearWhat: 'What this device holds is removed and loaded again from the server. For that it needs a connection.',
  clearKeepsNothing: 'Nothing waits to be sent, and there is no draft.',
  clearing: 'Clearing...',
  clearHeld: 'Another window of Kith does not let go of the storage. Close all others and try again. Nothing is lost.',
  clearFailed: 'What was not sent could not be kept safe, so nothing was cleared. Save it first, or free some space.',
} as const;

const failed = "This device's storage did not open";

/** The card of a store that does not open. If signing out still has to erase the store, the card does not say that anything is kept. */
export function failedStoreText({ noDiskSpace, erasureOwed }: { readonly noDiskSpace: boolean; readonly erasureOwed: boolean }): {
  readonly title: string;
  readonly text: string;
} {
  if (erasureOwed) {
    const why = 'You signed out here, and what this device held could not be erased yet.';
    return { title: failed, text: `${why} Close other windows of Kith and try again. Your posts are then loaded from the server.` };
  }
  const [title, help] = noDiskSpace ? [syncText.noDiskSpace, 'Free some space'] : [failed, 'Close other windows of it'];
  return { title, text: `Kith keeps your posts on this device. ${help} and try again. What you wrote is still there.` };
}

export type WhyNotRead = 'held' | 'newer' | 'damaged';
const whyText: Record<WhyNotRead, string> = {
  held: 'Another window holds it: close the others and try again first.',
  newer: 'A newer version of Kith wrote it: reload to get that version first.',
  damaged: 'It is damaged.',
};

const count = (n: number, one: string, others: string): readonly string[] => (n === 0 ? [] : [n === 1 ? `one ${one}` : `${n} ${others}`]);

/** `Kept: 2 things that were not sent and one draft.` */
export function keptText({
  pending,
  refused,
  drafts,
}: {
  readonly pending: number;
  readonly refused: number;
  readonly drafts: number;
}): string {
  const parts = [
    ...count(pending, 'thing that was not sent', 'things that were not sent'),
    ...count(refused, 'thing that was not accepted', 'things that were not accepted'),
    ...count(drafts, 'draft', 'drafts'),
  ];
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
export const lostWithStoreText = 'What was not sent in there goes with it.';
