/**
 * Mails to members none of whose devices can be called: at most one a day, or a week, and only to those who have not had Kith in sight for
 * a day. Somebody who has joined in the last three days gets them within minutes, at most three a day: nobody has shown them yet that
 * anything happens here.
 *
 * A mail is claimed in the database before it is sent, in the transaction that reads what it is about. So of several processes one sends it,
 * and a process that is killed loses it: at most once. It is given back only where the mail server has surely not taken it. A clock that was
 * set back makes mails wait.
 */
import type { Logger } from 'pino';
import { settingKey } from '../../../../schemas/profiles/setting-keys.ts';
import { mailCallsDefault } from '../../../../schemas/push/mail-calls.ts';
import { isRefusedForGood, isSurelyUnsent, type MailDelivery } from '../../../accounts/mail/mail-delivery.ts';
import { describeError } from '../../../base/log.ts';
import { repeatedly } from '../../../base/repeatedly.ts';
import type { ServerRealm } from '../../../base/server-realm.ts';
import { takeRound } from '../../../db/jobs.ts';
import type { Database, Tx } from '../../../db/pool/transaction.ts';
import { isSending } from '../../../db/resting.ts';
import { isEmpty, type MailContent, readMailContent } from './mail-content.ts';
import { renderCallMail } from './mail-letter.ts';
import { mailTokenOf } from './mail-token.ts';
import { forgetRefusedAddresses, stopAddress } from './stopped-addresses.ts';

export const MAIL_ROUNDS_QUEUE = 'mails-that-call';
const CHECK_MS = 30_000;
const EVERY_SECONDS = 60;
/** How many members a round looks at. The others come in the next round. */
const BATCH = 500;
/** An event that is younger may still be read in the app, and its transaction may not have committed. */
const SETTLED = '2 minutes';
/** By how much a mail may come late. What happened in that time belongs to its period too. */
const ROUNDS = '5 minutes';
/** As long as an access token: a device that has Kith in sight says so at least as often. */
const OUT_OF_SIGHT = '10 minutes';

export interface CallMailsDeps {
  readonly database: Database;
  readonly delivery: MailDelivery;
  readonly publicUrl: string;
  /** the key of `mailTokenOf` */
  readonly key: () => Promise<Buffer>;
  readonly log: Logger;
  readonly realm?: ServerRealm;
}

export interface CallMails {
  /** Sends what is due now, in this process. */
  send(): Promise<void>;
  /** Sends what is due from now on, in turns with the other processes. */
  start(checkMs?: number): void;
  /** Waits for the mail that is being sent. */
  close(): Promise<void>;
}

interface Claim {
  readonly id: string;
  readonly userId: string;
  readonly email: string;
  readonly content: MailContent;
  readonly before: { readonly covered_until: string; readonly claimed_at: string };
}

interface Standing {
  readonly email: string;
  readonly due: boolean;
  readonly since: Date;
  readonly until: Date;
  readonly sight: Date;
  readonly next: Date;
  readonly covered_until: string;
  readonly claimed_at: string;
}

/** Whose devices cannot be called, at an address that takes mails, while nothing rests. */
const mayBeMailed = (tx: Tx, leaves: boolean) => tx`
  not exists (select from push_subscriptions p join live_sessions l on l.id = p.session_id where p.user_id = u.id)
  and not exists (select from stopped_addresses a where a.email = u.email)
  ${leaves ? tx`and ${isSending(tx)}` : tx``}`;

const joinedLately = (tx: Tx) => tx`u.created_at > now() - interval '3 days'`;
const sightOf = (tx: Tx) => tx`coalesce((select max(s.last_used_at) from sessions s where s.user_id = u.id), u.created_at)`;
const choiceOf = (tx: Tx) => tx`
  coalesce((select s.value from settings s where s.user_id = u.id and s.key = ${settingKey.mailCalls}), ${mailCallsDefault})`;

/** The members for whom it should be found out whether a mail is due. Others than newcomers are looked at once an hour. */
const readCandidates = (tx: Tx, leaves: boolean) => tx<{ id: string }[]>`
  select u.id from users u left join call_mails c on c.user_id = u.id
  where (${joinedLately(tx)} or (${sightOf(tx)} <= now() - interval '1 day'
      and (c.user_id is null or c.look_at <= now() or c.look_at > now() + interval '1 hour')))
    and ${choiceOf(tx)} <> 'off' and ${mayBeMailed(tx, leaves)}
  order by c.look_at nulls first limit ${BATCH}`;

