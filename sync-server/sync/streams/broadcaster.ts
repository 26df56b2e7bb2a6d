/**
 * Sends what moved to the open streams. Work runs in one queue: ticks, beats and heartbeats never overlap. So the frames of a scope form a
 * chain (`prev` of a frame is `head` of the frame before), and a reader gets everything of a tick in one write.
 *
 * An open stream grants nothing. Every tick asks the database who may read a frame, in the frame's own snapshot. A frame names rows that
 * were removed, so nobody gets one that spans a time before they came: who enters a scope pulls it.
 */
import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Heads } from '../../../schemas/protocol/sync.ts';
import { HEARTBEAT_MS, SELDOM_HEARTBEAT_MS } from '../../../schemas/protocol/sync-limits.ts';
import { describeError } from '../../base/log.ts';
import { repeatedly } from '../../base/repeatedly.ts';
import type { ServerRealm } from '../../base/server-realm.ts';
import type { Database } from '../../db/pool/transaction.ts';
import { HttpError } from '../../http/errors/http-error.ts';
import type { Announcement, Bus } from '../bus/bus.ts';
import { currentEpoch, renewEpoch } from '../epoch.ts';
import type { CollectionFeatures } from '../feature.ts';
import { headsOfReaders, type ReaderHeads } from '../pull/readable-scopes.ts';
import type { CommittedFrame, WrittenLog } from '../write-log.ts';
import { readFrames } from './frames.ts';
import { readImageReaders } from './image-readers.ts';
import { createOpenReaders, type OpenReader, pullMark, type StreamOwner } from './open-readers.ts';
import { noMeter, type StreamMeter } from './stream-meter.ts';
import { encodeEvent, encodeEvents, rawEventText } from './stream-reader.ts';

export interface StreamTiming {
  /** how often heads are sent to devices that somebody looks at */
  readonly heartbeatMs: number;
  /** how often heads are sent to the other devices */
  readonly seldomHeartbeatMs: number;
  /** how often heads and sessions are checked, for what the bus missed */
  readonly beatMs: number;
  /** how long a reader may stay behind before its connection is cut */
  readonly maxBehindMs: number;
  /** how long opening a channel of the API may take */
  readonly subscriptionMs: number;
}
export const defaultTiming: StreamTiming = {
  heartbeatMs: HEARTBEAT_MS,
  seldomHeartbeatMs: SELDOM_HEARTBEAT_MS,
  beatMs: 4_000,
  maxBehindMs: 60_000,
  subscriptionMs: 10_000,
};

/** Readers whose heads one heartbeat reads at once. */
export const HEARTBEAT_BATCH = 200;
/** Readers that are sent away come back spread over some time. The more readers there are, the longer it is. */
const SPREAD_MS_A_READER = 4;
const LONGEST_SPREAD_MS = 4_000;

export interface Broadcaster {
  /** Whether this process has any streams, open or about to open. */
  isListening(): boolean;
  /** the number of streams, and how long the oldest change has been waiting to be sent: 0 if none waits */
  state(): { readonly open: number; readonly waitingSeconds: number };
  /** Sends the streams what a transaction of this process has just committed. */
  committed(written: WrittenLog): void;
  /** Answers with a stream that stays open. */
  open(response: ServerResponse, owner: StreamOwner): Promise<void>;
  /** Ends the streams of a session that was revoked. */
  closeSession(sessionId: string): void;
  /** Sends `reconnect` to all readers, ends their streams and accepts no more. Resolves when nothing more is read for them. */
  close(): Promise<void>;
}

const headsIn = (own: ReaderHeads): [scope: number, head: number][] =>
  Object.entries(JSON.parse(own.heads) as Heads).map(([scope, head]) => [Number(scope), head]);

