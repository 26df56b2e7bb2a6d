import type { RxCollection } from 'rxdb';
import { type RxReplicationState, replicateRxCollection } from 'rxdb/plugins/replication';
import { filter, firstValueFrom } from 'rxjs';
import type { AnyLocalRow } from '../../schemas/local/local-row.ts';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import type { Checkpoint } from '../../schemas/protocol/sync.ts';
import { createFrameQueue, type FrameQueue } from './frames.ts';
import { type HeldRows, heldRowsOf } from './held-rows.ts';
import type { LocalPage } from './pages.ts';
import { type Copies, letPulledRowsBeTheirCopies } from './pulled-rows.ts';
import type { ReplicatedRow } from './tombstones.ts';

/**
 * One collection under RxDB's replication, with what sync has to know of it besides. RxDB calls the two handlers, one call of
 * each at a time, and stores what they answer; `stored` says when it has.
 */
export interface ReplicatedCollection {
  readonly name: CollectionName;
  readonly collection: RxCollection<AnyLocalRow>;
  readonly held: HeldRows;
  readonly frames: FrameQueue;
  /** scopes by which live rows are held; more than there are is harmless */
  readonly heldScopes: Set<number>;
  /** scopes that were left, whose rows go with the next page */
  readonly left: Set<number>;
  /** rows that were asked for by id and confirmed: not asked again until the next start */
  readonly confirmed: Set<string>;
  needsPull: boolean;
  pages: number;
  /** after a change of epoch: first the checkpoint is cleared, then the rows go */
  clearing: 'checkpoint' | 'rows' | null;
  clearedUpTo: string | undefined;
  /** RxDB could not store what it was given */
  failed: boolean;
  start(): Promise<void>;
  /** Asks RxDB to call the pull handler (and to look for writes that it has not handed over). */
  ring(): void;
  /**
   * Call before answering a handler. The promise settles once RxDB has stored the answer: its queue has run, or it asks
   * again, which it does only after.
   */
  stored(direction: 'pull' | 'push'): Promise<void>;
  cancel(): Promise<void>;
  /** After a cancel: settles when RxDB touches the store no more. */
  quiet(): Promise<void>;
}

/** Every page is one round: RxDB asks for another one only when it is rung. The next page thus never precedes the storing of the last. */
const ONE_PAGE_A_ROUND = 1_000_000;
/** What RxDB hands over at once; the lane splits it. */
const PUSH_BATCH = 1000;

export interface Handlers {
  pull(of: ReplicatedCollection, checkpoint: Checkpoint): Promise<LocalPage>;
  push(of: ReplicatedCollection, rows: readonly HandedRow[]): Promise<ReplicatedRow[]>;
  /** what RxDB could not do; sync repeats it by itself */
  onError(of: ReplicatedCollection, error: unknown): void;
}
export interface HandedRow {
  readonly newDocumentState: ReplicatedRow;
  readonly assumedMasterState?: ReplicatedRow | undefined;
}

/**
 * RxDB keeps its order by promises that it chains and never catches: after one write that fails, of a checkpoint say, all
 * that is chained to it fails as well, and the collection is silent for ever. Here a failure is told and the chain goes on.
 */
function surviveFailures<K extends string>(holder: Record<K, Promise<unknown>>, key: K, onFailure: (error: unknown) => void): void {
  let queue: Promise<unknown> = Promise.resolve();
  Object.defineProperty(holder, key, {
    get: () => queue,
    set(next: Promise<unknown>) {
      queue = next.catch(onFailure);
    },
  });
}

/** A turn of a handler: when RxDB calls again, what it was given before is stored. */
function createTurns() {
  let waiting: (() => void)[] = [];
  return {
    called() {
      const resolved = waiting;
      waiting = [];
      for (const resolve of resolved) resolve();
    },
    next: () => new Promise<void>((resolve) => waiting.push(resolve)),
  };
}

export function replicateCollection(name: CollectionName, collection: RxCollection<AnyLocalRow>, handlers: Handlers): ReplicatedCollection {
  const turns = { pull: createTurns(), push: createTurns() };
  let rung = false;
  let firstPushDone = false;
  let cancel = () => {};
  const canceled = new Promise<void>((resolve) => {
    cancel = resolve;
  });

  const replication: RxReplicationState<AnyLocalRow, Checkpoint> = replicateRxCollection<AnyLocalRow, Checkpoint>({
    replicationIdentifier: 'kith',
    collection,
    live: true,
    waitForLeadership: false,
    autoStart: false,
    toggleOnDocumentVisible: false,
    retryTime: 200,
    pull: {
      batchSize: ONE_PAGE_A_ROUND,
      handler: async (checkpoint) => {
        rung = false;
        turns.pull.called();
        // Rows that RxDB has yet to look at count as changed for it, and it drops what is pulled over them.
        if (!firstPushDone && replication.internalReplicationState) {
          const looked = firstValueFrom(replication.internalReplicationState.firstSyncDone.up.pipe(filter(Boolean)));
          await Promise.race([looked, canceled]);
          firstPushDone = true;
        }
        return handlers.pull(self, checkpoint ?? {});
      },
    },
    push: {
      batchSize: PUSH_BATCH,
      handler: (rows) => {
        turns.push.called();
        return handlers.push(self, rows as unknown as HandedRow[]) as never;
      },
    },
  });
  const onFailure = (error: unknown) => {
    self.failed = true;
    handlers.onError(self, error);
  };
  replication.error$.subscribe(onFailure);

  const self: ReplicatedCollection = {
    name,
    collection,
    held: heldRowsOf(collection),
    frames: createFrameQueue(name),
    heldScopes: new Set(),
    left: new Set(),
    confirmed: new Set(),
    needsPull: true,
    pages: 0,
    clearing: null,
    clearedUpTo: undefined,
    failed: false,
    async start() {
      await replication.start();
      const state = replication.internalReplicationState;
      if (!state) return;
      letPulledRowsBeTheirCopies(state.input.metaInstance as unknown as Copies, self.held);
      const { checkpointQueue, streamQueue } = state;
      const { up, down } = streamQueue;
      surviveFailures(state as { checkpointQueue: Promise<unknown> }, 'checkpointQueue', onFailure);
      surviveFailures(streamQueue as { up: Promise<unknown> }, 'up', onFailure);
      surviveFailures(streamQueue as { down: Promise<unknown> }, 'down', onFailure);
      Object.assign(state, { checkpointQueue });
      Object.assign(streamQueue, { up, down });
    },
    ring() {
      if (rung) return;
      rung = true;
      replication.reSync();
    },
    stored(direction) {
      const queue = replication.internalReplicationState?.streamQueue[direction === 'pull' ? 'down' : 'up'];
      return Promise.race([Promise.resolve(queue).then(() => undefined), turns[direction].next()]);
    },
    cancel: async () => {
      await replication.cancel();
      cancel();
    },
    async quiet() {
      const queues = replication.internalReplicationState?.streamQueue;
      await Promise.allSettled([queues?.up, queues?.down]);
    },
  };
  return self;
}
