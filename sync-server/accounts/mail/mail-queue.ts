/**
 * Queues a mail in the transaction of the act that causes it: either both happen or neither. It is delivered after the commit, and tried
 * again for some hours while the mail server refuses.
 *
 * A mail that was delivered or given up is deleted at once, because it carries links that open accounts. Delivery is at least once. A mail
 * that is given up is an error in the log. While sending rests, mails wait (`core/sending.ts`).
 */
import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import type { Realm } from '../../../schemas/base/realm.ts';
import { startJobWorker } from '../../db/job-worker.ts';
import { addJob } from '../../db/jobs.ts';
import type { Database, Tx } from '../../db/pool/transaction.ts';
import { isRefusedForGood, type MailDelivery } from './mail-delivery.ts';
import type { MailLimits } from './mail-limits.ts';
import { isMailTemplate, type MailTemplate, type RenderedMail, renderMail } from './mail-templates.ts';

export const MAIL_QUEUE = 'mail';
/** The last pause is of 2.3 to 4.5 h, and all of them take 4.5 to 9 h. */
const MAX_TRIES = 14;
/** A mail server gives a dozen answers, for each of which it has 15 s. */
const LEASE_SECONDS = 180;
/** A member who has not read a notification after this time counts as away, and receives a mail. */
const AWAY_SECONDS = 120;

export interface Mail {
  readonly to: string;
  readonly template: string;
  readonly data: Readonly<Record<string, string>>;
  /** the member whose act the mail is about, or who left its address; the mail is deleted with them */
  readonly about?: string;
  /** a notification of the recipient: the mail waits for `AWAY_SECONDS`, and is dropped if the notification was read or is gone by then */
  readonly unlessRead?: string;
}

/** Mails that nobody needs, only kind: that somebody said yes. Their recipients may switch them off. */
const kindTemplates: ReadonlySet<string> = new Set<MailTemplate>(['friend-accepted']);

/** What the recipients of kind mails have chosen. */
export interface KindMails {
  /** the headers by which the recipient ends such mails; null if they get none */
  headersFor(to: string): Promise<Readonly<Record<string, string>> | null>;
  /** The mail server of this address said that there is nobody. */
  refused(to: string): Promise<void>;
}

/** Returns false when the mail is dropped, because many of its kind went to the same address. */
export type QueueMail = (tx: Tx, mail: Mail) => Promise<boolean>;

export interface MailQueue {
  readonly queueMail: QueueMail;
  /** Waits for the mails that are being delivered. The rest stay queued. */
  close(): Promise<void>;
}

/** Delivers mails from the start until `close`, unless `delivers` is false. */
export async function createMailQueue(deps: {
  /** for LISTEN */
  readonly listener: Sql;
  readonly database: Database;
  readonly log: Logger;
  readonly delivery: MailDelivery;
  readonly limits: MailLimits;
  readonly publicUrl: string;
  /** whether a mail may contain a secret that proves its address (`mailsProve`) */
  readonly proves: boolean;
  /** False only queues mails: a command beside the server does not know everything by which the server recognises a copy. */
  readonly delivers?: boolean;
  readonly kindMails?: KindMails;
  /** called when a mail is given up */
  readonly onGivenUp?: () => void;
  readonly realm?: Realm;
}): Promise<MailQueue> {
  const { listener, database, log, delivery, limits, publicUrl, proves, onGivenUp, delivers = true, kindMails, realm = globalThis } = deps;

  /** Sends a mail that its recipient may have switched off, and that is not tried again at an address that refuses it for good. */
  async function deliverKind(kind: KindMails, id: string, to: string, mail: RenderedMail, about?: string): Promise<void> {
    const headers = await kind.headersFor(to);
    if (headers === null) return;
    await delivery.deliver(id, to, { ...mail, headers }, about).catch(async (error: unknown) => {
      if (!isRefusedForGood(error)) throw error;
      await kind.refused(to);
    });
  }

  const worker =
    delivers &&
    (await startJobWorker<Mail>({
      realm,
      rests: delivery.leaves,
      database,
      listener,
      log,
      queue: MAIL_QUEUE,
      leaseSeconds: LEASE_SECONDS,
      maxTries: MAX_TRIES,
      async work({ id, data: { to, template, data, about, unlessRead } }) {
        if (!isMailTemplate(template)) throw new Error(`no template ${template}`);
        if (unlessRead !== undefined && !(await isUnread(database, unlessRead))) return;
        const { secret: _, ...rest } = data;
        const mail = renderMail(template, proves ? data : rest, publicUrl);
        if (kindMails && kindTemplates.has(template)) return deliverKind(kindMails, id, to, mail, about);
        await delivery.deliver(id, to, mail, about);
      },
      onFailed({ id, data: { template } }, error, givenUp) {
        // A mail server's refusal quotes the address, so only its code is logged.
        const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
        const fields = { mail: id, template, code, responseCode };
        if (!givenUp) return log.warn(fields, 'could not deliver a mail; trying again later');
        log.error(fields, 'could not deliver a mail and gave up; check SMTP_URL and the mail server');
        onGivenUp?.();
      },
    }));

  return {
    async queueMail(tx, mail) {
      if (!isMailTemplate(mail.template)) throw new Error(`no template ${mail.template}`);
      if (!(await limits.allow(tx, mail.to, mail.template))) {
        log.warn({ template: mail.template }, 'did not send a mail: too many of its kind went to the same address within an hour');
        return false;
      }
      await addJob(tx, MAIL_QUEUE, mail, { afterSeconds: mail.unlessRead === undefined ? 0 : AWAY_SECONDS });
      return true;
    },

    async close() {
      if (worker) await worker.close();
      delivery.close();
    },
  };
}

const isUnread = async (database: Database, notification: string): Promise<boolean> =>
  (await database.read((tx) => tx`select from notifications where id = ${notification} and not is_read`)).count > 0;
