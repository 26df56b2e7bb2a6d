/**
 * `npm run kith -- mails`: shows the operator the mails of a server without SMTP. It reads the database, so only those who may read the
 * data can read the mails: no address on the web leads here. `mails stop` and `mails resume` are about the mails that call members.
 */
import { type MailboxMail, readMailbox } from '../../accounts/mail/mail-delivery.ts';
import { restingSentence } from '../../core/sending.ts';
import { readResting } from '../../db/resting.ts';
import { resumeAddress, stopAddress } from '../../features/push/mail/stopped-addresses.ts';
import { type CommandContext, CommandError, withDatabase } from './command-context.ts';
import { withoutControlCharacters } from './shown.ts';

const MAX_MAILS = 20;

/** Ends the mails that call the member with this address. Others, such as links that they ask for, still go there. */
export async function stopMails(context: CommandContext, address: string): Promise<void> {
  await withDatabase(context, ({ sql }) => stopAddress(sql, address, 'operator'));
  context.record('mails stop');
  context.print(`${address} gets no more mails about what happens in Kith. To undo it: npm run kith -- mails resume ${address}`, {
    address,
    stopped: true,
  });
}

/** Lets the mails that call go to this address again, also after its mail server has refused them. */
export async function resumeMails(context: CommandContext, address: string): Promise<void> {
  const resumed = await withDatabase(context, ({ sql }) => resumeAddress(sql, address));
  if (!resumed) throw new CommandError(`The mails to ${address} were not stopped.`);
  context.record('mails resume');
  context.print(`${address} gets mails about what happens in Kith again.`, { address, stopped: false });
}

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
