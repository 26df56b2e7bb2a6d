/** Texts for the state of sync; visitors need none of them. */
export const syncText = {
  upToDate: 'Up to date',
  offline: 'Offline – saved on this device',
  connecting: 'Connecting...',
  updating: 'Updating...',
  restored: 'Connection restored',
  noDiskSpace: 'No room left on this device',
  noDiskSpaceHelp: 'Nothing new can be kept until you free some space. What you wrote stays, and what waits is still sent.',
  serverFull: 'The server has no disk space left',
  serverFullHelp: 'What you write stays on this device and is sent when there is space again.',
} as const;

export const sendingText = (pending: number): string => `Sending ${pending}`;

/** Shown while no stream can be opened. */
export const liveText = {
  refreshing: 'Unable to connect to live updates. Refreshing page...',
  reconnecting: 'Connection lost. Attempting to reconnect...',
} as const;
