/**
 * Calls: devices are called about what happened, some seconds after it. The transaction of an event puts one line into the table of due
 * work, for however many readers; further events join it. When it is due, its readers are asked anew.
 *
 * Guarantees: (1) nobody is called about what they have read on any device, may not read at that moment, or switched off; (2) an
 * event is called about at least once; if a process dies between sending and noting, the call comes again with the same tag and event;
 * (3) while push services fail, the work in hand is bounded, and the rest waits in the table. Enter through `createCalls`.
 */
import type { Logger } from 'pino';
import type { Realm, Timer } from '../../../../schemas/base/realm.ts';
import { describeError } from '../../../base/log.ts';
import { claimJobs, type Job, removeJob, retryJob } from '../../../db/jobs.ts';
import type { Database } from '../../../db/pool/transaction.ts';
import { serverKey } from '../../../db/server-key.ts';
import type { PushDelivery } from '../push-delivery.ts';
import { AGAIN_QUEUE, EVENT_QUEUE, type Line, QUIET_QUEUE } from './lines.ts';
import { sendLine } from './send-line.ts';
import { createSlots } from './slots.ts';

/** Lines are due seconds after they were added, so a claim learns of every line before it is due. */
const POLL_MS = 2000;
/** Lines in hand. Devices that failed before have places of their own, so that they hold up nobody. */
const EVENTS_AT_ONCE = 48;
const AGAIN_AT_ONCE = 16;
/** A push service takes few requests at once. */
const SENT_AT_ONCE = 16;
/** Calls must not keep connections from members who wait. */
const QUERIES_AT_ONCE = 2;
/** Longer than a line takes: after that another process may send it. */
const LEASE_SECONDS = 180;
const MAX_TRIES = 8;

export interface CallsDeps {
  readonly database: Database;
  readonly delivery: PushDelivery;
  readonly publicUrl: string;
  readonly log: Logger;
  /** whether what is due waits while sending to members rests; false by default */
  readonly rests?: boolean;
  readonly realm?: Realm;
}

export interface Calls {
  /** Waits for what is being sent. The rest stays in the table. */
  close(): Promise<void>;
}

/** Calls devices from now until `close`. */
export function createCalls(deps: CallsDeps): Calls {
  const { realm = globalThis } = deps;
  const queries = createSlots(QUERIES_AT_ONCE, realm);
  const parts = {
    ...deps,
    realm,
    database: fewAtOnce(deps.database, async (work) => {
      const free = await queries.take('database');
      return work().finally(() => free?.());
    }),
    topicKey: serverKey(deps.database, 'call-topics'),
    sending: createSlots(SENT_AT_ONCE, realm),
  };
  const work = (job: Job<Line>) => sendLine(parts, job);
  const pumps = [startPump(parts, [EVENT_QUEUE, QUIET_QUEUE], EVENTS_AT_ONCE, work), startPump(parts, [AGAIN_QUEUE], AGAIN_AT_ONCE, work)];
  return {
    async close() {
      await Promise.all(pumps.map((pump) => pump.close()));
    },
  };
}

/** A database of which few connections are used at once. */
function fewAtOnce(database: Database, inTurn: <T>(work: () => Promise<T>) => Promise<T>): Database {
  return {
    ...database,
    ask: (statement) => inTurn(() => database.ask(statement)),
    write: (work) => inTurn(() => database.write(work)),
    writeStatement: (statement) => inTurn(() => database.writeStatement(statement)),
  };
}

type PumpDeps = Pick<CallsDeps, 'database' | 'log' | 'rests'> & { readonly realm: Realm };

/** Does the lines of these queues at their time, at most `places` at once. */
function startPump(
  { database, log, rests = false, realm }: PumpDeps,
  queues: readonly string[],
  places: number,
  work: (job: Job<Line>) => Promise<void>,
): Calls {
  const inHand = new Set<Promise<void>>();
  let closed = false;
  let claiming: Promise<void> | undefined;
  /** whether the last claim filled all places, so that more may be due */
  let full = false;
  let again = false;
  let timer: Timer | undefined;

  async function run(job: Job<Line>): Promise<void> {
    try {
      // Processes died at all the tries before, maybe because of this line.
      if (job.tries > MAX_TRIES) throw new Error('no try came to its end');
      await work(job);
    } catch (error) {
      const givenUp = job.tries >= MAX_TRIES;
      const fields = { error: describeError(error), tries: job.tries };
      if (givenUp) log.error(fields, 'could not send calls and gave them up');
      else log.warn(fields, 'could not send calls; trying again later');
      // If the database is away, the line is due again at the end of its lease.
      await (givenUp ? removeJob(database, job) : retryJob(database, job)).catch(() => undefined);
    }
  }

  function start(job: Job<Line>): void {
    const running = run(job).finally(() => {
      inHand.delete(running);
      if (full) wake();
    });
    inHand.add(running);
  }

  async function claim(): Promise<void> {
    do {
      again = false;
      const count = places - inHand.size;
      full = count === 0;
      if (full || closed) return;
      const { jobs, nextMs } = await claimJobs<Line>(database, queues, count, {
        leaseSeconds: LEASE_SECONDS,
        soonSeconds: (2 * POLL_MS) / 1000,
        rests,
      });
      for (const job of jobs) start(job);
      full = jobs.length === count;
      if (nextMs !== null) wakeIn(nextMs);
    } while (again && !closed);
  }

  /** The next claim is in so many milliseconds, or earlier. */
  function wakeIn(ms: number): void {
    if (closed || ms >= POLL_MS) return;
    realm.clearTimeout(timer);
    timer = realm.setTimeout(wake, Math.ceil(ms));
  }

  function wake(): void {
    again = true;
    if (closed || claiming !== undefined) return;
    claiming = claim()
      .catch((error: unknown) =>
        log.error({ queues, error: describeError(error) }, 'could not read which calls are due; trying again in 2 s'),
      )
      .finally(() => {
        claiming = undefined;
      });
  }

  const polls = realm.setInterval(wake, POLL_MS);
  wake();
  return {
    async close() {
      closed = true;
      realm.clearInterval(polls);
      realm.clearTimeout(timer);
      await claiming;
      await Promise.all(inHand);
    },
  };
}
