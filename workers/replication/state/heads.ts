import type { Frame, Heads } from '../../../schemas/protocol/sync.ts';

/**
 * The head up to which this device has everything, for each scope, and the stream's frames that wait to be applied.
 *
 * Only this file detects gaps. A pull sets the heads, and each frame advances them. While the heads are unknown (before the first pull,
 * between the pages of a pull, after a gap) no frame is accepted, and a pull decides.
 */
export interface ScopeHeads {
  /** A frame arrived. Returns whether it waits to be applied, needs a pull, or brings nothing new. */
  accept(frame: Frame): 'apply' | 'nothing' | 'pull';
  /** Whether the heads of a heartbeat show that something is missing. */
  misses(heads: Heads): boolean;
  /** A pull begins: waiting frames are dropped, and frames that arrive from now on are set aside. */
  pullBegins(): void;
  /** A pull has ended at these heads, or goes on with another page (null). */
  pullEnds(heads: Heads | null): 'apply' | 'nothing' | 'pull';
  /** Frames could not be stored, or the stream was interrupted. */
  forget(): void;
  /** The frames to apply, in order. */
  take(): Frame[];
  readonly waiting: boolean;
}

export function createScopeHeads(): ScopeHeads {
  let known: Map<number, number> | null = null;
  let queue: Frame[] = [];
  let aside: Frame[] | null = null;

  const accept: ScopeHeads['accept'] = (frame) => {
    if (aside) {
      aside.push(frame);
      return 'nothing';
    }
    if (!known) return 'pull';
    const at = known.get(frame.scope) ?? (frame.prev === 0 ? 0 : null);
    if (at === null || at < frame.prev) {
      known = null;
      queue = [];
      return 'pull';
    }
    if (frame.head <= at) return 'nothing';
    known.set(frame.scope, frame.head);
    queue.push(frame);
    return 'apply';
  };

  return {
    accept,
    misses(heads) {
      if (aside) return false;
      if (!known) return true;
      const here = known;
      const entries = Object.entries(heads);
      return entries.length !== here.size || entries.some(([scope, head]) => (here.get(Number(scope)) ?? -1) < head);
    },
    pullBegins() {
      known = null;
      queue = [];
      aside = [];
    },
    pullEnds(heads) {
      const late = aside ?? [];
      aside = null;
      if (!heads) return 'nothing';
      known = new Map(Object.entries(heads).map(([scope, head]) => [Number(scope), head]));
      const outcomes = late.map(accept);
      if (outcomes.includes('pull')) return 'pull';
      return outcomes.includes('apply') ? 'apply' : 'nothing';
    },
    forget() {
      known = null;
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
