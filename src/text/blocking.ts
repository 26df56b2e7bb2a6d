/** Texts for blocking people, and for the list of blocked people. */
const remains =
  'What they write in a common group or under the posts of common friends is hidden from you; what you write there they still see.';

export const blockedText = {
  title: 'Blocked people',
  line: 'People you do not want to see',
  help: `You and the people you block are not friends, and do not see each other’s posts or profiles. ${remains} They are not notified.`,
  none: 'You have not blocked anybody.',
  block: 'Block',
  blockWho: (name: string): string => `Block ${name}`,
  askToBlock: (name: string): string => `Block ${name}?`,
  askToBlockText: ['If you are friends, that ends. You no longer see each other’s posts or profiles.', remains, 'Kith does not tell them.'],
  undo: 'You can undo this in Settings, under Account and sign-in, but a friendship does not come back by itself.',
  blocked: (name: string): string => `${name} is blocked.`,
  isBlocked: 'You have blocked this person. You can unblock them in Settings, under Account and sign-in.',
  unblock: 'Unblock',
  unblockWho: (name: string): string => `Unblock ${name}`,
  ask: (name: string): string => `Unblock ${name}?`,
  askText: 'You can see each other again, as far as your friends and groups reach. A friendship that ended does not come back by itself.',
  unblocked: (name: string): string => `${name} is no longer blocked.`,
} as const;
