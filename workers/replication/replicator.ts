import type { Realm } from '../../schemas/base/realm.ts';
import { lacksDiskSpace } from '../device/lacks-disk-space.ts';
import type { LocalDatabase } from '../device/open-local-database.ts';
import type { PendingRow } from '../device/pending/pending-rows.ts';
import type { ServerClock } from '../device/server-clock.ts';
import type { SyncStatus } from '../device/sync-status.ts';
import type { Lead } from '../device/write-rows.ts';
import { createPull } from './down/pull.ts';
import { scheduleCleanup } from './down/remains.ts';
import { openStream, type StreamTiming } from './down/stream.ts';
import type { AfterRestore } from './images/give-back-images.ts';
import { keepServerTime } from './keep-server-time.ts';
import { openLane, type Turn } from './lane.ts';
import type { Outcome, SyncServer } from './server.ts';
import { createScopeHeads } from './state/heads.ts';
import { LeadLost } from './state/lead.ts';
import { openProgress } from './state/progress.ts';
import { initialState, nextState, type SyncEvent, statusOf } from './state/sync-state.ts';
import { createWaking } from './state/waking.ts';
import { openStore } from './store.ts';
import { acknowledgedWrites } from './up/acknowledged-writes.ts';
import { createDiscard } from './up/discard.ts';
import { openLostWrites } from './up/lost-writes.ts';
import { createPush } from './up/push.ts';
import { restartWithPending } from './up/restart-with-pending.ts';
import { createChangeSender } from './up/send-changes.ts';
import { watchDiskSpace } from './watch-disk-space.ts';

