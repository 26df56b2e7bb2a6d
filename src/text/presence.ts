/** Texts for the question whether it is really the member, before what an open session may not do alone. */
export const presenceText = {
  title: 'Is it you?',
  text: 'Somebody else could be holding this device, so please show that it is you. Then you are not asked again for five minutes.',
  go: 'Continue',
  checking: 'Checking...',
  passkey: 'Use a passkey',
  providerHelp: 'You sign in there once more, and then come back here.',
  noWay: 'Your account has no password, and no passkey that works here. Sign out, choose ‘Forgot password?’, and set a password.',
  offline: 'You are offline. You can go on once you are back online.',
  slowed: 'There were many attempts just now. Please wait a moment and try again.',
  cancelled: 'Nothing was done, because you did not show that it is you.',
  shown: 'Thank you. You can go on now.',
  arriving: 'Bringing you back...',
  notYet: 'Not confirmed yet',
  backToSettings: 'Back to Settings',
} as const;
