/** The words of the devices that somebody is signed in on. */
export const deviceText = {
  title: 'Devices',
  line: 'Where you are signed in',
  help: 'A device that you sign out here is out at once. What it has not sent yet is kept on it until you sign in there again.',
  present: 'This device',
  end: 'Sign out',
  endOf: (name: string): string => `Sign out ${name}`,
  endOthers: 'Sign out all other devices',
  ended: 'The device is signed out.',
  endedOthers: 'All other devices are signed out.',
  offline: 'You are offline. Your devices can be seen and signed out once you are back online.',
  failed: 'Your devices could not be loaded.',
  endFailed: 'The device could not be signed out. Please try again.',
} as const;
