import { lacksDiskSpace } from '../device/disk-space.ts';
import type { LocalDatabase } from '../device/open-database.ts';
import type { ServerClock } from '../device/server-clock.ts';
import type { SyncStatus } from '../device/sync-status.ts';
import { acknowledgedWrites } from './acknowledged-writes.ts';
import { watchDiskSpace } from './disk-space.ts';
import { createScopeHeads } from './heads.ts';
import { openLane, type Turn } from './lane.ts';
import { openLostWrites } from './lost-writes.ts';
import { openProgress } from './progress.ts';
import { createPull } from './pull.ts';
import { createPush } from './push.ts';
import { scheduleCleanup } from './remains.ts';
import { type RescuedWrite, restartWithPending } from './rescue.ts';
import { createChangeSender } from './send-changes.ts';
import type { Outcome, SyncServer } from './server.ts';
import { keepServerTime } from './server-time.ts';
import { openStore } from './store.ts';
import { openStream, type StreamTiming } from './stream.ts';
import { initialState, nextState, type SyncEvent, statusOf } from './sync-state.ts';
import { createDiscard } from './take-back.ts';
import { createWaking } from './waking.ts';

/** Replicates one open local database with the server until it is closed. */
export interface Replicator {
  readonly status: SyncStatus;
  /** The pending writes, from memory. */
  pendingWrites(): readonly RescuedWrite[];
  /** Somebody looks at the app, or the network is back: asks the server for changes, whatever the state of the connection seems to be. */
  wake(): void;
  /** Whether somebody looks at any tab. True until it is called. */
  lookedAt(is: boolean): void;
  /** Retries everything that waits, because the session goes on. */
  retry(): void;
  /** Makes the connection count as unknown until a request is answered. */
  doubt(): void;
  /** A tab was opened. It may replace one that was killed before it could report its write. */
  tabOpened(): void;
  /** A page could not write for lack of disk space. */
  outOfDiskSpace(): void;
  /** Drops the remains of deleted rows in the store, except for pending deletions. */
  dropRemains(): Promise<void>;
  /** Takes back a pending write. */
  takeBack: ReturnType<typeof createDiscard>;
  /** Ends replication. The database stays open. */
  close(): Promise<void>;
}

/** How often the time of the last complete sync is stored. */
const LAST_SYNC_EVERY_MS = 30_000;
/** After this many failures in a row the store counts as broken. */
const STORE_FAILURES = 3;