export function createBroadcaster(given: {
  readonly realm: ServerRealm;
  readonly database: Database;
  readonly features: CollectionFeatures;
  readonly bus: Bus;
  readonly log: Logger;
  readonly timing: StreamTiming;
  readonly meter?: StreamMeter;
}): Broadcaster {
  const { database, features, bus, log, timing, meter = noMeter, realm } = given;
  /** The head up to which each scope was sent to its readers, for scopes that some open stream reads. */
  const sentUpTo = new Map<number, number>();
  /** the epoch of those heads; null until a stream was opened */
  let epoch: string | null = null;
  const moved = new Set<number>();
  const membersToPull = new Set<string>();
  const readers = createOpenReaders({ realm, onLastClosed: () => sentUpTo.clear() });
  let closed = false;
  let tickQueued = false;
  let deliveryQueued = false;
  const committed: CommittedFrame[] = [];
  /** members whose set of scopes the committed transactions changed */
  const membersCommitted = new Set<string>();
  /** images whose bytes arrived, to be announced */
  const arrivedImages = new Set<string>();
  /** When the oldest change became known that waits for a delivery, for the next tick, and in the running tick; null where none does. */
  const since: Record<'delivery' | 'tick' | 'running', number | null> = { delivery: null, tick: null, running: null };

  /** Writes to the streams, and measures what was written and how long it had waited since then. */
  function deliver(frames: ReadonlyMap<string, readonly string[]>, pulling: ReadonlySet<string>, from: number | null): void {
    const sent = readers.deliver(frames, pulling);
    if (sent.bytes === 0) return;
    meter.sent(sent.frames, sent.bytes);
    if (from !== null) meter.delivered((realm.performance.now() - from) / 1000);
  }

  let queue: Promise<void> = Promise.resolve();
  const inTurn = (job: () => Promise<void>): Promise<void> => {
    const done = queue.then(job);
    queue = done.catch(() => undefined);
    return done;
  };
  const logFailure = (what: string) => (error: unknown) =>
    log.warn({ error: describeError(error) }, `streams: ${what}; trying again within seconds`);
  const inBackground = (name: string, job: () => Promise<void>): void => {
    inTurn(job).catch(logFailure(`${name} failed`));
  };

  async function tick(): Promise<void> {
    tickQueued = false;
    const scopes = new Map([...moved].map((scope) => [scope, sentUpTo.get(scope) ?? null]));
    const members = new Set(membersToPull);
    const from = since.tick;
    moved.clear();
    membersToPull.clear();
    since.tick = null;
    // Readers that are sent away pull when they come back.
    if (closed || readers.count() === 0) return;
    since.running = from;
    try {
      const read = await readFrames(database, features, scopes, readers.viewers());
      // Forgets scopes that nobody here reads. A later reader of such a scope starts from the head of that moment.
      for (const scope of scopes.keys()) sentUpTo.delete(scope);
      for (const [scope, head] of read.heads) sentUpTo.set(scope, head);
      const frames = new Map<string, string[]>();
      for (const step of read.frames) {
        for (const viewer of step.readers) {
          if (step.frame === null) members.add(viewer);
          else frames.set(viewer, [...(frames.get(viewer) ?? []), step.frame]);
        }
      }
      deliver(frames, members, from);
    } catch (error) {
      // Kept for the next beat: the streams stay open while the database is unavailable.
      for (const scope of scopes.keys()) moved.add(scope);
      for (const member of members) membersToPull.add(member);
      since.tick = from ?? since.tick;
      throw error;
    } finally {
      since.running = null;
    }
  }

  /**
   * Sends frames that came with their transactions. A frame that does not follow the last one sent is left to a tick, which reads from the
   * last one on. That happens where another process wrote in between, say, or where two commits were announced in the other order. Where
   * nothing of a scope was sent yet, its readers have just entered it: they pull, unless the scope is as new as they are.
   */
  function deliverCommitted(): void {
    deliveryQueued = false;
    const from = since.delivery ?? realm.performance.now();
    since.delivery = null;
    const frames = new Map<string, string[]>();
    const pulling = new Set(membersCommitted);
    membersCommitted.clear();
    const missed: number[] = [];
    for (const { scope, prev, head, readers: all, encoded } of committed.splice(0)) {
      const here = all.filter(readers.isHere);
      const last = sentUpTo.get(scope) ?? (prev === 0 ? 0 : null);
      if (here.length === 0) sentUpTo.delete(scope);
      else if (last === null) {
        sentUpTo.set(scope, head);
        for (const viewer of here) pulling.add(viewer);
      } else if (last < head && last !== prev) missed.push(scope);
      else if (last < head) {
        sentUpTo.set(scope, head);
        for (const viewer of here) {
          if (encoded === null) pulling.add(viewer);
          else if (frames.get(viewer)?.push(encoded) === undefined) frames.set(viewer, [encoded]);
        }
      }
    }
    deliver(frames, pulling, from);
    if (missed.length > 0) schedule(missed, [], from);
  }

  /** Tells those who may read a row that names these images now. A failure costs time only: devices ask again by themselves. */
  async function announceImages(): Promise<void> {
    const images = [...arrivedImages];
    arrivedImages.clear();
    if (closed || readers.count() === 0) return;
    readers.tellImages(await database.read((tx) => readImageReaders(tx, images, readers.viewers())));
  }

  function addArrivedImages(images: readonly string[]): void {
    if (closed || images.length === 0 || readers.count() === 0) return;
    if (arrivedImages.size === 0) realm.setImmediate(() => inTurn(announceImages).catch(logImagesFailure));
    for (const image of images) arrivedImages.add(image);
  }
  const logImagesFailure = (error: unknown) =>
    log.warn({ error: describeError(error) }, 'streams: could not announce an image; devices ask for it again within minutes');

  function wake({ scopes, members, sessions = [], images = [] }: Announcement): void {
    for (const session of sessions) readers.closeSession(session);
    addArrivedImages(images);
    schedule(
      scopes.map(({ id }) => id),
      members,
    );
  }

  function schedule(scopes: readonly number[], members: readonly string[], from = realm.performance.now()): void {
    for (const scope of scopes) moved.add(scope);
    for (const member of members) membersToPull.add(member);
    if (moved.size + membersToPull.size > 0) since.tick ??= from;
    if (tickQueued || closed || moved.size + membersToPull.size === 0) return;
    tickQueued = true;
    // Everything that moves within one turn of the event loop is read together.
    realm.setImmediate(() => inBackground('tick', tick));
  }

  /** Finds what the bus missed. */
  async function beat(): Promise<void> {
    if (readers.count() === 0) return;
    const now = await currentEpoch(database, log);
    if (now !== epoch) return startOver(now);
    const known = [...sentUpTo.keys()];
    const heads = await database.read(
      (tx) => tx<{ id: number; head: number }[]>`select id, head from scopes where id = any(${known}::int[])`,
    );
    if (heads.some((row) => row.head < (sentUpTo.get(row.id) ?? 0))) {
      log.warn('the database went back to an earlier state; every device fetches everything again');
      return startOver(await renewEpoch(database, epoch));
    }
    const missed = heads.filter((row) => row.head > (sentUpTo.get(row.id) ?? 0)).map((row) => row.id);
    if (missed.length > 0 || moved.size > 0 || membersToPull.size > 0) schedule(missed, []);
  }

  /** For another epoch of the database: everything sent so far is void, and each reader starts again with a pull. */
  async function startOver(now: string): Promise<void> {
    const first = epoch === null;
    epoch = now;
    if (first) return;
    sentUpTo.clear();
    const all = readers.opened();
    const viewers = [...new Set(all.map(({ reader }) => reader.viewer))];
    const headsOf = await database.read((tx) => headsOfReaders(tx, viewers));
    for (const viewer of viewers) for (const [scope, head] of headsIn(headsOf(viewer))) sentUpTo.set(scope, head);
    for (const { reader } of all) reader.write(encodeEvent('open', { epoch: now }));
  }

  /** Reads the heads first, then sends `open`. Commits after these heads come as frames, earlier ones with the pull that follows `open`. */
  async function begin(one: OpenReader, response: ServerResponse): Promise<void> {
    const { viewer } = one.reader;
    const { now, own } = await database.read(async (tx) => {
      const [row] = await tx<{ epoch: string }[]>`select epoch from epoch`;
      return { now: row?.epoch ?? '', own: (await headsOfReaders(tx, [viewer]))(viewer) };
    });
    if (now !== epoch) await startOver(now);
    if (closed) throw new HttpError(503, { retryAfterSeconds: 2 });
    if (one.revoked) throw new HttpError(401);
    if (response.destroyed) return;
    for (const [scope, head] of headsIn(own)) if (!sentUpTo.has(scope)) sentUpTo.set(scope, head);
    one.scopes = own.scopes;
    one.reader.begin({
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
      'X-Content-Type-Options': 'nosniff',
    });
    one.reader.write(encodeEvent('open', { epoch: now }));
    readers.endSurplus(one);
  }

  async function heartbeatOf(batch: readonly OpenReader[]): Promise<void> {
    const headsOf = await database.read((tx) => headsOfReaders(tx, [...new Set(batch.map((one) => one.reader.viewer))]));
    for (const one of batch) {
      const { heads, scopes } = headsOf(one.reader.viewer);
      // The scopes changed since the last heartbeat and nothing announced it: a friendship changed in the database itself, say.
      one.reader.write(encodeEvents((scopes === one.scopes ? '' : pullMark) + rawEventText('heartbeat', `{"heads":${heads}}`)));
      one.scopes = scopes;
    }
  }

  /**
   * Each batch takes its own turn. Frames of new writes pass between them. They would wait for all batches else, and a device
   * would pull because of a head whose frame is on its way.
   */
  async function heartbeat(lookedAt: boolean): Promise<void> {
    const all = readers.opened().filter((one) => one.lookedAt === lookedAt);
    for (let from = 0; from < all.length && !closed; from += HEARTBEAT_BATCH) {
      const batch = all.slice(from, from + HEARTBEAT_BATCH);
      await inTurn(() => heartbeatOf(batch));
    }
  }

  const repeated = [
    repeatedly(timing.beatMs, () => inTurn(beat), logFailure('beat failed'), realm),
    repeatedly(timing.heartbeatMs, () => heartbeat(true), logFailure('heartbeat failed'), realm),
    repeatedly(timing.seldomHeartbeatMs, () => heartbeat(false), logFailure('heartbeat failed'), realm),
    repeatedly(timing.beatMs, () => readers.closeDead(timing.maxBehindMs), logFailure('could not check sessions'), realm),
  ];
  const unsubscribe = bus.subscribe(wake);

  return {
    isListening: () => readers.count() > 0,
    state() {
      // Nothing waits where nobody listens, whatever was announced before.
      const waiting = readers.count() === 0 ? [] : Object.values(since).filter((at) => at !== null);
      return { open: readers.count(), waitingSeconds: waiting.length === 0 ? 0 : (realm.performance.now() - Math.min(...waiting)) / 1000 };
    },
    committed({ frames, moved: { scopes, members, images = [] } }) {
      if (closed || readers.count() === 0) return;
      addArrivedImages(images);
      if (frames === null) return wake({ scopes, members });
      if (frames.length + members.length === 0) return;
      committed.push(...frames);
      for (const member of members) membersCommitted.add(member);
      since.delivery ??= realm.performance.now();
      if (deliveryQueued) return;
      deliveryQueued = true;
      inBackground('delivery', async () => deliverCommitted());
    },
    async open(response, owner) {
      const one = readers.add(response, owner);
      try {
        await inTurn(() => begin(one, response));
      } catch (error) {
        readers.remove(one);
        throw error;
      }
    },
    closeSession: readers.closeSession,
    async close() {
      closed = true;
      unsubscribe();
      const stopped = repeated.map((each) => each.stop());
      const spreadMs = Math.min(LONGEST_SPREAD_MS, readers.count() * SPREAD_MS_A_READER);
      for (const { reader } of readers.opened()) {
        reader.write(encodeEvent('reconnect', { afterMs: Math.round(realm.Math.random() * spreadMs) }));
        reader.end();
      }
      await Promise.all(stopped);
      await queue;
    },
  };
}
