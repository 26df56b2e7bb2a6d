import type { CollectionName } from '../../schemas/protocol/collections.ts';
import type { Frame, Heads, Removal, WireDocument } from '../../schemas/protocol/sync.ts';

/**
 * What the stream brought for one collection and is not applied yet, and up to where that reaches in each scope.
 *
 * It is the only place where holes are seen: RxDB's own checkpoint lags behind what was handed to it. As long as it is not
 * known how far the collection is (before its first pull, while a backfill goes on, after a hole) nothing of the stream is
 * taken, and a pull decides.
 */
export interface QueuedFrame {
  readonly scope: number;
  readonly head: number;
  readonly documents: readonly WireDocument[];
  readonly removed: readonly Removal[];
}

export interface FrameQueue {
  /** A frame arrived. True where the queue may be applied, false where there is a hole and only a pull helps. */
  accept(frame: Frame): 'apply' | 'nothing' | 'pull';
  /** Whether the heads of a heartbeat say that something is missing. */
  misses(heads: Heads): boolean;
  /** A pull begins: what is queued is dropped, what comes from now on is kept aside. */
  pullBegins(): void;
  /** A pull has ended at these heads, or goes on with another page (null). */
  pullEnds(heads: Heads | null): 'apply' | 'nothing' | 'pull';
  /** What was queued could not be stored, or the stream was interrupted. */
  forget(): void;
  take(): QueuedFrame[];
  readonly waiting: boolean;
}

export function createFrameQueue(collection: CollectionName): FrameQueue {
  let seen: Map<number, number> | null = null;
  let queue: QueuedFrame[] = [];
  let aside: Frame[] | null = null;

  const accept: FrameQueue['accept'] = (frame) => {
    if (aside) {
      aside.push(frame);
      return 'nothing';
    }
    if (!seen) return 'pull';
    const at = seen.get(frame.scope) ?? (frame.prev === 0 ? 0 : null);
    if (at === null || at < frame.prev) {
      seen = null;
      queue = [];
      return 'pull';
    }
    if (frame.head <= at) return 'nothing';
    seen.set(frame.scope, frame.head);
    const mine = frame.collections[collection];
    if (!mine || (mine.documents.length === 0 && mine.removed.length === 0)) return 'nothing';
    queue.push({ scope: frame.scope, head: frame.head, documents: mine.documents, removed: mine.removed });
    return 'apply';
  };

  return {
    accept,
    misses(heads) {
      if (aside) return false;
      if (!seen) return true;
      const known = seen;
      const entries = Object.entries(heads);
      return entries.length !== known.size || entries.some(([scope, head]) => (known.get(Number(scope)) ?? -1) < head);
    },
    pullBegins() {
      seen = null;
      queue = [];
      aside = [];
    },
    pullEnds(heads) {
      const late = aside ?? [];
      aside = null;
      if (!heads) return 'nothing';
      seen = new Map(Object.entries(heads).map(([scope, head]) => [Number(scope), head]));
      const outcomes = late.map(accept);
      if (outcomes.includes('pull')) return 'pull';
      return outcomes.includes('apply') ? 'apply' : 'nothing';
    },
    forget() {
      seen = null;
      queue = [];
      if (aside) aside = [];
    },
    take() {
      const taken = queue;
      queue = [];
      return taken;
    },
    get waiting() {
      return queue.length > 0;
    },
  };
}
