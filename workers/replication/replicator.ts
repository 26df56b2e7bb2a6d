import type { RxCollection } from 'rxdb';
import type { AnyLocalRow } from '../../schemas/local/local-row.ts';
import { isNoRoom } from '../../schemas/local/no-room.ts';
import type { LocalDatabase } from '../../schemas/local/open-database.ts';
import type { ServerClock } from '../../schemas/local/server-clock.ts';
import { type ConnectionKind, type SyncStatus, unknownStatus } from '../../schemas/local/sync-status.ts';
import { type CollectionName, collectionNames } from '../../schemas/protocol/collections.ts';
import type { Frame } from '../../schemas/protocol/sync.ts';
import { acknowledgedWrites } from './acknowledged-writes.ts';
import { openLane, type Turn } from './lane.ts';
import { openLostWrites } from './lost-writes.ts';
import { openProgress } from './progress.ts';
import { createPullSide } from './pull-side.ts';
import { createPushSide } from './push-side.ts';
import { keepRemainsFew } from './remains.ts';
import { type Handlers, type ReplicatedCollection, replicateCollection } from './replicated-collection.ts';
import { noticeTakenStores, type RescuedWrite, startAnew } from './rescue.ts';
import { watchRoom } from './room.ts';
import type { Outcome, SyncServer } from './server.ts';
import { keepServerTime } from './server-time.ts';
import { openStream, type StreamTiming } from './stream.ts';
import { watchDenials } from './stream-denied.ts';
import { createTakeBack } from './take-back.ts';
import { type UnsentTiming, watchUnsent } from './unsent-watch.ts';
import { followUnsentWrites } from './unsent-writes.ts';
import { createWaking } from './waking.ts';

/** Replicates one open local database with the server, for as long as it is not closed. */
export interface Replicator {
  readonly status: SyncStatus;
  /** What is not sent, as it stands in memory. */
  unsentWrites(): readonly RescuedWrite[];
  /** Somebody looks, or the network is back: the server is asked what is new, whatever is believed of the connection. */
  wake(): void;
  /** Tries now what waits: the session goes on. */
  retry(): void;
  /** Nothing is believed of the connection until something is answered. */
  doubt(): void;
  /** A tab was opened, perhaps in place of one that was killed before it could tell what it wrote. */
  tabOpened(): void;
  /** A page could not write for lack of room. */
  lacksRoom(): void;
  /** Drops what the store keeps of deleted rows, but for deletions that are not sent. */
  dropRemains(): Promise<void>;
  /** Takes back a write that is not sent yet. */
  takeBack: ReturnType<typeof createTakeBack>;
  /** Ends it. The database stays open. */
  close(): Promise<void>;
}

/** How often it is stored when the device last had everything. */
const LAST_SYNC_EVERY_MS = 30_000;
/** After so many failures of the store in a row it is taken for dead. */
const STORE_ERRORS = 3;

/** How long the first pull waits for collections that still hand over what was written before. */
const FIRST_PULL_MS = 300;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function createGate(): { ring(): void; readonly rung: Promise<void> } {
  let ring = () => {};
  const rung = new Promise<void>((resolve) => {
    ring = resolve;
  });
  return { ring: () => ring(), rung };
}

