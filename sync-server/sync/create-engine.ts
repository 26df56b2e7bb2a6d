/**
 * The engine: carries out acts exactly once, writes the change log with them, and announces what moved. Knows no feature by name.
 */
import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import { type Actor, refuse, type Verdict } from '../../schemas/base/refusal.ts';
import type { PullRequest, PullResponse, PushAnswer } from '../../schemas/protocol/sync.ts';
import { isOrphan, isUnavailable } from '../base/database-errors.ts';
import { describeError } from '../base/log.ts';
import { idNow, type ServerRealm } from '../base/server-realm.ts';
import { type DiskSpace, diskSpaceByErrors } from '../db/embedded/disk-space.ts';
import { type ConnectionClasses, singlePool } from '../db/pool/connection-classes.ts';
import { retryCollisions } from '../db/pool/retry-collisions.ts';
import type { Database, Tx } from '../db/pool/transaction.ts';
import { diskFull } from '../http/errors/disk-full.ts';
import { HttpError } from '../http/errors/http-error.ts';
import { costOfRows, noBudgets, type RequestBudgets } from '../http/limits/request-budgets.ts';
import { type Bus, noBus } from './bus/bus.ts';
import { type ChannelHub, createChannelHub } from './channels/channel-hub.ts';
import type { CommandContext } from './command.ts';
import { nobody, type Outcome, openContext, type QueueMail } from './command-context.ts';
import type { Answer, Engine } from './engine.ts';
import type { CollectionFeatures } from './feature.ts';
import { pull } from './pull/pull.ts';
import { visibleDocuments } from './pull/readable-scopes.ts';
import { mostScopes } from './pull/scope-limit.ts';
import { type Claim, claimWrite, keepOutcome, type Write } from './push/applied-writes.ts';
import { createCreator, creationOf } from './push/creator.ts';
import { createGatherer } from './push/gather.ts';
import { type Admission, endlessStorage, type MemberStorage, NOTHING, storesNothing } from './push/member-storage.ts';
import { createNotifier } from './push/notifier.ts';
import { costOf, createPush, type UncheckedChange } from './push/push.ts';
import { endlessActs, type RareActs } from './rare-acts.ts';
import { type Broadcaster, createBroadcaster, defaultTiming, type StreamTiming } from './streams/broadcaster.ts';
import { noMeter, type StreamMeter } from './streams/stream-meter.ts';
import { type WrittenLog, writeLog } from './write-log.ts';

export interface SyncEngine extends Engine {
  pull(viewer: string, request: PullRequest): Promise<PullResponse>;
  /** the most scopes that a device may name for a collection; no device can have more */
  readonly mostScopes: number;
  /**
   * With a session, checks that it is live: shared creations in the transaction of the writes, other changes before they are carried out.
   *
   * @throws HttpError 401 where the session has ended before; nothing is written then
   */
  push(actor: Actor, changes: readonly UncheckedChange[], sessionId?: string): Promise<PushAnswer[]>;
  /** Opens a stream on a Node response; it stays open until the session ends, the reader leaves or the engine closes. */
  readonly openStream: Broadcaster['open'];
  /** Opens a channel of the API on a Node response; it stays open as a stream does. */
  readonly openChannel: ChannelHub['open'];
  readonly mayOpenChannel: ChannelHub['mayOpen'];
  /** Ends the streams and channels of a session at once, in all processes. Without it, a beat would end them seconds later. */
  readonly closeSession: Broadcaster['closeSession'];
  /** the open streams and channels, and how long the oldest change has been waiting to be sent to the streams */
  streamState(): { readonly streams: number; readonly channels: number; readonly waitingSeconds: number };
  /** Makes the notifications that earlier processes did not make. To be called once at the start. */
  notifyWaiting(): Promise<void>;
  /** Sends all readers away and accepts no more. Acts are still carried out. */
  endStreams(): Promise<void>;
  /** Ends all streams, the bus and timers. The database stays open. */
  close(): Promise<void>;
}

