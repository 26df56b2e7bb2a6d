/** Words that several features say. */
export const commonText = {
  copied: 'Copied',
  copyFailed: 'The text could not be copied. Please select it instead.',
  didNotWork: 'That did not work. Please try again.',
  nameRequired: 'Please enter a name',
  connectionError: 'Connection Error',
  tryAgain: 'Try again',
  done: 'Done',
  yourPassword: 'Your password',
  sending: 'Sending...',
  saving: 'Saving...',
  notNow: 'Not now',
  cancel: 'Cancel',
  save: 'Save',
  sentAgain: 'Sent again.',
} as const;