export async function startReplicator(options: {
  readonly database: LocalDatabase;
  readonly server: SyncServer;
  /** the server's time, which `server` tells it */
  readonly clock: ServerClock;
  /** where the store before this one was taken away: what was not sent from it; all else is fetched anew */
  readonly rescued?: readonly RescuedWrite[] | null;
  readonly onStatus: (status: SyncStatus) => void;
  /** the local store does not work any more; the owner opens it anew */
  readonly onBroken?: (error: unknown) => void;
  readonly streamTiming?: StreamTiming;
  readonly unsentTiming?: UnsentTiming;
}): Promise<Replicator> {
  const { database, server, clock } = options;
  const collections = new Map<CollectionName, ReplicatedCollection>();
  const rxCollections = new Map<CollectionName, RxCollection<AnyLocalRow>>();
  for (const name of collectionNames) {
    const collection = database.collections[name] as unknown as RxCollection<AnyLocalRow> | undefined;
    if (collection) rxCollections.set(name, collection);
  }

  const [serverTime, progress] = await Promise.all([keepServerTime(database, clock), openProgress(database)]);
  await noticeTakenStores(rxCollections, progress);
  if (options.rescued) await startAnew(rxCollections, progress, options.rescued);
  let closed = false;
  let failures = 0;
  let storeErrors = 0;
  let answered = false;
  let blocked: 'expired' | 'update-required' | null = null;
  let streamOpen = false;
  let serverFull = false;
  const denials = watchDenials();
  /** of the server's database; null when the connection broke, since it may be another one then */
  let serverEpoch: string | null = null;
  let idle = false;
  let lastSync = progress.now.lastSync ?? 0;

  // Writes are noted before the rest of this stands.
  let onUnsent = () => {};
  let status: SyncStatus = unknownStatus;
  function tell(): void {
    if (closed) return;
    const kind = (): ConnectionKind => {
      if (failures > 0) return 'offline';
      if (!answered) return 'connecting';
      if (!idle || unsent.count() > 0) return 'syncing';
      return streamOpen ? 'live' : 'connecting';
    };
    const next: SyncStatus = {
      kind: kind(),
      unsent: unsent.count(),
      failures,
      updateRequired: blocked === 'update-required',
      expired: blocked === 'expired',
      storageFull: room.full,
      serverFull: serverFull && unsent.count() > 0,
      streamDenied: denials.denied(),
    };
    if (JSON.stringify(next) === JSON.stringify(status)) return;
    status = next;
    options.onStatus(status);
  }

  const unsent = await followUnsentWrites(rxCollections, () => onUnsent());
  const wake = () => lane.wake();
  const remains = keepRemainsFew(rxCollections, onStoreError);
  const room = watchRoom(database, onRoom, onStoreError);
  const acknowledged = acknowledgedWrites(database, clock.now);
  const lost = await openLostWrites({ database, server, progress, acknowledged, clock, serverEpoch: () => serverEpoch, wake });
  const push = createPushSide({
    ...{ database, server, progress, unsent, acknowledged, room, wake },
    rowOf: async (name, id) => (await collections.get(name)?.held.byId([id]))?.get(id),
  });
  const onEpoch = (epoch: string) => {
    serverEpoch = epoch;
  };
  const pull = createPullSide({ collections, server, progress, room, wake, onEpoch });

  const started = createGate();
  const firstCalls = new Set<CollectionName>();
  const allCalled = createGate();
  const handlers: Handlers = {
    // RxDB starts its collections one by one; the first pulls of all of them are one request.
    pull: async (of, checkpoint) => {
      await started.rung;
      if (firstCalls.size < collections.size) {
        firstCalls.add(of.name);
        if (firstCalls.size === collections.size) allCalled.ring();
        else await Promise.race([allCalled.rung, pause(FIRST_PULL_MS)]);
      }
      return closed ? { documents: [], checkpoint } : pull.handle(of, checkpoint);
    },
    push: async (of, rows) => {
      await started.rung;
      return closed ? [] : push.handle(of, rows);
    },
    onError: (of, error) => {
      if (closed) return;
      if (isNoRoom(error)) room.lacking();
      else console.error('A page could not be stored and is fetched again', error);
      of.frames.forget();
      of.needsPull = true;
      setTimeout(() => {
        if (!closed) of.ring();
      }, 1000);
    },
  };
  for (const [name, collection] of rxCollections) collections.set(name, replicateCollection(name, collection, handlers));

  function pullAll(): void {
    // A stream that stands again says nothing of what came before it: until that is fetched, the device does not have everything.
    idle = false;
    for (const of of collections.values()) {
      of.needsPull = true;
      of.ring();
    }
  }

  function caughtUp(): boolean {
    return [...collections.values()].every(
      (of) => !of.needsPull && of.left.size === 0 && of.clearing === null && !of.frames.waiting && of.pages > 0,
    );
  }

  const lane = openLane({
    push,
    pull,
    lost,
    serverKnown: () => serverEpoch !== null,
    onOutcome,
    onIdle: () => {
      idle = caughtUp();
      if (idle && streamOpen && unsent.count() === 0 && Math.abs(clock.now() - lastSync) > LAST_SYNC_EVERY_MS) {
        lastSync = clock.now();
        progress.change((before) => ({ ...before, lastSync })).catch(onStoreError);
      }
      tell();
    },
    onError: onStoreError,
  });

  /** There is no room any more, or there is again. What the stream brought is not kept in memory for as long as that may take. */
  function onRoom(): void {
    if (room.full) {
      console.warn('This device has no room left');
      for (const of of collections.values()) of.frames.forget();
      void remains.dropNow();
    }
    pullAll();
    lane.poke();
    tell();
  }

  function onStoreError(error: unknown): void {
    if (closed) return;
    if (isNoRoom(error)) {
      room.lacking();
      return;
    }
    console.error('The local store failed', error);
    failures += 1;
    storeErrors += 1;
    if (storeErrors >= STORE_ERRORS) options.onBroken?.(error);
    tell();
  }

  function onOutcome(outcome: Outcome<unknown>, turn: Turn): void {
    if (turn === 'push' || turn === 'lost') serverFull = outcome.kind === 'later' && outcome.diskFull;
    if (outcome.kind === 'done' || outcome.kind === 'later') {
      failures = 0;
      storeErrors = 0;
      answered = true;
      denials.answered();
      blocked = null;
      idle = false;
    } else {
      failures += 1;
      denials.clear();
      serverEpoch = null;
      if (outcome.kind === 'expired' || outcome.kind === 'update-required') blocked = outcome.kind;
      // What got no answer says nothing of the version: without a network, too, this one is too old.
      else if (blocked !== 'update-required') blocked = null;
    }
    tell();
  }

  function onFrames(frames: readonly Frame[]): void {
    for (const of of collections.values()) {
      for (const frame of frames) {
        const then = of.frames.accept(frame);
        if (then === 'pull') of.needsPull = true;
        if (then !== 'nothing') of.ring();
      }
    }
    idle = false;
    lane.wake();
  }

  await Promise.all(
    [...collections.values()].map(async (of) => {
      for (const scope of await of.held.scopes()) of.heldScopes.add(scope);
      await of.start();
    }),
  );
  started.ring();

  onUnsent = tell;

  const stream = openStream(
    server,
    {
      onOpen: (epoch) => {
        streamOpen = true;
        denials.clear();
        onEpoch(epoch);
        pullAll();
        lane.poke();
        tell();
      },
      onFrames,
      onPull: pullAll,
      onHeartbeat: (heads) => {
        if ([...collections.values()].some((of) => of.frames.misses(heads))) pullAll();
      },
      onLost: () => {
        streamOpen = false;
        serverEpoch = null;
        tell();
      },
      onDenied: denials.note,
      onStale: () => {
        if (failures === 0) pullAll();
      },
      onBlocked: (outcome) => onOutcome(outcome, 'pull'),
    },
    options.streamTiming,
  );
  const watch = watchUnsent({ collections, unsent, push, ...(options.unsentTiming ? { timing: options.unsentTiming } : {}) });
  tell();

  function doubt(): void {
    // A device without room fetches nothing, so that no answer would come.
    if (closed || room.full) return;
    answered = false;
    tell();
  }
  function retry(): void {
    stream.wake();
    room.poke();
    lane.poke();
  }
  const waking = createWaking({ doubt, ask: pullAll });

  return {
    get status() {
      return status;
    },
    unsentWrites: () => [...unsent.all()].map(({ collection, stored }) => ({ collection, row: stored })),
    wake() {
      waking.wake();
      retry();
    },
    retry,
    doubt,
    tabOpened() {
      if (!closed) unsent.read().catch(onStoreError);
    },
    lacksRoom: () => room.lacking(),
    dropRemains: () => remains.dropNow(),
    takeBack: createTakeBack({ database, collections, push, progress }),
    async close() {
      if (closed) return;
      closed = true;
      waking.close();
      watch.close();
      lost.close();
      const streamClosed = stream.close();
      const laneClosed = lane.close();
      await Promise.all([...collections.values()].map((of) => of.cancel()));
      push.release();
      pull.release();
      await Promise.all([streamClosed, laneClosed, room.close(), remains.close(), serverTime.close()]);
      await Promise.all([...collections.values()].map((of) => of.quiet()));
      unsent.close();
    },
  };
}
