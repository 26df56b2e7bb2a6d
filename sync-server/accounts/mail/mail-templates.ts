/**
 * The texts of Kith's mails. `mail-layout.ts` turns them into text and HTML.
 *
 * What a person typed is escaped in HTML and put on one line in a subject. Words of a name that look like an address are dropped. Links
 * open pages. Nothing happens until the reader presses the button there.
 */
import { linkPath } from '../../../schemas/account/mail-link.ts';
import { type Letter, letterHtml, letterText } from './mail-layout.ts';
import { nameInMail, oneLine } from './mail-name.ts';

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly links: readonly string[];
  /** who receives a reply, if not the sender */
  readonly replyTo?: string | undefined;
  /** headers besides those of every mail */
  readonly headers?: Readonly<Record<string, string>>;
}

type Data = Readonly<Record<string, string>>;

const templates = {
  verification: (data) => ({
    subject: 'Confirm your address',
    before: [`Hello ${nameInMail(data.name)},`, 'Welcome to Kith. Please confirm that this is your address, and your seat is ready.'],
    link: { label: 'Confirm my address', path: linkPath('verify', data.token ?? '') },
    after: 'The link works for three days. If you did not sign up, you can ignore this mail: nothing happens without it.',
  }),
  'already-registered': () => ({
    subject: 'You already have an account',
    before:
      'Somebody, most likely you, just tried to sign up to Kith with this address. It has an account already, so nothing was changed.',
    link: { label: 'Sign in', path: '/auth' },
    after: "If you do not remember your password, choose 'Forgot password?' there. If it was not you, there is nothing to do.",
  }),
  'password-reset': (data) => ({
    subject: 'Choose a new password',
    before: 'You asked for a new password. Choose one here:',
    link: { label: 'Choose a new password', path: linkPath('token', data.token ?? '') },
    after: 'The link works for one hour. If you did not ask for it, ignore this mail: your password stays as it is.',
  }),
  'password-changed': () => ({
    subject: 'Your password was changed',
    before: 'The password of your account was just changed, and your other devices were signed out.',
    link: { label: 'Open Kith', path: '/auth' },
    after: "If it was not you, choose 'Forgot password?' there at once and set a new one.",
  }),
  'password-reset-used': () => ({
    subject: 'Your password was changed',
    before: 'A new password was just set for your account, with a link that was sent to this address. All your devices were signed out.',
    link: { label: 'Sign in', path: '/auth' },
    after:
      "If it was not you, somebody else can read your mail. Change the password of your mail first, then choose 'Forgot password?' in Kith and set a new one.",
  }),
  'account-taken-back': () => ({
    subject: 'Your password was changed',
    before: [
      'A new password was just set for your account, with a link that was sent to this address. All your devices were signed out.',
      'The account was made by the link of an invitation, and such a link may have been passed on. So everything else that signed in was removed: all passkeys, and ways through other sites. Sign in with the new password, and add your passkeys again. From now on they stay.',
    ],
    link: { label: 'Sign in', path: '/auth' },
    after: 'If somebody else made the account, look at its name, posts and friends: what they wrote and whom they invited is still there.',
  }),
  'address-unproved': (data) => ({
    subject: 'Show that this address is yours',
    before:
      'Somebody who is signed in to your account on Kith, most likely you, wants to turn on a code at sign-in or to use another address. The account was made by the link of an invitation, and such a link may have been passed on. So choose a new password here first. That signs out all devices and removes all passkeys:',
    link: { label: 'Choose a new password', path: linkPath('token', data.token ?? '') },
    after: 'The link works for one hour. If it was not you, somebody else took your seat: choose a new password, and the account is yours.',
  }),
  'address-change': (data) => ({
    subject: 'Confirm your new address',
    before: `${nameInMail(data.name)} wants to use this address for their account on Kith. If that is you, confirm it here. You then sign in with this address:`,
    link: { label: 'Confirm my new address', path: linkPath('address', data.token ?? '') },
    after: 'The link works for one day. If it was not you, ignore this mail: nothing happens without it.',
  }),
  'address-taken': () => ({
    subject: 'This address already has an account',
    before:
      'Somebody, perhaps you, just tried to use this address for another account on Kith. It already belongs to your account, so nothing was changed.',
    link: { label: 'Sign in', path: '/auth' },
    after: 'If it was not you, there is nothing to do.',
  }),
  'address-change-asked': () => ({
    subject: 'Your address is about to change',
    before:
      'Somebody who is signed in to your account asked to change its address. It changes once the new address is confirmed. Until then you sign in with this one.',
    link: { label: 'Open Kith', path: '/auth' },
    after: "If it was not you, choose 'Forgot password?' there at once and set a new password: that also stops the change.",
  }),
  'address-changed': () => ({
    subject: 'Your address was changed',
    before: 'Your account has a new address, which was just confirmed. Kith sends no more mails here.',
    link: { label: 'Open Kith', path: '/auth' },
    after: 'If it was not you, tell the people who run this server: you can no longer get into the account with this address.',
  }),
  'new-device': (data) => ({
    subject: 'Somebody signed in to your account',
    before: `Somebody, most likely you, just signed in to your account with your password, on a new device: ${oneLine(data.device ?? '')}.`,
    link: { label: 'See your devices', path: '/settings' },
    after:
      "If it was you, there is nothing to do. If it was not, sign out that device in Settings, under Account and sign-in, and change your password, or choose 'Forgot password?'.",
  }),
  'provider-linked': () => ({
    subject: 'Another way into your account',
    before:
      'Somebody, most likely you, just signed in to your account on Kith through another site that has this address. From now on that opens your account too; your password stays as it is.',
    link: { label: 'Open Kith', path: '/auth' },
    after: 'If it was not you, somebody else can sign in there as you. Change the password of that site and of your mail first.',
  }),
  'session-in-two-places': () => ({
    subject: 'One of your devices was signed out',
    before:
      'The sign-in of one of your devices was used in two places, so somebody may have copied it. Both were signed out. Nothing that you wrote on your device is lost: sign in there again.',
    link: { label: 'Sign in', path: '/auth' },
    after: "If somebody may have had your device or a copy of it, choose 'Forgot password?' there as well and set a new password.",
  }),
  'session-guessed': (data) => ({
    subject: 'A device was signed out after ten wrong passwords',
    before: `Somebody entered a wrong password ten times within an hour, on a device that was signed in to your account: ${oneLine(data.device ?? '')}. That device was signed out. Nothing that was written on it is lost: it is back after signing in.`,
    link: { label: 'See your devices', path: '/settings' },
    after:
      "If it was you and you do not remember your password, choose 'Forgot password?' when you log in. If it was not you, somebody else may have had that device or a copy of it: choose 'Forgot password?' as well and set a new password. That signs out all your devices.",
  }),
  'wrong-code': (data) => ({
    subject: 'A wrong code was entered for your account',
    before: `Somebody, perhaps you, just entered a code for your account that was wrong or already used, on this device: ${oneLine(data.device ?? '')}. Nobody gets in without the right code.`,
    link: { label: 'Open Kith', path: '/settings' },
    after:
      "If it was you, there is nothing to do. If it was not, somebody seems to know your password: choose 'Forgot password?' when you log in, and set a new one. You get no other mail about this for an hour.",
  }),
  'passkey-added': (data) => ({
    subject: 'A passkey was added to your account',
    before: `A passkey named "${nameInMail(data.name)}" was just added to your account. It signs in without your password.`,
    link: { label: 'Open Kith', path: '/settings' },
    after: "If it was not you, remove it there, choose 'Forgot password?' when you log in, and set a new password.",
  }),
  'passkey-removed': (data) => ({
    subject: 'A passkey was removed from your account',
    before: `The passkey "${nameInMail(data.name)}" was just removed from your account. It no longer signs in.`,
    link: { label: 'Open Kith', path: '/settings' },
    after: "If it was not you, choose 'Forgot password?' when you log in, and set a new password.",
  }),
  'second-factor-on': () => ({
    subject: 'Kith now asks for a code when you sign in',
    before: 'From now on Kith asks for a code from your authenticator app whenever you sign in. Only a passkey needs no code.',
    link: { label: 'Open Kith', path: '/settings' },
    after:
      'Keep your recovery codes in a safe place: they let you in without that app. If it was not you, tell the people who run this server.',
  }),
  'second-factor-off': () => ({
    subject: 'Kith no longer asks for a code when you sign in',
    before: 'The code at sign-in was just turned off for your account. Your recovery codes no longer work.',
    link: { label: 'Open Kith', path: '/settings' },
    after: "If it was not you, choose 'Forgot password?' when you log in, and set a new password.",
  }),
  'recovery-code-used': (data) => ({
    subject: 'One of your recovery codes was used',
    before: `A recovery code of your account was just used. Codes left: ${data.left ?? ''}.`,
    link: { label: 'Open Kith', path: '/settings' },
    after: "If it was not you, choose 'Forgot password?' when you log in, set a new password, and make new recovery codes.",
  }),
  'recovery-codes-made': () => ({
    subject: 'You have new recovery codes',
    before: 'New recovery codes were just made for your account. The old ones no longer work.',
    link: { label: 'Open Kith', path: '/settings' },
    after: "If it was not you, choose 'Forgot password?' when you log in, and set a new password.",
  }),
  'friend-invitation': (data) => ({
    subject: `${nameInMail(data.inviterName)} would like you at their table`,
    before: `${nameInMail(data.inviterName)} invites you to Kith, a small and private place for close friends. A table there has few seats, and they would like you to have one of them.`,
    link: { label: 'Have a look', path: linkPath('invite', data.token ?? '', data.secret) },
    after: data.secret
      ? 'The link is for you alone: it shows Kith that this address is yours. If you would rather not, just ignore this mail.'
      : 'Sign up with this address, and the invitation is waiting for you. If you would rather not, just ignore this mail.',
  }),
  'friend-request': (data) => ({
    subject: `${nameInMail(data.inviterName)} would like to be friends`,
    before: `${nameInMail(data.inviterName)} has sent you a friend request on Kith.`,
    link: { label: 'Answer it', path: '/friends' },
    after: 'It waits for you in Kith, for as long as you like.',
  }),
  'friend-accepted': (data) => ({
    subject: `${nameInMail(data.name)} said yes`,
    before: `You and ${nameInMail(data.name)} are friends on Kith now.`,
    link: { label: 'See what they share', path: '/posts' },
    after: 'A seat at your table is theirs, and one at theirs is yours.',
  }),
  'friend-by-link': (data) => ({
    subject: `${nameInMail(data.name)} came by your link`,
    before: `You and ${nameInMail(data.name)} are friends on Kith now: your link made you friends at once.`,
    link: { label: 'See who it is', path: '/notifications' },
    after: 'If it is not the person you gave the link to, remove them there.',
  }),
  'seat-free': (data) => ({
    subject: `A seat at the table of ${nameInMail(data.inviterName)} is free`,
    before: `You wait for a seat at the table of ${nameInMail(data.inviterName)}. One is free now.`,
    link: { label: 'Accept the invitation', path: '/friends' },
    after: 'Others may wait for it too: the first to accept has the seat. If you come later, your invitation waits on.',
  }),
  contact: (data) => ({
    subject: `Contact: ${oneLine(data.subject ?? '')}`,
    before: [`${nameInMail(data.name)} (${data.email ?? ''}) wrote with the contact form:`],
    quote: data.message ?? '',
    replyTo: data.email,
    link: { label: 'Open Kith', path: '/' },
    after: 'An answer to this mail goes to them.',
  }),
  'backup-failed': (data) => ({
    subject: 'There is no new backup',
    before: `Your Kith server could not write a backup, and tries again every hour. ${oneLine(data.reason ?? '')}`,
    link: { label: 'Open Kith', path: '/' },
    after: 'On the machine of the server, `npm run kith -- doctor` says more. Until this is solved, do not count on a backup.',
  }),
  report: (data) => ({
    subject: `Report of ${oneLine(data.what ?? '')}`,
    before: [
      `${nameInMail(data.name)} (${data.email ?? ''}) reports ${oneLine(data.what ?? '')} by ${nameInMail(data.author)}, the member ${data.authorId ?? ''}.`,
      ...(data.words ? [`They add: ${oneLine(data.words)}`] : []),
      'This is what they see:',
    ],
    quote: data.message ?? '',
    replyTo: data.email,
    link: { label: 'Open it', path: data.path ?? '/' },
    after: 'An answer to this mail goes to the person who reported it. Nobody else was notified.',
  }),
} as const satisfies Record<string, (data: Data) => Letter>;

export type MailTemplate = keyof typeof templates;

export const mailTemplates = Object.keys(templates) as readonly MailTemplate[];

export const isMailTemplate = (name: string): name is MailTemplate => Object.hasOwn(templates, name);

/** Renders the mail of this template. Its links point to this server. */
export const renderMail = (template: MailTemplate, data: Data, publicUrl: string): RenderedMail =>
  renderLetter(templates[template](data), publicUrl);

/** Renders a mail that has no template. Its links point to this server. */
export function renderLetter(letter: Letter, publicUrl: string): RenderedMail {
  return {
    subject: letter.subject,
    text: letterText(letter, publicUrl),
    html: letterHtml(letter, publicUrl),
    links: [letter.link, ...(letter.lines ?? [])].map(({ path }) => new URL(path, publicUrl).href),
    replyTo: letter.replyTo,
  };
}
