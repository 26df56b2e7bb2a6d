/** The words of deleting one's account. */
export const deleteAccountText = {
  title: 'Delete account',
  text: 'Your profile, posts, comments, reactions and messages are removed for everyone, and your seats are freed. What others wrote below your posts goes as well. Groups of yours pass to an admin, else to whoever has been in them longest. This cannot be undone.',
  word: 'Type DELETE to confirm',
  password: 'Your password',
  passwordHint: 'If you have none, log in again first and leave this empty.',
  busy: 'Deleting...',
  offline: 'You are offline. Your account can be deleted once you are back online.',
} as const;