/** Replicates one open local database with the server until it is closed. */
export interface Replicator {
  readonly status: SyncStatus;
  /** The pending rows, from memory. */
  pendingRows(): readonly PendingRow[];
  /** Whether rows wait to be sent now. Whatever else uses the line comes after them. */
  rowsWait(): boolean;
  /**
   * Whether all rows that the member may read were fetched once, from the database that the server has now. Until then this device may not
   * know whom they block, for example.
   */
  hasAllRows(): boolean;
  readonly afterRestore: AfterRestore;
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
  readonly realm?: Realm;
  readonly database: LocalDatabase;
  /** the lead, where other workers may take it */
  readonly lead?: Lead;
  readonly server: SyncServer;
  /** the server's time, which `server` updates */
  readonly clock: ServerClock;
  /** if the previous store was taken away: its pending rows; everything else is fetched anew */
  readonly rescued?: readonly PendingRow[] | null;
  readonly onStatus: (status: SyncStatus) => void;
  /** the bytes of these images have arrived on the server */
  readonly onImages?: (ids: readonly string[]) => void;
  /** rows began to wait to be sent, or none waits any more, or all rows have been fetched */
  readonly onRowsMoved?: () => void;
  /** the local store is broken; the owner must open it anew */
  readonly onBroken?: (error: unknown) => void;
  readonly streamTiming?: StreamTiming;
}): Promise<Replicator> {
  const { database, server, clock, realm = globalThis } = options;
  let closed = false;
  let state = initialState;
  /** What a restored server has lost goes before anything newer. */
  let owesLostWrites = () => false;
  const statusNow = (): SyncStatus => {
    const next = statusOf(state);
    return next.takesWrites && owesLostWrites() ? { ...next, takesWrites: false } : next;
  };
  let status = statusNow();
  function dispatch(...events: readonly SyncEvent[]): void {
    if (closed) return;
    state = events.reduce(nextState, state);
    const next = statusNow();
    if (JSON.stringify(next) === JSON.stringify(status)) return;
    status = next;
    options.onStatus(status);
  }

  // Events of pending rows may come before the rest is ready.
  let onPending = () => {};
  const [serverTime, progress, store] = await Promise.all([
    keepServerTime(database, clock),
    openProgress(database, options.lead),
    openStore(database, () => onPending(), options.lead),
  ]);
  if (options.rescued) await restartWithPending(store, progress, options.rescued);
  let lastSync = progress.now.lastSync ?? 0;

  const remains = scheduleCleanup(store, onStoreError, realm);
  const diskSpace = watchDiskSpace(database, onDiskSpaceChange, onStoreError, realm);
  const acknowledged = acknowledgedWrites(database, clock.now);
  const sender = createChangeSender(server, realm);
  const heads = createScopeHeads();
  const onAnswer = (epoch: string) => dispatch({ type: 'epoch', epoch }, { type: 'answered', at: realm.performance.now() });
  const pull = createPull({ realm, store, server, progress, heads, diskSpace, onAnswer });
  const serverEpoch = () => state.serverEpoch;
  const lost = await openLostWrites({ realm, database, sender, progress, acknowledged, clock, serverEpoch, wake: () => lane.wake() });
  owesLostWrites = lost.due;
  const push = createPush({
    ...{ realm, database, store, sender, progress, acknowledged, lost, diskSpace },
    onScope: pull.held,
    onDoubt: () => pull.request(),
    onPutOff,
  });

  const lane = openLane({
    ...{ realm, push, pull, lost },
    serverKnown: () => state.serverEpoch !== null,
    onOutcome,
    onIdle() {
      // Without disk space for the answers, rows that were sent stay pending and wait no more.
      options.onRowsMoved?.();
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
      console.warn('This device has no disk space left; fetching nothing until it has');
      heads.forget();
      void remains.dropNow();
    }
    dispatch({ type: 'disk', full: diskSpace.full });
    pullNow();
    lane.poke();
    options.onRowsMoved?.();
  }

  function onStoreError(error: unknown): void {
    if (closed || error instanceof LeadLost) return;
    if (lacksDiskSpace(error)) {
      diskSpace.reportFull();
      return;
    }
    console.error('The local store failed; trying again', error);
    dispatch({ type: 'storeFailed' });
    if (state.storeFailures >= STORE_FAILURES) options.onBroken?.(error);
  }

  function onOutcome(outcome: Outcome<unknown>, turn: Turn): void {
    if (turn === 'push' || turn === 'lost') {
      const isLater = outcome.kind === 'later';
      dispatch({ type: 'serverDisk', full: isLater && outcome.diskFull }, { type: 'writesPaused', are: isLater && !outcome.diskFull });
    }
    if (outcome.kind === 'done' || outcome.kind === 'later') dispatch({ type: 'answered', at: realm.performance.now() });
    else dispatch({ type: 'failed', why: outcome.kind });
  }

  /** A write began to wait by itself, or may be sent again. */
  function onPutOff(): void {
    dispatch({ type: 'putOff', writes: push.putOff() });
    lane.wake();
    options.onRowsMoved?.();
  }
  onPending = () => {
    dispatch({ type: 'pending', count: store.pending.count, marks: store.pending.marks() }, { type: 'putOff', writes: push.putOff() });
    lane.wake();
    options.onRowsMoved?.();
  };
  dispatch({ type: 'pending', count: store.pending.count, marks: store.pending.marks() });

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
      onImages: (ids) => options.onImages?.(ids),
      onLost: () => dispatch({ type: 'streamLost' }),
      onDenied: () => dispatch({ type: 'streamRefused', at: realm.performance.now() }),
      onStale() {
        readPending();
        if (state.failures === 0) pullNow();
      },
      onBlocked: (outcome) => onOutcome(outcome, 'pull'),
    },
    options.streamTiming,
    realm,
  );

  function doubt(): void {
    // A device without disk space fetches nothing, so no answer would restore the state.
    if (!diskSpace.full) dispatch({ type: 'doubted' });
  }
  function retry(): void {
    stream.wake();
    diskSpace.poke();
    push.retry();
    lane.poke();
  }
  const waking = createWaking({ realm, doubt, ask: pullNow });

  return {
    get status() {
      return status;
    },
    pendingRows: () => store.pending.inOrder(),
    rowsWait: push.ready,
    hasAllRows() {
      const { epoch, givenBackTo, filled } = progress.now;
      return epoch === (givenBackTo ?? epoch) && [...store.replicas.keys()].every((name) => filled.includes(name));
    },
    afterRestore: {
      unasked: () => progress.now.imagesUnasked,
      asked: (epoch) =>
        progress.change((before) => ({ ...before, imagesUnasked: before.imagesUnasked === epoch ? null : before.imagesUnasked })),
      waitingWrites: lost.waiting,
    },
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
      push.close();
      await Promise.all([stream.close(), lane.close(), diskSpace.close(), remains.close(), serverTime.close()]);
      store.close();
    },
  };
}
