/**
 * The channels that are open in this process. Each reader advances by its own steps (`channel-step.ts`). Readers wake for the same reasons
 * as the streams of devices: commits of this process, the bus of the other processes, and a slow check for what both missed.
 *
 * An open channel grants nothing. Every step asks the database who may read the channel, in the snapshot of what it sends.
 */
import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { answerWording } from '../../../schemas/wording/answer-wording.ts';
import { isUnavailable } from '../../base/database-errors.ts';
import { describeError } from '../../base/log.ts';
import { repeatedly } from '../../base/repeatedly.ts';
import type { ServerRealm } from '../../base/server-realm.ts';
import { inTime } from '../../db/pool/in-time.ts';
import type { Database } from '../../db/pool/transaction.ts';
import { HttpError } from '../../http/errors/http-error.ts';
import { refusalError } from '../../http/errors/refusal-error.ts';
import type { Announcement, Bus } from '../bus/bus.ts';
import type { CollectionFeatures } from '../feature.ts';
import { headsOfReaders } from '../pull/readable-scopes.ts';
import type { StreamTiming } from '../streams/broadcaster.ts';
import type { Channel } from './channel.ts';
import { type ChannelOwner, ChannelReader, type Due, nothingDue } from './channel-reader.ts';
import { beginChannel, type ChannelStep, readStep, shareSteps } from './channel-step.ts';

/** Enough for posts, notifications, and the posts and groups on the screen. */
export const MAX_CHANNELS_OF_SESSION = 24;
/** Transactions that read steps at the same time. More of them would take connections that writes need, and would share fewer queries. */
const STEPS_AT_ONCE = 2;
/** Readers per transaction, whose queries run together. A reader that has to look at all its scopes needs many queries. */
const READERS_A_STEP = { some: 32, all: 8 };
/** Readers whose heads are read at once. A heartbeat spreads its batches over half its interval, so that nothing else waits for it. */
const BATCH = 25;
/** The answer to a client that opens a channel while the database does not answer. */
export const subscriptionTimeout = () => new HttpError(504, { code: 'SUBSCRIPTION_TIMEOUT', message: answerWording.SUBSCRIPTION_TIMEOUT });

const MAX_ASKED = 10_000;

export interface ChannelHub {
  /**
   * Answers with a channel that stays open.
   *
   * @throws HttpError with the answer of an unknown parent where the viewer may not read it, 504 where it took too long
   */
  open(response: ServerResponse, channel: Channel, owner: ChannelOwner, lastEventId: string | undefined): Promise<void>;
  /**
   * Resolves where `open` would answer with a channel; for a request that asks for the headers alone.
   *
   * @throws HttpError as `open` does
   */
  mayOpen(channel: Channel, viewer: string): Promise<void>;
  /** Advances the readers of what moved. */
  wake(moved: Announcement): void;
  closeSession(sessionId: string): void;
  /** the number of channels, including those that are not open yet */
  count(): number;
  /** Ends all channels and accepts no more. Resolves when nothing more is read for them. */
  close(): Promise<void>;
}

