/**
 * Queues a mail in the transaction of the act that causes it: either both happen or neither. It is delivered after the commit, and tried
 * again for some hours while the mail server refuses.
 *
 * A mail that was delivered or given up is deleted at once, because it carries links that open accounts. Delivery is at least once. A mail
 * that is given up is an error in the log.
 */
import type PgBoss from 'pg-boss';
import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import { ensureQueue, type JobValues, nulled } from '../db/jobs.ts';
import type { Database, Tx } from '../db/transaction.ts';
import { describeError } from '../log.ts';
import type { MailDelivery } from './mail-delivery.ts';
import type { MailLimits } from './mail-limits.ts';
import { isMailTemplate, renderMail } from './mail-templates.ts';

/** The name of the queue. A backup contains what is in it. */
export const MAIL_QUEUE = 'mail';
const CHANNEL = 'kith_mail';
/** Usually the commit wakes delivery. The poll finds mails that are due for another try. */
const POLL_MS = 2000;
const BATCH = 5;
/**
 * The pause doubles from at most 4 s to at most about 4.5 h. A random part of up to half is left off, so the tries take 4.5 to 9 h in all.
 */
const RETRIES = { retryLimit: 13, retryDelay: 2, retryBackoff: true, expireInSeconds: 120 };

export interface Mail {
  readonly to: string;
  readonly template: string;
  readonly data: Readonly<Record<string, string>>;
  /** the member whose act the mail is about, if any; the mail is deleted with them */
  readonly about?: string;
}

/** Returns false when the mail is dropped, because many of its kind went to the same address. */
export type QueueMail = (tx: Tx, mail: Mail) => Promise<boolean>;

export interface MailQueue {
  readonly queueMail: QueueMail;
  /** Waits for the mails that are being delivered. The rest stay queued. */
  close(): Promise<void>;
}

/** Creates the queue if it does not exist. */
export const ensureMailQueue = (database: Database, boss: PgBoss): Promise<void> =>
  ensureQueue(database, boss, { name: MAIL_QUEUE, ...RETRIES });

/** Uses this process's job queue. Stop `boss` after `close`. */
export async function createMailQueue(deps: {
  readonly boss: PgBoss;
  /** for LISTEN */
  readonly listener: Sql;
  readonly database: Database;
  readonly log: Logger;
  readonly delivery: MailDelivery;
  readonly limits: MailLimits;
  readonly publicUrl: string;
  /** called when a mail is given up */
  readonly onGivenUp?: () => void;
}): Promise<MailQueue> {
  const { boss, listener, database, log, delivery, limits, publicUrl, onGivenUp } = deps;
  await ensureMailQueue(database, boss);

  let closed = false;
  let working: Promise<void> | undefined;
  let again = false;

  async function deliver(job: PgBoss.JobWithMetadata<Mail>): Promise<void> {
    const { to, template, data, about } = job.data;
    try {
      if (!isMailTemplate(template)) throw new Error(`no template ${template}`);
      await delivery.deliver(job.id, to, renderMail(template, data, publicUrl), about);
    } catch (error) {
      // A mail server's refusal quotes the address, so only its code is logged.
      const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
      if (job.retryCount < job.retryLimit) {
        log.warn({ mail: job.id, template, code, responseCode }, 'a mail was not delivered and will be tried again');
        await boss.fail(MAIL_QUEUE, job.id, { code, responseCode });
        return;
      }
      log.error({ mail: job.id, template, code, responseCode }, 'a mail was given up');
      onGivenUp?.();
    }
    await boss.deleteJob(MAIL_QUEUE, job.id);
  }

  async function deliverAll(): Promise<void> {
    do {
      again = false;
      for (;;) {
        const jobs = closed ? [] : await boss.fetch<Mail>(MAIL_QUEUE, { batchSize: BATCH, includeMetadata: true });
        if (jobs.length === 0) break;
        // Waits for all of them, even when one could not be taken out of the queue.
        const failed = (await Promise.allSettled(jobs.map(deliver))).find((outcome) => outcome.status === 'rejected');
        if (failed) throw failed.reason;
      }
    } while (again);
  }

  function wake(): void {
    again = true;
    if (closed || working !== undefined) return;
    working = deliverAll()
      .catch((error: unknown) => log.error({ error: describeError(error) }, 'mails could not be delivered'))
      .finally(() => {
        working = undefined;
      });
  }

  const timer = setInterval(wake, POLL_MS);
  // Arrives only after the commit. Without it, as behind some poolers, the poll delivers a little later.
  const listening = await listener.listen(CHANNEL, wake).catch((error: unknown) => {
    log.warn({ error: describeError(error) }, 'mails will be delivered by polling');
    return undefined;
  });
  wake();

  return {
    async queueMail(tx, mail) {
      if (!isMailTemplate(mail.template)) throw new Error(`no template ${mail.template}`);
      if (!(await limits.allow(tx, mail.to, mail.template))) {
        log.warn({ template: mail.template }, 'a mail was left out: many of its kind went to the same address within an hour');
        return false;
      }
      const db = { executeSql: async (text: string, values: JobValues) => ({ rows: [...(await tx.unsafe(text, nulled(values)))] }) };
      const id = await boss.send(MAIL_QUEUE, { ...mail }, { db });
      if (id === null) throw new Error('a mail could not be queued');
      await tx`select pg_notify(${CHANNEL}, '')`;
      return true;
    },

    async close() {
      closed = true;
      clearInterval(timer);
      await listening?.unlisten().catch(() => {});
      await working;
      delivery.close();
    },
  };
}
