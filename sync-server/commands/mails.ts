/**
 * `npm run kith -- mails`: shows the operator the mails of a server without SMTP. It reads the database, so only those who may read the
 * data can read the mails: no address on the web leads here.
 */
import { type MailboxMail, readMailbox } from '../accounts/mail-delivery.ts';
import type { Config } from '../config.ts';
import { openForCommand } from '../db/open-for-command.ts';
import { createLog } from '../log.ts';

const MAX_MAILS = 20;

/** Mails contain text that strangers typed. On a terminal it must stay text. */
const withoutControlCharacters = (text: string): string => text.replace(/(?!\n)\p{Cc}/gu, '');

/** A mail as it is printed. */
export const shownMail = ({ to, subject, text, at }: MailboxMail): string =>
  withoutControlCharacters(`${at.replace('T', ' ').slice(0, 19)} UTC, to ${to}\n${subject}\n\n${text.replace(/^/gm, '    ').trimEnd()}`);

/** Prints the newest mails, newest last, because a terminal shows the end. */
export async function printMails(config: Config): Promise<void> {
  const { sql, close } = await openForCommand(config, createLog('warn'));
  try {
    const mails = await readMailbox(sql, MAX_MAILS);
    for (const mail of mails.reverse()) console.log(`${shownMail(mail)}\n`);
    if (mails.length === 0) console.log('No mail yet.');
    if (config.smtpUrl) console.log(`Mails go out through ${new URL(config.smtpUrl).host} now (SMTP_URL) and are not kept.`);
  } finally {
    await close();
  }
}
