/** Texts for blocking people, and for the list of blocked people. */
const remains =
  'What they write in a common group or under the posts of common friends is hidden from you; what you write there they still see.';

export const blockedText = {
  title: 'Blocked people',
  line: 'Whom you have blocked',
  help: `You and somebody whom you have blocked are not friends and see no posts and no profile of each other. ${remains} They are not told.`,
  none: 'You have not blocked anybody.',
  block: 'Block',
  blockWho: (name: string): string => `Block ${name}`,
  askToBlock: (name: string): string => `Block ${name}?`,
  askToBlockText: [
    'If you are friends, that ends. You see no posts and no profile of each other any more.',
    remains,
    'Kith does not tell them.',
  ],
  undo: 'You can undo this in Settings, under Blocked people, but a friendship does not come back by itself.',
  blocked: (name: string): string => `${name} is blocked.`,
  isBlocked: 'You have blocked this person. In Settings, under Blocked people, you can end that.',
  unblock: 'Unblock',
  unblockWho: (name: string): string => `Unblock ${name}`,
  ask: (name: string): string => `Unblock ${name}?`,
  askText: 'You can see each other again, as far as your friends and groups reach. A friendship that ended does not come back by itself.',
  unblocked: (name: string): string => `${name} is not blocked any more.`,
} as const;