export interface EngineParts {
  readonly realm?: ServerRealm;
  readonly database: Database;
  /** reserved connections for work that runs in sequence; by default everything uses `database` */
  readonly connectionClasses?: Omit<ConnectionClasses, 'sessions'>;
  readonly features: CollectionFeatures;
  readonly limits: CommandContext['limits'];
  /** by default nobody receives reports */
  readonly reports?: CommandContext['reports'];
  readonly queueMail: QueueMail;
  readonly log: Logger;
  /** returns which of these sessions are live, for pushes with a session */
  readonly readLiveSessions?: (sql: Sql, sessionIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** whether the disk has space for writes */
  readonly disk?: DiskSpace;
  /** how much a member may request in a minute */
  readonly budgets?: RequestBudgets;
  /** how much may be stored for a member */
  readonly storage?: MemberStorage;
  /** counts acts that may be done only a few times in an hour */
  readonly rareActs?: RareActs;
  readonly bus?: Bus;
  readonly timing?: Partial<StreamTiming>;
  /** measures what the streams send; by default nothing does */
  readonly meter?: StreamMeter;
}

const SUSPECT_PAUSE_MS = 60 * 60 * 1000;
const unread: CommandContext['reports'] = { to: null, perDay: 0 };
const nothing: Outcome = { changes: [], members: [], images: [], stores: NOTHING, answer: null };

/** Undoes the transaction in which it is thrown. The act is answered so. */
class Undo extends Error {
  readonly answer: Verdict;
  constructor(answer: Verdict) {
    super('undone');
    this.answer = answer;
  }
}

export function createEngine({
  realm = globalThis,
  database,
  connectionClasses,
  features,
  limits,
  reports = unread,
  queueMail,
  log,
  readLiveSessions = async () => new Set(),
  disk = diskSpaceByErrors(realm),
  budgets = noBudgets,
  storage = endlessStorage,
  rareActs = endlessActs,
  bus = noBus,
  timing,
  meter = noMeter,
}: EngineParts): SyncEngine {
  const { writes, notifications, streams } = connectionClasses ?? singlePool(database);
  const streamTiming = { ...defaultTiming, ...timing };
  const broadcaster = createBroadcaster({ realm, database: streams, features, bus, log, timing: streamTiming, meter });
  const channels = createChannelHub({ realm, database, features, bus, log, timing: streamTiming });

  const drawId = () => idNow(realm);

  let suspectedAt = Number.NEGATIVE_INFINITY;
  /** A device may send anything, so this is only a hint to the operator, at most once an hour. */
  function suspectRestore(): void {
    if (realm.performance.now() - suspectedAt < SUSPECT_PAUSE_MS) return;
    suspectedAt = realm.performance.now();
    log.warn('a device has a newer state than this database; if you restored a backup, run "npm run restored"');
  }

  /** After commit: sends the streams of this process what was written, wakes other processes, and queues notifications for new rows. */
  function announce(written: WrittenLog): void {
    broadcaster.committed(written);
    channels.wake(written.moved);
    bus.publish(written.moved);
    notifier.add(written.unnotified);
  }

  /** Runs a write, retries it after a collision, and announces what it wrote. Returns how many rows moved. */
  async function settle(work: () => Promise<WrittenLog | null>): Promise<number> {
    const written = await retryCollisions(
      () =>
        work().catch((error: unknown) => {
          // A connection lost during commit may still have committed.
          if (isUnavailable(error)) notifier.suspect();
          disk.failed(error);
          throw error;
        }),
      realm,
    );
    if (written) announce(written);
    return written?.rows ?? 0;
  }

  const transact = (work: (tx: Tx) => Promise<Outcome>): Promise<number> =>
    settle(() =>
      database.writePipelined(async (tx) => {
        const outcome = await work(tx);
        return { last: writeLog(tx, features, outcome, { read: broadcaster.isListening() }) };
      }),
    );

  const notifier = createNotifier({
    realm,
    database: notifications,
    features,
    carryOut: async (statement) => void (await settle(() => notifications.writeStatement(statement))),
    log,
  });

  function needDiskSpace(): void {
    if (disk.isFull()) throw diskFull();
  }

  const pay: SyncEngine['pay'] = async ({ userId }, writes = 1) => {
    needDiskSpace();
    await budgets.writes.take(userId, writes);
  };

  const isMember = async ({ userId }: Actor): Promise<boolean> =>
    (await database.ask((sql) => sql`select from profiles where id = ${userId}`)).length > 0;

  /** @throws HttpError 401 where the account was deleted while the request was running: nothing can belong to it any more */
  async function throwIfAccountDeleted(error: unknown, actor: Actor): Promise<void> {
    if (isOrphan(error) && !(await isMember(actor))) throw new HttpError(401);
  }

  /** Counts the rows that a write moved, beyond the one that was counted before. Returns what they cost. */
  function charge(member: string, rows: number): number {
    const cost = costOfRows(rows) - 1;
    if (cost > 0) budgets.writes.charge(member, cost);
    return cost;
  }

  /** Carries out an act that the request budget has already counted as one write. */
  const carryOut: SyncEngine['run'] = async (actor, written, act) => {
    const write: Write | null = typeof written === 'string' ? { id: written } : written;
    needDiskSpace();
    await notifier.settled();
    let verdict: Answer = { allowed: true };
    let extraCost = 0;
    let frees = false;
    const admissions: Admission[] = [];
    try {
      const rows = await transact(async (tx) => {
        const claim: Claim = write ? await claimWrite(tx, actor, write) : { is: 'new' };
        // Everybody who reads a row sees its write id. A write id of another member must neither be answered as done nor carried out.
        if (claim.is === 'foreign') throw new Undo(refuse('INVALID'));
        if (claim.is === 'reused') throw new Undo(refuse(write?.reused ?? 'IDEMPOTENCY_KEY_REUSED'));
        if (claim.is === 'done') {
          verdict = { allowed: true, did: claim.outcome ?? undefined };
          return nothing;
        }
        const { context, finish } = openContext(tx, {
          actor,
          writeId: write?.id ?? drawId(),
          newId: drawId,
          limits,
          reports,
          queueMail,
          rareActs,
        });
        const judged = await act(context);
        if (!judged.allowed) throw new Undo(judged);
        const outcome = finish();
        const isFree = storesNothing(outcome.stores);
        frees = isFree;
        verdict = { allowed: true, did: outcome.answer ?? undefined };
        if (write && outcome.answer !== null) await keepOutcome(tx, write.id, outcome.answer);
        const admission = isFree ? () => undefined : await storage.admit((statement) => statement(tx), actor.userId, outcome.stores);
        if (admission === null) throw new Undo(refuse('STORAGE_USED_UP'));
        admissions.push(admission);
        return outcome;
      });
      extraCost = charge(actor.userId, rows);
      if (frees) storage.mayHaveFreed(actor.userId);
    } catch (error) {
      await throwIfAccountDeleted(error, actor);
      if (!(error instanceof Undo)) throw error;
      verdict = error.answer;
    } finally {
      for (const ended of admissions) ended();
    }
    return extraCost === 0 ? verdict : { ...verdict, extraCost };
  };

  const gather = createGatherer({
    realm,
    database: writes,
    features,
    announce,
    charge,
    onFailed: (error) => {
      if (isUnavailable(error)) notifier.suspect();
      disk.failed(error);
    },
    log,
  });
  const creator = createCreator({
    database,
    gather,
    run: carryOut,
    admit: (member, more) => storage.admit((statement) => database.ask(statement), member, more),
    throwIfAccountDeleted,
  });
  const push = createPush({
    database,
    features,
    creator,
    run: carryOut,
    budget: budgets.writes,
    sessionIsLive: async (sessionId) => (await database.ask((sql) => readLiveSessions(sql, [sessionId]))).has(sessionId),
    isUnavailable,
    onUnexpected: (error, collection) =>
      log.error(
        { collection, error: describeError(error) },
        'refused a change because of an unexpected error; its member sees it as not accepted',
      ),
  });

  const endStreams = async (): Promise<void> => {
    await Promise.all([broadcaster.close(), channels.close()]);
  };

  return {
    newId: drawId,
    async run(actor, writeId, act, { paid = false } = {}) {
      if (!paid) await pay(actor);
      return carryOut(actor, writeId, act);
    },
    pay,
    charge({ userId }, writes) {
      if (writes > 0) budgets.writes.charge(userId, writes);
    },
    async create(collection, actor, written, input) {
      needDiskSpace();
      await budgets.writes.take(actor.userId);
      const feature = features[collection].create;
      if (!feature) throw new Error(`${collection} are not created by a statement`);
      const write: Write = typeof written === 'string' ? { id: written } : written;
      const creation = creationOf(feature, input, { collection, actor, sessionId: undefined, write });
      const tried = creation && (await creator.tryTogether(actor, [creation])).get(creation);
      const command = async ({ tx }: CommandContext) => {
        const verdict = await feature.check(tx, actor, input);
        return verdict.allowed ? refuse(feature.isTaken) : verdict;
      };
      return creator.carryOut({ actor, write, feature, input, creation, command }, tried ?? undefined);
    },
    visible: (tx, viewer, collection, ids) => visibleDocuments(tx, features, viewer, collection, ids),
    async system(act) {
      await notifier.settled();
      await transact(async (tx) => {
        const { context, finish } = openContext(tx, {
          actor: nobody,
          writeId: drawId(),
          newId: drawId,
          limits,
          reports,
          queueMail,
          rareActs,
        });
        await act(context);
        return finish();
      });
    },
    settled: notifier.settled,
    notifyWaiting: () => notifier.notifyWaiting(0),
    async pull(viewer, request) {
      await notifier.settled();
      return pull(database, features, viewer, request, suspectRestore);
    },
    mostScopes: mostScopes(limits.maxDirectFriends),
    async push(actor, changes, sessionId) {
      needDiskSpace();
      await budgets.writes.take(actor.userId, costOf(changes));
      return push(actor, changes, sessionId);
    },
    openStream: broadcaster.open,
    openChannel: channels.open,
    mayOpenChannel: channels.mayOpen,
    closeSession(sessionId) {
      broadcaster.closeSession(sessionId);
      channels.closeSession(sessionId);
      bus.publish({ scopes: [], members: [], sessions: [sessionId] });
    },
    streamState() {
      const { open, waitingSeconds } = broadcaster.state();
      return { streams: open, channels: channels.count(), waitingSeconds };
    },
    endStreams,
    async close() {
      await notifier.close();
      await endStreams();
      await bus.close();
    },
  };
}
