import { createTransport } from 'nodemailer';
import type { Sql } from 'postgres';
import type { RenderedMail } from './mail-templates.ts';
import { hashSecret } from './secrets.ts';

/** Where mails finally go. `deliver` throws when the mail was not accepted, and is then called again later. */
export interface MailDelivery {
  /**
   * `id` stays the same when a mail is tried again, so that a mail server can recognise a repetition. `about` is the member whose act the
   * mail is about.
   */
  deliver(id: string, to: string, mail: RenderedMail, about?: string): Promise<void>;
  close(): void;
}

const TIMEOUT_MS = 15_000;

/** Sends through the mail server of this circle. */
export function smtpDelivery(smtpUrl: string, from: string): MailDelivery {
  const transport = createTransport(smtpUrl, {
    from,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  } as Parameters<typeof createTransport>[1]);
  const domain = from.replace(/^.*@/, '').replace(/[^\w.-].*$/, '') || 'kith.invalid';
  return {
    async deliver(id, to, mail) {
      const { subject, text, html, replyTo } = mail;
      await transport.sendMail({
        from,
        to,
        subject,
        text,
        html,
        ...(replyTo ? { replyTo } : {}),
        messageId: `<${id}@${domain}>`,
        // Keeps auto-responders, such as out-of-office replies, from answering it.
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      });
    },
    close: () => transport.close(),
  };
}

const MAILBOX_MAX = 500;

/** The hash of the token in a mail's link, if that token opens or moves an account. Upkeep finds the mail by it once the link is spent. */
function tokenHashIn(links: readonly string[]): Buffer | null {
  for (const link of links) {
    const { pathname, searchParams } = new URL(link);
    const token =
      pathname === '/auth'
        ? (searchParams.get('verify') ?? searchParams.get('address'))
        : pathname === '/auth/reset-password'
          ? searchParams.get('token')
          : null;
    if (token !== null) return hashSecret(token);
  }
  return null;
}

/**
 * Writes to the local mailbox when there is no mail server. Keeps the newest few hundred mails, which the operator can read on the machine.
 */
export function mailboxDelivery(sql: Sql): MailDelivery {
  return {
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
