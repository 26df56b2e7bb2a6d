import { answerWording } from '../../schemas/wording/answer-wording.ts';
import type { Unfinished } from '../data/unfinished.ts';

/** Texts for changing the email address of the account. */
export const changeAddressText = {
  sent: answerWording.ADDRESS_CHANGE_SENT,
  changed: answerWording.ADDRESS_CHANGED,
  unchanged: 'This is the address that you have already.',
  confirm: 'With this it becomes the address of your account, the one that you sign in with. Press only if it was you who asked for it.',
  offline: 'You are offline. Your address can be changed once you are back online.',
  title: 'Change your email',
  signInWith: 'You sign in with',
  linkIsSent: '. We send a link to the new address, and nothing changes until you have confirmed it there.',
  sendLink: 'Send the link',
  newAddress: 'New email',
  openSettings: 'Open Settings',
  changedTitle: 'Email Changed',
  notChangedTitle: 'Email Not Changed',
  confirmTitle: 'Confirm your new email',
  confirming: 'Confirming...',
  useAddress: 'Use this address',
} as const;

/** Texts for changing the password of the account. */
export const changePasswordText = {
  title: 'Change your password',
  line: 'It signs out your other devices',
  text: 'You stay signed in here. All your other devices are signed out and ask for the new password.',
  offline: 'You are offline. Your password can be changed once you are back online.',
  newPassword: 'New password',
  confirmPassword: 'Confirm new password',
} as const;

/** Texts for the devices that a member is signed in on. */
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

/** Texts for exporting the member's data. */
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

/** How much of an export has been received: the total is unknown. */
export const receivedText = (bytes: number): string =>
  bytes < 100_000 ? `${Math.ceil(bytes / 1000)} kB received` : `${(bytes / 1_000_000).toFixed(1)} MB received`;

/** Texts for signing out. */
export const signOutText = {
  button: 'Sign out',
  busy: 'Signing out...',
  title: 'Sign out and erase this?',
  confirm: 'Sign out and erase',
  cancel: 'Stay signed in',
  uncounted: 'It could not be seen what on this device has not been sent. Signing out erases all of it.',
} as const;

const listed = (parts: readonly string[]): string => [parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' and ');

/** What would be lost by signing out: 'This device holds one thing that is not sent yet and 2 texts that you began. ...' */
export function signOutQuestion({ unsent, refused, drafts }: Omit<Unfinished, 'photo'>): string {
  const parts = [
    unsent > 0 ? (unsent === 1 ? 'one thing that is not sent yet' : `${unsent} things that are not sent yet`) : '',
    refused > 0 ? (refused === 1 ? 'one thing that was sent back to you' : `${refused} things that were sent back to you`) : '',
    drafts > 0 ? (drafts === 1 ? 'one text that you began' : `${drafts} texts that you began`) : '',
  ].filter(Boolean);
  const all = unsent + refused + drafts === 1 ? 'it' : 'all of it';
  return `This device holds ${listed(parts)}. Signing out erases ${all}. Stay signed in, and you find ${all} in the outbox.`;
}

/** Texts for deleting the account. */
export const deleteAccountText = {
  title: 'Delete account',
  text: 'Your profile, posts, comments, reactions and messages are removed for everyone, and your seats are freed. What others wrote below your posts goes as well. Groups of yours pass to an admin, else to whoever has been in them longest. This cannot be undone.',
  word: 'Type DELETE to confirm',
  password: 'Your password',
  passwordHint: 'If you have none, log in again first and leave this empty.',
  busy: 'Deleting...',
  offline: 'You are offline. Your account can be deleted once you are back online.',
} as const;

/** Texts for the other rows of the settings. */
export const settingsText = {
  theme: 'Theme',
  account: 'Account',
  about: 'About',
  onThisDevice: 'On this device',
  storage: 'Storage',
  lastSync: 'Last sync',
  notYet: 'Not yet',
  light: 'Light',
  dark: 'Dark',
  system: 'System',
  keptOnLow: 'kept when space runs low',
  clearedOnLow: 'may be cleared when space runs low',
  usageUnknown: 'This browser does not tell how much that is',
  complete: 'Everything is on this device',
  incomplete: 'Some of it is still on its way to this device',
  signIn: 'Sign-in',
} as const;
