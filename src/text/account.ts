import { answerWording } from '../../schemas/wording/answer-wording.ts';
import type { Unfinished } from '../data/drafts/unfinished.ts';
import { unfinishedParts } from './unfinished.ts';

/** Texts for changing the email address of the account. */
export const changeAddressText = {
  sent: answerWording.ADDRESS_CHANGE_SENT,
  changed: answerWording.ADDRESS_CHANGED,
  unchanged: 'This is your address already.',
  confirm: 'You will sign in with this address from now on. Press only if you asked for this.',
  offline: 'You are offline. You can change your address once you are back online.',
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
  offline: 'You are offline. You can change your password once you are back online.',
  newPassword: 'New password',
  confirmPassword: 'Confirm new password',
} as const;

/** Texts for the devices that a member is signed in on. */
export const deviceText = {
  title: 'Devices',
  line: 'Where you are signed in',
  help: 'A device that you sign out here is out at once. What it has not sent yet stays on it until you sign in there again.',
  present: 'This device',
  end: 'Sign out',
  endOf: (name: string): string => `Sign out ${name}`,
  endOthers: 'Sign out all other devices',
  ended: 'The device is signed out.',
  endedOthers: 'All other devices are signed out.',
  offer: 'Your other devices are still signed in. If somebody else may have one of them, sign them out now.',
  offline: 'You are offline. You can see your devices and sign them out once you are back online.',
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
  stopped: 'You stopped the export. Nothing was saved.',
  offline: 'You are offline. You can export your data once you are back online.',
  broken: 'The export stopped halfway, so nothing was saved. Please try again.',
  notWritten: 'The file could not be saved. Is there enough space on this device?',
} as const;

/** How much of an export has been received: the total is unknown. */
export const receivedText = (bytes: number): string =>
  bytes < 100_000 ? `${Math.ceil(bytes / 1000)} kB received` : `${(bytes / 1_000_000).toFixed(1)} MB received`;

/** Texts for what the member stores on the server. */
export const storedText = {
  title: 'Space on the server',
  photos: (size: string): string => `Photos take ${size}`,
  offline: 'Shown once you are back online',
  failed: 'The server did not say how much that is',
} as const;

/** Texts for signing out. */
export const signOutText = {
  button: 'Sign out',
  busy: 'Signing out...',
  title: 'Sign out and erase this?',
  confirm: 'Sign out and erase',
  cancel: 'Stay signed in',
  uncounted: 'Kith cannot tell whether something on this device is still waiting to be sent. If so, signing out erases it.',
} as const;

const listed = (parts: readonly string[]): string => [parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' and ');

/** What would be lost by signing out: 'This device holds one thing that was not sent and 2 drafts. ...' */
export function signOutQuestion(found: Unfinished): string {
  const parts = unfinishedParts(found);
  const all = found.pending + found.photos + found.refused + found.drafts + found.shares === 1 ? 'it' : 'all of it';
  // What another app shared has a page of its own.
  const where = found.shares > 0 ? '' : ` If you stay signed in, you find ${all} in the outbox.`;
  return `This device holds ${listed(parts)}. Signing out erases ${all}.${where}`;
}

/** Texts for deleting the account. */
export const deleteAccountText = {
  title: 'Delete account',
  text: 'Your profile, posts, comments, reactions and messages are removed for everyone, and your seats become free. What others wrote under your posts goes too. Your groups pass to an admin, or to the member who has been there longest. This cannot be undone.',
  word: 'Type DELETE to confirm',
  busy: 'Deleting...',
  offline: 'You are offline. You can delete your account once you are back online.',
} as const;

/** Texts for the other rows of the settings. */
export const settingsText = {
  theme: 'Theme',
  account: 'Account and sign-in',
  accountLine: 'Devices, email, password, passkeys',
  about: 'About Kith',
  aboutLine: 'Contact, terms, privacy, security',
  onThisDevice: 'On this device',
  storage: 'Storage',
  lastSync: 'Last sync',
  notYet: 'Not yet',
  light: 'Light',
  dark: 'Dark',
  system: 'System',
  keptOnLow: 'kept when space runs low',
  clearedOnLow: 'may be cleared when space runs low',
  usageUnknown: 'This browser does not say how much that is',
  complete: 'Everything is on this device',
  incomplete: 'Some of it is still on its way to this device',
} as const;

/** `Passkeys 1 · Code On · Blocked 2`: what has been set up. Empty if nothing has. */
export const accountStateText = ({
  passkeys,
  code,
  blocked,
}: {
  readonly passkeys: number;
  readonly code: boolean;
  readonly blocked: number;
}): string => [passkeys > 0 && `Passkeys ${passkeys}`, code && 'Code On', blocked > 0 && `Blocked ${blocked}`].filter(Boolean).join(' · ');
