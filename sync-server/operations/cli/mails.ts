/**
 * `npm run kith -- mails`: shows the operator the mails of a server without SMTP. It reads the database, so only those who may read the
 * data can read the mails: no address on the web leads here.
 */
import { type MailboxMail, readMailbox } from '../../accounts/mail/mail-delivery.ts';
import { readResting, restingSentence } from '../../core/sending.ts';
import { type CommandContext, withDatabase } from './command-context.ts';
import { withoutControlCharacters } from './shown.ts';

const MAX_MAILS = 20;

/** A mail as it is printed. */
export const shownMail = ({ to, subject, text, at }: MailboxMail): string =>
  withoutControlCharacters(`${at.replace('T', ' ').slice(0, 19)} UTC, to ${to}\n${subject}\n\n${text.replace(/^/gm, '    ').trimEnd()}`);

/** Prints the newest mails, newest last, because a terminal shows the end. */
export async function printMails(context: CommandContext): Promise<void> {
  const { smtpUrl } = context.config;
  const { found, resting } = await withDatabase(context, async ({ sql }) => ({
    found: await readMailbox(sql, MAX_MAILS),
    resting: await readResting(sql),
  }));
  const mails = found.reverse();
  if (smtpUrl && resting !== null) context.log.warn(restingSentence(resting));
  const now = smtpUrl ? [`Mails go out through ${new URL(smtpUrl).host} now (SMTP_URL) and are not kept.`] : [];
  const shown = mails.length === 0 ? ['No mail yet.'] : mails.map((mail) => `${shownMail(mail)}\n`);
  context.print([...shown, ...now].join('\n'), mails);
}
