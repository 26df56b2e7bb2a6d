/** Calls on a real server: phones with subscriptions at a real push service, and processes that send what is due, fail, and die. */
import { pino } from 'pino';
import { restSending } from '../../../../sync-server/core/sending.ts';
import type { Database } from '../../../../sync-server/db/pool/transaction.ts';
import { createCalls } from '../../../../sync-server/features/push/calls/calls.ts';
import { createPush } from '../../../../sync-server/features/push/push.ts';
import type { PushDelivery } from '../../../../sync-server/features/push/push-delivery.ts';
import { apiClient } from '../../../support/api-client.ts';
import type { TestPushService, TestSubscription } from '../../../support/push-service.ts';
import type { StartedApp } from '../../../support/start-app.ts';
import type { NewMember } from '../oracle.ts';

export interface Phone {
  readonly member: string;
  readonly session: string;
  readonly endpoint: string;
  /** how it can stop being called */
  readonly ends: readonly (() => unknown)[];
}

/** A line in the table of due work. */
export interface CallLine {
  readonly id: string;
  readonly line: string;
  readonly since: Date;
  /** when the newest happened that it is about; null if it is about all since */
  readonly upTo: Date | null;
  /** the only device and tag that it is for */
  readonly again: { readonly session: string; readonly tag: string } | null;
}

export interface ArrivedCall {
  readonly endpoint: string;
  readonly text: string;
}

/** What happens to a process that sends: its push service fails, or the process dies after so many calls were taken. */
export interface Mishap {
  readonly failing?: boolean;
  readonly diesAfter?: number;
}

export type Calling = Awaited<ReturnType<typeof startCalling>>;

/** The server's own process sends nothing, so that a history decides when calls are sent. */
export async function startCalling(server: StartedApp, pushService: TestPushService) {
  const { sql, database, config, engine, sessions } = server;
  await restSending(database, 'copied');

  const log = pino({ level: 'silent' });
  const newPush = () => createPush({ config, database, log, trusted: [pushService.certificate] });
  const push = newPush();

  /** Sends nothing any more once so many calls were taken, and no statement. */
  function processThatDies(diesAfter: number, outside: PushDelivery) {
    let taken = 0;
    const isDead = () => taken >= diesAfter;
    const alive =
      <Args extends readonly unknown[], T>(ask: (...args: Args) => Promise<T>) =>
      (...args: Args): Promise<T> =>
        isDead() ? Promise.reject(Object.assign(new Error('the process is gone'), { code: 'CONNECTION_CLOSED' })) : ask(...args);
    const mortal: Database = {
      ...database,
      ask: alive((statement) => database.ask(statement)) as Database['ask'],
      write: alive((work) => database.write(work)) as Database['write'],
      writeStatement: alive((statement) => database.writeStatement(statement)) as Database['writeStatement'],
    };
    const delivery: PushDelivery = {
      async send(subscription, message) {
        if (isDead()) return { kind: 'later', seconds: 1 };
        const outcome = await outside.send(subscription, message);
        if (outcome.kind === 'accepted') taken += 1;
        return outcome;
      },
      close: () => outside.close(),
    };
    return { database: mortal, delivery, publicUrl: push.publicUrl, log, isDead };
  }

  return {
    /** Waits for the notifications of what happened. */
    settled: () => engine.settled(),
    /** A new session of this member, on a device that can be called. */
    async openPhone({ id: member }: NewMember): Promise<Phone> {
      const { sessionId: session, accessToken } = await sessions.open(member, 'a phone');
      const client = apiClient(server.url);
      client.use(accessToken);
      const { body } = await client.get('/api/push/key');
      const { endpoint, keys, end }: TestSubscription = await pushService.subscribe(body.data.key);
      const { status } = await client.put('/api/push/subscription', { endpoint, keys });
      if (status !== 200) throw new Error(`a subscription was answered ${status}`);
      const ends = [
        () => sessions.revoke(member, session),
        () => sql`update sessions set expires_at = now() where id = ${session}`,
        () => client.delete('/api/push/subscription'),
        () => end(410),
      ];
      return { member, session, endpoint, ends };
    },
    /** What waits, in the order in which it was added. */
    lines: () => sql<CallLine[]>`
      select id, data ->> 'line' as line, (data ->> 'since')::timestamptz as since,
        (data ->> 'upTo')::timestamptz as "upTo", data -> 'again' as again
      from jobs where queue like 'call%' order by created_at, id`,
    /** Makes these lines due and no others, and lets a process send them. */
    async send(lines: readonly CallLine[], { failing = false, diesAfter = Number.POSITIVE_INFINITY }: Mishap) {
      await sql`
        update jobs set due_at = case when id = any (${lines.map(({ id }) => id)}::uuid[]) then now() else now() + interval '1 hour' end
        where queue like 'call%'`;
      const before = pushService.received.length;
      pushService.behave(failing ? { status: 503 } : 'accept');
      // A service that fails rests, so only those who saw it fail know.
      const { isDead, ...parts } = processThatDies(diesAfter, failing ? newPush().delivery : push.delivery);
      // It takes what is due when it starts, and ends when that is done.
      await createCalls(parts).close();
      if (failing) await parts.delivery.close();
      const arrived: readonly ArrivedCall[] = pushService.received.slice(before);
      return { arrived, died: isDead() };
    },
    complaints: pushService.complaints,
    close: () => push.delivery.close(),
  };
}