/** Reads where a member stands. The row stays locked, so that nobody else claims their mail. Null while another process does so. */
async function lockStanding(tx: Tx, userId: string, leaves: boolean): Promise<Standing | null> {
  await tx`insert into call_mails (user_id) select id from users where id = ${userId} on conflict do nothing`;
  const locked = await tx`select from call_mails where user_id = ${userId} for update skip locked`;
  if (locked.count === 0) return null;
  const [found] = await tx<Standing[]>`
    select u.email, t.sight,
      case when t.free > now() then least(t.free, now() + interval '1 hour') else now() + interval '1 hour' end as next,
      c.covered_until::text, c.claimed_at::text, date_trunc('milliseconds', now() - ${SETTLED}::interval) as until,
      greatest(c.covered_until, now() - t.period - ${ROUNDS}::interval, u.created_at, (select resumed_at - interval '1 hour' from epoch)) as since,
      t.choice <> 'off' and ${mayBeMailed(tx, leaves)} and case when t.newcomer
        then t.sight <= now() - ${OUT_OF_SIGHT}::interval
          and (select count(*) from unnest(c.claimed_at) at where at > now() - interval '1 day') < 3
        else t.sight <= now() - interval '1 day' and not exists (select from unnest(c.claimed_at) at where at > now() - t.period)
      end as due
    from users u
    join call_mails c on c.user_id = u.id,
    lateral (select ${choiceOf(tx)} as choice, ${sightOf(tx)} as sight) m,
    lateral (select m.choice, m.sight, m.choice = 'day' and ${joinedLately(tx)} as newcomer,
      case when m.choice = 'week' then interval '7 days' else interval '1 day' end as period) p,
    lateral (select p.*, (select coalesce(max(at), '-infinity') + p.period from unnest(c.claimed_at) at) as free) t
    where u.id = ${userId}`;
  return found ?? null;
}

/** Claims the mail of a member, if one is due and has something to say. */
const claimMail = (database: Database, userId: string, leaves: boolean, realm: ServerRealm): Promise<Claim | null> =>
  database.write(async (tx) => {
    const standing = await lockStanding(tx, userId, leaves);
    if (standing === null) return null;
    await tx`update call_mails set look_at = ${standing.next} where user_id = ${userId}`;
    if (!standing.due) return null;
    const content = await readMailContent(tx, { userId, ...standing });
    if (isEmpty(content)) return null;
    await tx`
      update call_mails set covered_until = ${standing.until}, claimed_at = (claimed_at || now())[greatest(cardinality(claimed_at) - 1, 1):]
      where user_id = ${userId}`;
    const { email, covered_until, claimed_at } = standing;
    return { id: realm.crypto.randomUUID(), userId, email, content, before: { covered_until, claimed_at } };
  });

/** Mails members whom nothing else calls. */
export function createCallMails({ database, delivery, publicUrl, key, log, realm = globalThis }: CallMailsDeps): CallMails {
  let closed = false;
  let rounds: ReturnType<typeof repeatedly> | undefined;

  async function sendTo(userId: string): Promise<void> {
    const claim = await claimMail(database, userId, delivery.leaves, realm);
    if (claim === null) return;
    const { id, email, content, before } = claim;
    try {
      await delivery.deliver(id, email, renderCallMail(content, publicUrl, mailTokenOf(await key(), userId)));
    } catch (error) {
      // A mail server's refusal quotes the address, so only its code is logged.
      const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
      const forGood = isRefusedForGood(error);
      const unsent = isSurelyUnsent(error);
      log.warn({ mail: id, code, responseCode, forGood, unsent }, 'could not deliver a mail that calls a member');
      if (forGood) await database.write((tx) => stopAddress(tx, email, 'refused'));
      if (unsent) {
        await database.writeStatement(
          (sql) => sql`
            update call_mails set covered_until = ${before.covered_until}::text::timestamptz, claimed_at = ${before.claimed_at}::text::timestamptz[]
            where user_id = ${userId}`,
        );
      }
    }
  }

  async function send(): Promise<void> {
    await database.write(forgetRefusedAddresses);
    const candidates = await database.read((tx) => readCandidates(tx, delivery.leaves));
    for (const { id } of candidates) {
      if (closed) return;
      await sendTo(id);
    }
  }

  return {
    send,
    start(checkMs = CHECK_MS) {
      const round = async () => {
        if (await takeRound(database, MAIL_ROUNDS_QUEUE, EVERY_SECONDS)) await send();
      };
      rounds = repeatedly(
        checkMs,
        round,
        (error) => log.warn({ error: describeError(error) }, 'could not send the mails that call members; trying again in 30 s'),
        realm,
      );
      void rounds.now();
    },
    async close() {
      closed = true;
      await rounds?.stop();
    },
  };
}
