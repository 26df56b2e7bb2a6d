import { createTransport, type Transporter } from 'nodemailer';
import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js';
import type { Sql } from 'postgres';
import { readMailLink } from '../../../schemas/account/mail-link.ts';
import { isLoopbackUrl, needsTls } from '../../base/loopback.ts';
import { hashSecret } from '../secrets/secrets.ts';
import type { RenderedMail } from './mail-templates.ts';

/** Where mails finally go. `deliver` throws when the mail was not accepted, and is then called again later. */
export interface MailDelivery {
  /**
   * `id` stays the same when a mail is tried again, so that a mail server can recognise a repetition. `about` is the member whose act the
   * mail is about.
   */
  deliver(id: string, to: string, mail: RenderedMail, about?: string): Promise<void>;
  /** whether mails leave this machine */
  readonly leaves: boolean;
  close(): void;
}

/**
 * Whether a mail of this server reaches the owner of its address, so that a secret in it proves something. Without a mail server the mails
 * are read here by the people who run it. If the server is for this machine alone, those people are the only ones.
 */
export const mailsProve = (config: { readonly smtpUrl: string | null; readonly publicUrl: string }): boolean =>
  config.smtpUrl !== null || isLoopbackUrl(config.publicUrl);

const TIMEOUT_MS = 15_000;

/**
 * The way to this mail server. To another machine it is encrypted, unless the address says `?tls=none`: a mail contains links that open
 * accounts. `smtp:` then needs a server that takes STARTTLS; without it nothing is sent, not even the password.
 */
export function smtpTransport(smtpUrl: string, timeoutMs = TIMEOUT_MS): Transporter {
  const url = new URL(smtpUrl);
  // What the address says about encryption, `needsTls` has read.
  for (const name of ['tls', 'requireTLS', 'ignoreTLS', 'opportunisticTLS', 'secure']) url.searchParams.delete(name);
  return createTransport({
    url: url.href,
    requireTLS: needsTls(smtpUrl),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  } as SMTPTransport.Options);
}

/** Sends through the mail server of this circle. */
export function smtpDelivery(smtpUrl: string, from: string): MailDelivery {
  const transport = smtpTransport(smtpUrl);
  const domain = from.replace(/^.*@/, '').replace(/[^\w.-].*$/, '') || 'kith.invalid';
  return {
    leaves: true,
    async deliver(id, to, mail) {
      const { subject, text, html, replyTo, headers } = mail;
      await transport.sendMail({
        from,
        to,
        subject,
        text,
        html,
        ...(replyTo ? { replyTo } : {}),
        messageId: `<${id}@${domain}>`,
        // Keeps auto-responders, such as out-of-office replies, from answering it.
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', ...headers },
      });
    },
    close: () => transport.close(),
  };
}

/** What nodemailer says of a mail that was not accepted: the mail server's answer, and the command that it answered. */
interface DeliveryError {
  readonly responseCode?: number;
  readonly response?: string;
  readonly command?: string;
}

/**
 * Whether the mail server said that this address never takes a mail. An answer of the kind 5.7 is about the sender (RFC 3463): a server that
 * does not let Kith send would otherwise stop the mails to everybody.
 */
export function isRefusedForGood(error: unknown): boolean {
  const { responseCode = 0, response = '', command } = error as DeliveryError;
  return command === 'RCPT TO' && responseCode >= 550 && responseCode < 560 && !/^\d{3}[ -]5\.7\./.test(response);
}

/** Whether a mail that was not accepted can be sent again without arriving twice: the server said no, or never got its text. */
export function isSurelyUnsent(error: unknown): boolean {
  const { responseCode, command } = error as DeliveryError;
  return responseCode !== undefined || (command !== undefined && command !== 'DATA');
}

const MAILBOX_MAX = 500;

/** The hash of the token in a mail's link, if that token opens or moves an account. Upkeep finds the mail by it once the link is spent. */
function tokenHashIn(links: readonly string[]): Buffer | null {
  for (const link of links) {
    const found = readMailLink(new URL(link));
    const opens = found?.kind === 'invite' ? found.secret : found?.token;
    if (opens) return hashSecret(opens);
  }
  return null;
}

/**
 * Writes to the local mailbox when there is no mail server. Keeps the newest few hundred mails, which the operator can read on the machine.
 */
export function mailboxDelivery(sql: Sql): MailDelivery {
  return {
    leaves: false,
    async deliver(_id, to, mail, about) {
      await sql`
        insert into mailbox (recipient, subject, text, html, links, token_hash, about)
        values (${to}, ${mail.subject}, ${mail.text}, ${mail.html}, ${mail.links}, ${tokenHashIn(mail.links)}, ${about ?? null})`;
      await sql`delete from mailbox where id <= (select max(id) from mailbox) - ${MAILBOX_MAX}`;
    },
    close: () => {},
  };
}

export interface MailboxMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly links: readonly string[];
  readonly at: string;
}

/** The newest mails of the local mailbox, newest first. */
export const readMailbox = (sql: Sql, most = MAILBOX_MAX): Promise<MailboxMail[]> => sql<MailboxMail[]>`
  select recipient as to, subject, text, html, links,
    to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
  from mailbox order by id desc limit ${most}`;