export async function startReplicator(options: {
  readonly database: LocalDatabase;
  readonly server: SyncServer;
  /** the server's time, which `server` updates */
  readonly clock: ServerClock;
  /** if the previous store was taken away: its pending writes; everything else is fetched anew */
  readonly rescued?: readonly RescuedWrite[] | null;
  readonly onStatus: (status: SyncStatus) => void;
  /** the local store is broken; the owner must open it anew */
  readonly onBroken?: (error: unknown) => void;
  readonly streamTiming?: StreamTiming;
}): Promise<Replicator> {
  const { database, server, clock } = options;
  let closed = false;
  let state = initialState;
  let status = statusOf(state);
  function dispatch(...events: readonly SyncEvent[]): void {
    if (closed) return;
    state = events.reduce(nextState, state);
    const next = statusOf(state);
    if (JSON.stringify(next) === JSON.stringify(status)) return;
    status = next;
    options.onStatus(status);
  }

  // Events of pending rows may come before the rest is ready.
  let onPending = () => {};
  const [serverTime, progress, store] = await Promise.all([
    keepServerTime(database, clock),
    openProgress(database),
    openStore(database, () => onPending()),
  ]);
  if (options.rescued) await restartWithPending(store, progress, options.rescued);
  let lastSync = progress.now.lastSync ?? 0;

  const remains = scheduleCleanup(store, onStoreError);
  const diskSpace = watchDiskSpace(database, onDiskSpaceChange, onStoreError);
  const acknowledged = acknowledgedWrites(database, clock.now);
  const sender = createChangeSender(server);
  const heads = createScopeHeads();
  const onAnswer = (epoch: string) => dispatch({ type: 'epoch', epoch }, { type: 'answered', at: performance.now() });
  const pull = createPull({ store, server, progress, heads, diskSpace, onAnswer });
  const serverEpoch = () => state.serverEpoch;
  const lost = await openLostWrites({ database, sender, progress, acknowledged, clock, serverEpoch, wake: () => lane.wake() });
  const push = createPush({
    ...{ database, store, sender, progress, acknowledged, lost, diskSpace },
    onScope: pull.held,
    onDoubt: () => pull.request(),
  });

  const lane = openLane({
    push,
    pull,
    lost,
    serverKnown: () => state.serverEpoch !== null,
    onOutcome,
    onIdle() {
      dispatch({ type: 'idle', caughtUp: pull.caughtUp() });
      if (status.kind !== 'live' || Math.abs(clock.now() - lastSync) <= LAST_SYNC_EVERY_MS) return;
      lastSync = clock.now();
      progress.change((before) => ({ ...before, lastSync })).catch(onStoreError);
    },
    onError: onStoreError,
  });

  function pullNow(): void {
    pull.request();
    dispatch({ type: 'behind' });
    lane.wake();
  }

  /** Whether there were other tabs, any of which may be killed. Without one, a heartbeat costs no read of the store. */
  let otherTabs = false;
  /** A tab that was killed may have stored a write without reporting it. */
  function readPending(): void {
    if (!closed) store.pending.read().catch(onStoreError);
  }

  /** The disk became full, or has space again. What the stream brought is not kept in memory while it is full, which may take long. */
  function onDiskSpaceChange(): void {
    if (diskSpace.full) {
      console.warn('This device has no disk space left');
      heads.forget();
      void remains.dropNow();
    }
    dispatch({ type: 'disk', full: diskSpace.full });
    pullNow();
    lane.poke();
  }

  function onStoreError(error: unknown): void {
    if (closed) return;
    if (lacksDiskSpace(error)) {
      diskSpace.reportFull();
      return;
    }
    console.error('The local store failed', error);
    dispatch({ type: 'storeFailed' });
    if (state.storeFailures >= STORE_FAILURES) options.onBroken?.(error);
  }

  function onOutcome(outcome: Outcome<unknown>, turn: Turn): void {
    if (turn === 'push' || turn === 'lost') dispatch({ type: 'serverDisk', full: outcome.kind === 'later' && outcome.diskFull });
    if (outcome.kind === 'done' || outcome.kind === 'later') dispatch({ type: 'answered', at: performance.now() });
    else dispatch({ type: 'failed', why: outcome.kind });
  }

  onPending = () => {
    dispatch({ type: 'pending', count: store.pending.count });
    lane.wake();
  };
  dispatch({ type: 'pending', count: store.pending.count });

  const stream = openStream(
    server,
    {
      onOpen(epoch) {
        dispatch({ type: 'streamOpened', epoch });
        readPending();
        pullNow();
        lane.poke();
      },
      onFrames(frames) {
        if (pull.receive(frames) === 'pull') pullNow();
        else lane.wake();
      },
      onPull: pullNow,
      onHeartbeat(serverHeads) {
        if (otherTabs) readPending();
        if (heads.misses(serverHeads)) pullNow();
      },
      onLost: () => dispatch({ type: 'streamLost' }),
      onDenied: () => dispatch({ type: 'streamRefused', at: performance.now() }),
      onStale() {
        readPending();
        if (state.failures === 0) pullNow();
      },
      onBlocked: (outcome) => onOutcome(outcome, 'pull'),
    },
    options.streamTiming,
  );

  function doubt(): void {
    // A device without disk space fetches nothing, so no answer would restore the state.
    if (!diskSpace.full) dispatch({ type: 'doubted' });
  }
  function retry(): void {
    stream.wake();
    diskSpace.poke();
    lane.poke();
  }
  const waking = createWaking({ doubt, ask: pullNow });

  return {
    get status() {
      return status;
    },
    pendingWrites: () => store.pending.inOrder(),
    wake() {
      readPending();
      waking.wake();
      retry();
    },
    lookedAt: stream.lookedAt,
    retry,
    doubt,
    tabOpened() {
      otherTabs = true;
      readPending();
    },
    outOfDiskSpace: () => diskSpace.reportFull(),
    dropRemains: () => remains.dropNow(),
    takeBack: createDiscard({
      ...{ database, store, progress },
      between: lane.between,
      onDoubt(collection, id) {
        pull.doubt(collection, id);
        pullNow();
      },
    }),
    async close() {
      if (closed) return;
      closed = true;
      waking.close();
      lost.close();
      await Promise.all([stream.close(), lane.close(), diskSpace.close(), remains.close(), serverTime.close()]);
      store.close();
    },
  };
}