export function createChannelHub(given: {
  readonly realm: ServerRealm;
  readonly database: Database;
  readonly features: CollectionFeatures;
  readonly bus: Bus;
  readonly log: Logger;
  readonly timing: StreamTiming;
}): ChannelHub {
  const { database, features, bus, log, timing, realm } = given;
  const readers = new Set<ChannelReader>();
  const waiting = new Set<ChannelReader>();
  const underWay = new Set<Promise<void>>();
  let startQueued = false;
  /** running steps whose readers look at all their scopes */
  let fullStepsRunning = 0;
  /** Scopes that were already checked for readers here. A member who starts to read one later is announced as a member who moved. */
  const asked = new Set<number>();
  let closed = false;
  let endPause = () => {};

  const logFailure = (name: string) => (error: unknown) =>
    log.warn({ error: describeError(error) }, `channels: ${name} failed; trying again within seconds`);
  const background = new Set<Promise<void>>();
  const inBackground = (name: string, job: () => Promise<void>): void => {
    const work = job()
      .catch(logFailure(name))
      .finally(() => void background.delete(work));
    background.add(work);
  };

  function schedule(reader: ChannelReader, due: Due): void {
    reader.addDue(due);
    if (reader.busy || !reader.isDue() || !reader.begun || reader.ended || reader.isBehind() || closed) return;
    waiting.add(reader);
    if (startQueued) return;
    startQueued = true;
    // Everything that moves within one turn of the event loop is read together.
    realm.setImmediate(() => {
      startQueued = false;
      startSteps();
    });
  }

  /** The next readers, all of one kind, so that they finish together. Where both kinds wait, one step at a time reads all scopes. */
  function nextBatch(): ChannelReader[] {
    const some = [...waiting].filter(({ due }) => due !== 'all');
    const all = [...waiting].filter(({ due }) => due === 'all');
    return some.length > 0 && (all.length === 0 || fullStepsRunning > 0)
      ? some.slice(0, READERS_A_STEP.some)
      : all.slice(0, READERS_A_STEP.all);
  }

  function startSteps(): void {
    while (underWay.size < STEPS_AT_ONCE && waiting.size > 0 && !closed) {
      const batch = nextBatch();
      for (const reader of batch) {
        waiting.delete(reader);
        reader.busy = true;
      }
      const isFullStep = batch[0]?.due === 'all' ? 1 : 0;
      fullStepsRunning += isFullStep;
      const work = advance(batch).finally(() => {
        underWay.delete(work);
        fullStepsRunning -= isFullStep;
        for (const reader of batch) {
          reader.busy = false;
          schedule(reader, reader.takeHeard());
        }
        startSteps();
      });
      underWay.add(work);
    }
  }

  async function advance(batch: readonly ChannelReader[]): Promise<void> {
    const asked = batch.map((reader) => ({ reader, due: reader.takeDue() }));
    try {
      const steps = await database.read((tx) => {
        const shared = shareSteps(tx, features);
        return Promise.all(
          asked.map(({ reader, due }) => readStep(shared, { viewer: reader.owner.viewer, channel: reader.channel }, reader, due)),
        );
      });
      for (const [index, step] of steps.entries()) {
        const { reader } = asked[index] as (typeof asked)[number];
        reader.missed = false;
        sendStep(reader, step);
      }
    } catch (error) {
      for (const { reader, due } of asked) reader.addDue(due);
      // A reader whose step fails must not keep the other readers from their events.
      if (batch.length > 1 && !isUnavailable(error)) {
        for (const reader of batch) await advance([reader]);
        return;
      }
      // The beat tries again.
      for (const reader of batch) {
        reader.takeDue();
        reader.missed = true;
      }
      log.warn({ error: describeError(error) }, 'channels: could not read new changes; trying again in 4 s');
    }
  }

  function sendStep(reader: ChannelReader, step: ChannelStep): void {
    // The channel ended while the step was read: its reader may no longer get the result.
    if (reader.ended || closed) return;
    if (step.is === 'gone') {
      reader.close('gone');
      return;
    }
    if (step.is === 'resync') reader.send('resync', { channel: reader.channel.name }, step.id);
    else for (const { name, data, id } of step.events) reader.send(name, data, id);
    reader.position = step.position;
    reader.id = step.id;
    reader.addDue(step.behind);
    if (step.is === 'resync' || step.behind.size === 0) reader.since = step.position;
  }

  function wake({ scopes, members, sessions = [] }: Announcement): void {
    for (const session of sessions) closeSession(session);
    if (readers.size === 0) return;
    const marked = new Set(members);
    const unknown = new Set(scopes.map(({ id }) => id).filter((id) => !asked.has(id)));
    for (const reader of readers) {
      const own = scopes.filter(({ id }) => reader.position.has(id));
      for (const { id } of own) unknown.delete(id);
      for (const { id } of scopes) if (!reader.position.has(id)) reader.hear(id);
      const due = own.filter(({ collections }) => collections.some((collection) => reader.collections.has(collection))).map(({ id }) => id);
      if (marked.has(reader.owner.viewer)) schedule(reader, 'all');
      else if (due.length > 0) schedule(reader, new Set(due));
    }
    if (unknown.size > 0) inBackground('new scopes', () => wakeReadersOf([...unknown]));
  }

  /** The first row in a scope creates the scope. So readers of a new scope have no position there. */
  async function wakeReadersOf(scopes: readonly number[]): Promise<void> {
    if (asked.size > MAX_ASKED) asked.clear();
    const viewers = [...new Set([...readers].map((reader) => reader.owner.viewer))];
    const found = await database.read(
      (tx) => tx<{ reader: string; scope_id: number }[]>`
        select reader, scope_id from scope_readers where scope_id = any(${[...scopes]}::int[]) and reader = any(${viewers}::uuid[])`,
    );
    for (const scope of scopes) asked.add(scope);
    for (const reader of readers) {
      const own = found.filter((row) => row.reader === reader.owner.viewer).map((row) => row.scope_id);
      if (own.length > 0) schedule(reader, new Set(own));
    }
  }

  function closeSession(sessionId: string): void {
    for (const reader of readers) {
      if (reader.owner.sessionId !== sessionId) continue;
      if (reader.begun) reader.close('session_ended');
      else reader.ended = true;
    }
  }

  /** Finds what the bus missed, cuts readers that have not read for too long, and ends channels whose session ended. */
  async function beat(): Promise<void> {
    if (readers.size === 0) return;
    const scopes = [...new Set([...readers].flatMap((reader) => [...reader.position.keys()]))];
    const heads = await database.read(
      (tx) => tx<{ id: number; head: number }[]>`select id, head from scopes where id = any(${scopes}::int[])`,
    );
    const headOf = new Map(heads.map(({ id, head }) => [id, head]));
    for (const reader of readers) {
      const since = reader.behindSince;
      if (since !== null && realm.Date.now() - since > timing.maxBehindMs) reader.destroy();
      else if (reader.missed) schedule(reader, 'all');
      else schedule(reader, new Set([...reader.position].filter(([scope, seq]) => headOf.get(scope) !== seq).map(([scope]) => scope)));
    }
    await Promise.all(
      [...readers].map(async (reader) => {
        if (reader.begun && !(await reader.owner.isLive())) reader.close('session_ended');
      }),
    );
  }

  /** Resolves after this time, or when the hub closes. */
  const wait = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = realm.setTimeout(resolve, ms);
      endPause = () => {
        realm.clearTimeout(timer);
        resolve();
      };
    });

  async function heartbeat(): Promise<void> {
    const all = [...readers].filter((reader) => reader.begun);
    const pause = (timing.heartbeatMs * BATCH) / (2 * all.length);
    for (let from = 0; from < all.length && !closed; from += BATCH) {
      if (from > 0) await wait(pause);
      const batch = all.slice(from, from + BATCH);
      const viewers = [...new Set(batch.map((reader) => reader.owner.viewer))];
      const headsOf = await database.read((tx) => headsOfReaders(tx, viewers));
      for (const reader of batch) {
        const { scopes } = headsOf(reader.owner.viewer);
        // The scopes changed since the last heartbeat and nothing announced it: a friendship changed in the database itself, say.
        if (reader.scopes !== scopes) schedule(reader, 'all');
        reader.scopes = scopes;
        if (!reader.isBehind()) reader.send('heartbeat', {}, reader.id);
      }
    }
  }

  const repeated = [
    repeatedly(timing.beatMs, beat, logFailure('beat'), realm),
    repeatedly(timing.heartbeatMs, heartbeat, logFailure('heartbeat'), realm),
  ];
  const unsubscribe = bus.subscribe(wake);

  async function findStart(channel: Channel, viewer: string, lastEventId?: string) {
    const start = await inTime(
      database.read((tx) => beginChannel(shareSteps(tx, features), { viewer, channel }, lastEventId)),
      timing.subscriptionMs,
      { late: subscriptionTimeout, realm },
    );
    if (closed) throw new HttpError(503, { retryAfterSeconds: 2 });
    if (!start) throw refusalError(channel.parent?.refusal ?? 'NOT_FOUND');
    return start;
  }

  async function begin(reader: ChannelReader, lastEventId: string | undefined): Promise<void> {
    const { channel, owner } = reader;
    const start = await findStart(channel, owner.viewer, lastEventId);
    // By now the session may have ended, when there was no channel yet to close.
    if (reader.ended || !(await owner.isLive())) throw new HttpError(401);
    reader.position = start.position;
    reader.since = start.position;
    reader.id = start.id;
    reader.begin();
    reader.send('subscribed', { channel: channel.name, resumed: start.resumed }, start.id);
    if (lastEventId !== undefined && !start.resumed) reader.send('resync', { channel: channel.name }, start.id);
    // A commit between the snapshot and now woke nobody.
    schedule(reader, 'all');
    closeSurplus(owner.sessionId);
  }

  /**
   * Ends the oldest channels of a session that has too many. Counted when one has begun: of many that open at once none could end before.
   */
  function closeSurplus(sessionId: string): void {
    const open = [...readers].filter((one) => one.owner.sessionId === sessionId && one.begun && !one.ended);
    for (const one of open.slice(0, Math.max(0, open.length - MAX_CHANNELS_OF_SESSION))) one.close('too_many_channels');
  }

  return {
    async open(response, channel, owner, lastEventId) {
      const reader: ChannelReader = new ChannelReader(
        response,
        channel,
        owner,
        {
          drained: () => schedule(reader, nothingDue),
          closed: () => void readers.delete(reader),
        },
        realm,
      );
      readers.add(reader);
      try {
        await begin(reader, lastEventId);
      } catch (error) {
        reader.ended = true;
        readers.delete(reader);
        throw error;
      }
    },
    async mayOpen(channel, viewer) {
      await findStart(channel, viewer);
    },
    wake,
    closeSession,
    count: () => readers.size,
    async close() {
      closed = true;
      endPause();
      unsubscribe();
      const stopped = repeated.map((each) => each.stop());
      for (const reader of readers) if (reader.begun) reader.close('server_restarts');
      await Promise.all([...underWay, ...background, ...stopped]);
    },
  };
}
