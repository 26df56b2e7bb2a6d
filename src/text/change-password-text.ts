/** The words of another password for one's account. */
export const changePasswordText = {
  title: 'Change your password',
  line: 'It signs out your other devices',
  text: 'You stay signed in here. All your other devices are signed out and ask for the new password.',
  offline: 'You are offline. Your password can be changed once you are back online.',
} as const;
