/** The words of the people whom one has blocked. */
export const blockedText = {
  title: 'Blocked people',
  line: 'Whom you have blocked',
  help: 'You and somebody whom you have blocked see nothing of each other. They are not told.',
  none: 'You have not blocked anybody.',
  unblock: 'Unblock',
  unblockWho: (name: string): string => `Unblock ${name}`,
  ask: (name: string): string => `Unblock ${name}?`,
  askText: 'You can see each other again, as far as your friends and groups reach. A friendship that ended does not come back by itself.',
  unblocked: (name: string): string => `${name} is not blocked any more.`,
  offline: 'You are offline. Whom you have blocked can be seen and changed once you are back online.',
  failed: 'Whom you have blocked could not be loaded.',
  unblockFailed: 'That did not work. Please try again.',
} as const;
