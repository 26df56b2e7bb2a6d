import type { Frame, Heads } from '../../schemas/protocol/sync.ts';

/**
 * Up to where this device has everything, by scope, and the frames of the stream that wait to be applied.
 *
 * It is the only place where holes are seen. A pull sets it, each frame moves it on. As long as it is not known how far the device is
 * (before its first pull, between the pages of one, after a hole) nothing of the stream is taken, and a pull decides.
 */
export interface ScopeHeads {
  /** A frame arrived: it waits to be applied, or only a pull helps, or it brings nothing new. */
  accept(frame: Frame): 'apply' | 'nothing' | 'pull';
  /** Whether the heads of a heartbeat say that something is missing. */
  misses(heads: Heads): boolean;
  /** A pull begins: frames that wait are dropped, frames that come from now on are kept aside. */
  pullBegins(): void;
  /** A pull has ended at these heads, or goes on with another page (null). */
  pullEnds(heads: Heads | null): 'apply' | 'nothing' | 'pull';
  /** Frames could not be stored, or the stream was interrupted. */
  forget(): void;
  /** The frames to apply, in their order. */
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
