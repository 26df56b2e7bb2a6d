/** The words of taking one's data along. */
export const exportText = {
  title: 'Export your data',
  line: 'Everything of yours in one ZIP file',
  text: 'One ZIP file with your profile, posts, comments, reactions, messages, friends, groups and photos: as pages to read in a browser, and as JSON for other programs.',
  start: 'Start the export',
  again: 'Try again',
  starting: 'Asking the server...',
  stop: 'Stop',
  done: 'Your data was exported.',
  stopped: 'The export was stopped. Nothing was kept.',
  offline: 'You are offline. Your data can be exported once you are back online.',
  broken: 'The export broke off. What had come was thrown away, since it was not whole.',
  notWritten: 'The file could not be written. Is there enough room on this device?',
} as const;

/** How much of an export has come: nobody knows how much there will be. */
export const receivedText = (bytes: number): string =>
  bytes < 100_000 ? `${Math.ceil(bytes / 1000)} kB received` : `${(bytes / 1_000_000).toFixed(1)} MB received`;
