/** Texts for a new version of the app; visitors do not load them. */
export const versionText = {
  newVersion: 'New version',
  newVersionComes: 'Loading...',
  newVersionHelp: 'what you wrote is sent once you reload.',
  newVersionMissing: 'it could not be loaded. Please check your connection.',
  newVersionIncomplete: 'not all of it could be loaded. Please try again.',
  noNewerVersion: 'No newer version yet',
  noNewerVersionHelp: 'the server asks for one that it does not have. What you wrote stays on this device.',
  typedUnkept: 'What you typed could not be kept on this device. The new version comes once it is.',
  updatedElsewhere: 'Kith was updated in another window. This one needs a reload; what you wrote is kept.',
} as const;
