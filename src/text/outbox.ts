import type { CollectionName } from '../../schemas/protocol/collections.ts';

/** Texts for the outbox: pending writes, refused writes, and drafts. */
export const outboxText = {
  title: 'Outbox',
  intro: 'What you wrote that is not on the server yet.',
  offline: 'You are offline. What is waiting is sent by itself when you are back.',
  waits: 'Waiting to be sent',
  sending: 'Sending',
  putOff: 'Will be sent later, because you changed a lot in a short time',
  failed: 'Not accepted',
  empty: 'Everything is sent',
  emptyOffline: 'Nothing is waiting to be sent',
  emptyHelp: 'What you write without a network waits here until it can be sent.',
  retryAll: 'Retry all',
  drafts: 'Drafts',
  noDrafts: 'What you start to write and do not send is kept here.',
  seeOutbox: 'Open outbox',
  cancelRefused: 'Your invitation was not cancelled',
  answerRefused: 'Your answer to an invitation was not accepted',
  discardTitle: 'Discard this?',
  discardPending: 'It will not be sent. This cannot be undone.',
  discardFailed: 'It was not accepted. Its text is deleted, and this cannot be undone.',
  discardDraft: 'Its text is deleted. This cannot be undone.',
  otherDraft: 'Another text',
  bothKept: 'You started another text here too. Both are kept.',
  otherKept: 'A text that you started here is kept.',
  useOther: 'Use this text',
  theOther: 'the other text',
  discardImpossible: 'It could not be taken back. Please try again.',
  open: 'Open',
  discardWhat: (title: string): string => `Discard: ${title}`,
  openWhat: (title: string): string => `Open: ${title}`,
  notSent: (count: number): string => `${count} not sent`,
  writtenOn: (when: string): string => `Written on ${when}`,
  head: (by: string, when: string): string => `What was not sent from Kith\n${by}, ${when}`,
} as const;

export const refusedTitle: Record<CollectionName, string> = {
  posts: 'Your post was not accepted',
  comments: 'Your comment was not accepted',
  reactions: 'Your reaction was not accepted',
  invitations: 'Your invitation was not sent',
  friends: 'This change to your friends was not accepted',
  profiles: 'This change to your profile was not accepted',
  contacts: 'This change was not accepted',
  settings: 'This change to your settings was not accepted',
  groups: 'This change to a group was not accepted',
  group_members: 'This change to a group was not accepted',
  group_messages: 'Your message was not accepted',
  notifications: 'This change was not accepted',
};

interface WriteWords {
  readonly added: string;
  readonly changed: string;
  readonly deleted: string;
}

export const notificationsMarked = 'Notifications marked as read';

/** What was done, if only its kind is known. */
export const writeWords: Record<CollectionName, WriteWords> = {
  posts: { added: 'Post', changed: 'Change to your post', deleted: 'Deletion of a post' },
  comments: { added: 'Comment', changed: 'Change to your comment', deleted: 'Deletion of a comment' },
  reactions: { added: 'Reaction', changed: 'Reaction', deleted: 'Reaction taken back' },
  invitations: { added: 'Invitation', changed: 'Answer to an invitation', deleted: 'Cancelled invitation' },
  friends: { added: 'Change to your friends', changed: 'Change to your friends', deleted: 'End of a friendship' },
  profiles: { added: 'Change to your profile', changed: 'Change to your profile', deleted: 'Change to your profile' },
  contacts: { added: 'Change to your contact', changed: 'Change to your contact', deleted: 'Change to your contact' },
  settings: { added: 'Change to your settings', changed: 'Change to your settings', deleted: 'Change to your settings' },
  groups: { added: 'New group', changed: 'Change to a group', deleted: 'Deletion of a group' },
  group_members: { added: 'Change to the members of a group', changed: 'Change to the members of a group', deleted: 'Leaving a group' },
  group_messages: { added: 'Message', changed: 'Change to your message', deleted: 'Deletion of a message' },
  notifications: { added: 'Notification', changed: 'Notification marked as read', deleted: 'Notification removed' },
};

/** `Comment on “Soup at seven”`, `Message in Sunday table`. */
export const withSubject = (words: string, preposition: 'on' | 'in' | 'to', subject: string): string =>
  preposition === 'on' ? `${words} on “${subject}”` : `${words} ${preposition} ${subject}`;

const draftKinds = {
  'post-new': 'New post',
  post: 'Change to your post',
  comment: 'Comment',
  message: 'Message',
  'group-new': 'New group',
  group: 'Change to a group',
  invitation: 'Invitation',
  report: 'Report',
  contact: 'Message to the people who run this server',
  profile: 'Change to your profile',
  other: 'Draft',
} as const;
/** One of several texts that were begun in the same place. */
export const titleApart = (title: string): string => `${title} (another text)`;
export type DraftKind = keyof typeof draftKinds;
export const draftTitle = (kind: DraftKind): string => draftKinds[kind];
