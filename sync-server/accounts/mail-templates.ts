/**
 * The texts of Kith's mails. `mail-layout.ts` turns them into text and HTML.
 *
 * What a person typed is escaped in HTML and put on one line in a subject. Words of a name that look like an address are dropped. Links
 * open pages. Nothing happens until the reader presses the button there.
 */
import { type Letter, letterHtml, letterText } from './mail-layout.ts';
import { nameInMail, oneLine } from './mail-name.ts';

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly links: readonly string[];
  /** who receives a reply, if not the sender */
  readonly replyTo?: string | undefined;
}

type Data = Readonly<Record<string, string>>;

const templates = {
  verification: (data) => ({
    subject: 'Confirm your address',
    before: [`Hello ${nameInMail(data.name)},`, 'welcome to Kith. Please confirm that this is your address, then your place is ready.'],
    link: { label: 'Confirm my address', path: `/auth?verify=${encodeURIComponent(data.token ?? '')}` },
    after: ['The link works for three days. If you did not sign up, you can forget about this mail: nothing happens without it.'],
  }),
  'already-registered': () => ({
    subject: 'You already have an account',
    before: [
      'Hello,',
      'somebody, most likely you, has just tried to sign up to Kith with this address. There is an account already, so nothing was changed.',
    ],
    link: { label: 'Sign in', path: '/auth' },
    after: ["If you do not remember your password, choose 'Forgot password?' there. If it was not you, there is nothing to do."],
  }),
  'password-reset': (data) => ({
    subject: 'Choose a new password',
    before: ['Hello,', 'you asked for a new password. Choose one here:'],
    link: { label: 'Choose a new password', path: `/auth/reset-password?token=${encodeURIComponent(data.token ?? '')}` },
    after: ['The link works for one hour. If you did not ask for it, leave it: your password stays as it is.'],
  }),
  'password-changed': () => ({
    subject: 'Your password was changed',
    before: ['Hello,', 'the password of your account was changed just now, and your other devices were signed out.'],
    link: { label: 'Open Kith', path: '/auth' },
    after: ["If it was not you, choose 'Forgot password?' there at once and set a new one."],
  }),
  'password-reset-used': () => ({
    subject: 'Your password was changed',
    before: [
      'Hello,',
      'a new password was set for your account just now, with a link that was sent to this address. All your devices were signed out.',
    ],
    link: { label: 'Sign in', path: '/auth' },
    after: [
      "If it was not you, somebody else can read your mail. Change the password of your mail first, then choose 'Forgot password?' in Kith and set a new one.",
    ],
  }),
  'address-change': (data) => ({
    subject: 'Confirm your new address',
    before: [
      'Hello,',
      `${nameInMail(data.name)} wants to use this address for their account on Kith. If that is you, confirm it here, and it becomes the address that you sign in with:`,
    ],
    link: { label: 'Confirm my new address', path: `/auth?address=${encodeURIComponent(data.token ?? '')}` },
    after: ['The link works for one day. If it was not you, leave it: nothing happens without it.'],
  }),
  'address-taken': () => ({
    subject: 'This address has an account already',
    before: [
      'Hello,',
      'somebody, perhaps you, has just tried to make this the address of another account on Kith. It belongs to the account that you have, so nothing was changed.',
    ],
    link: { label: 'Sign in', path: '/auth' },
    after: ['If it was not you, there is nothing to do.'],
  }),
  'address-change-asked': () => ({
    subject: 'Your address is about to change',
    before: [
      'Hello,',
      'somebody who is signed in to your account has asked for another address for it. It changes once that one is confirmed. Until then this address stays the one of your account.',
    ],
    link: { label: 'Open Kith', path: '/auth' },
    after: ["If it was not you, choose 'Forgot password?' there at once and set a new password: that stops the change as well."],
  }),
  'address-changed': () => ({
    subject: 'Your address was changed',
    before: ['Hello,', 'your account has another address now, which was confirmed just now. Kith sends no more mails here.'],
    link: { label: 'Open Kith', path: '/auth' },
    after: ['If it was not you, tell whoever runs this server: by this address you cannot get into the account any more.'],
  }),
  'new-device': (data) => ({
    subject: 'Somebody signed in to your account',
    before: [
      'Hello,',
      `somebody, most likely you, has just signed in to your account with your password, on a device that was not known: ${oneLine(data.device ?? '')}.`,
    ],
    link: { label: 'See your devices', path: '/settings' },
    after: [
      "If it was you, there is nothing to do. If it was not, sign out that device in Settings under Devices and change your password, or choose 'Forgot password?'.",
    ],
  }),
  'provider-linked': () => ({
    subject: 'Another way into your account',
    before: [
      'Hello,',
      'somebody, most likely you, has just signed in to your account on Kith through another site that knows this address as theirs. From now on that opens your account as well; your password stays as it is.',
    ],
    link: { label: 'Open Kith', path: '/auth' },
    after: ['If it was not you, somebody else can sign in there in your name. Change the password of that site and of your mail first.'],
  }),
  'session-in-two-places': () => ({
    subject: 'One of your devices was signed out',
    before: [
      'Hello,',
      'the sign-in of one of your devices was used in two places, so somebody may have copied it. It was ended in both. Nothing that you wrote on your device is lost: sign in there again.',
    ],
    link: { label: 'Sign in', path: '/auth' },
    after: ["If somebody may have had your device or a copy of it, choose 'Forgot password?' there as well and set a new password."],
  }),
  'passkey-added': (data) => ({
    subject: 'A passkey was added to your account',
    before: [
      'Hello,',
      `a passkey was added to your account just now, named "${nameInMail(data.name)}". Whoever holds it can sign in without your password.`,
    ],
    link: { label: 'Open Kith', path: '/settings' },
    after: ["If it was not you, remove it there, choose 'Forgot password?' when you log in, and set a new password."],
  }),
  'passkey-removed': (data) => ({
    subject: 'A passkey was removed from your account',
    before: ['Hello,', `the passkey "${nameInMail(data.name)}" was removed from your account just now. It opens nothing any more.`],
    link: { label: 'Open Kith', path: '/settings' },
    after: ["If it was not you, choose 'Forgot password?' when you log in, and set a new password."],
  }),
  'second-factor-on': () => ({
    subject: 'Signing in now takes a code',
    before: [
      'Hello,',
      'from now on your account asks for a code of your authenticator app whenever you sign in, by your password or any other way. A passkey alone is enough.',
    ],
    link: { label: 'Open Kith', path: '/settings' },
    after: [
      'Keep your recovery codes in a safe place: they let you in without that app. If it was not you, tell whoever runs this server.',
    ],
  }),
  'second-factor-off': () => ({
    subject: 'Signing in takes no code any more',
    before: ['Hello,', 'your account asks for no code any more when you sign in. Your recovery codes are of no use any longer.'],
    link: { label: 'Open Kith', path: '/settings' },
    after: ["If it was not you, choose 'Forgot password?' when you log in, and set a new password."],
  }),
  'recovery-code-used': (data) => ({
    subject: 'A recovery code of yours was used',
    before: ['Hello,', `a recovery code of your account was used just now. Codes that are left: ${data.left ?? ''}.`],
    link: { label: 'Open Kith', path: '/settings' },
    after: ["If it was not you, choose 'Forgot password?' when you log in, set a new password, and make new recovery codes."],
  }),
  'recovery-codes-made': () => ({
    subject: 'You have new recovery codes',
    before: ['Hello,', 'new recovery codes were made for your account just now. Those from before are of no use any longer.'],
    link: { label: 'Open Kith', path: '/settings' },
    after: ["If it was not you, choose 'Forgot password?' when you log in, and set a new password."],
  }),
  'friend-invitation': (data) => ({
    subject: `${nameInMail(data.inviterName)} would like you in their circle`,
    before: [
      'Hello,',
      `${nameInMail(data.inviterName)} invites you to Kith, a small and private place for close friends. A circle there has few seats; one of them is meant for you.`,
    ],
    link: { label: 'Have a look', path: `/auth?invite=${encodeURIComponent(data.token ?? '')}` },
    after: ['Sign up with this very address and the invitation will be waiting for you. If you would rather not, just leave it.'],
  }),
  'friend-request': (data) => ({
    subject: `${nameInMail(data.inviterName)} would like to be friends`,
    before: ['Hello,', `${nameInMail(data.inviterName)} has sent you a friend request on Kith.`],
    link: { label: 'Answer it', path: '/friends' },
    after: ['It waits for you in the app, for as long as you like.'],
  }),
  contact: (data) => ({
    subject: `Contact: ${oneLine(data.subject ?? '')}`,
    before: [`${nameInMail(data.name)} (${data.email ?? ''}) wrote with the contact form:`],
    quote: data.message ?? '',
    replyTo: data.email,
    link: { label: 'Open Kith', path: '/' },
    after: ['An answer to this mail goes to them.'],
  }),
  'backup-failed': (data) => ({
    subject: 'There is no new backup',
    before: ['Hello,', `your Kith server could not write a backup, and tries again every hour. ${oneLine(data.reason ?? '')}`],
    link: { label: 'Open Kith', path: '/' },
    after: ['On the machine of the server, `npm run kith -- doctor` says more. Until this is solved, do not count on a backup.'],
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
    link: { label: 'Where it stands', path: data.path ?? '/' },
    after: ['An answer to this mail goes to who reported it. Nobody else was told.'],
  }),
} as const satisfies Record<string, (data: Data) => Letter>;

export type MailTemplate = keyof typeof templates;

export const mailTemplates = Object.keys(templates) as readonly MailTemplate[];

export const isMailTemplate = (name: string): name is MailTemplate => Object.hasOwn(templates, name);

/** Renders the mail of this template. Its links point to this server. */
export function renderMail(template: MailTemplate, data: Data, publicUrl: string): RenderedMail {
  const letter: Letter = templates[template](data);
  const link = new URL(letter.link.path, publicUrl).href;
  return {
    subject: letter.subject,
    text: letterText(letter, link),
    html: letterHtml(letter, link),
    links: [link],
    replyTo: letter.replyTo,
  };
}
