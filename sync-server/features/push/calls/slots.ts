import type { Realm, Timer } from '../../../../schemas/base/realm.ts';

/** At most so many at once for each key. What waits has its turn in the order of arrival. */
export interface Slots {
  /** Waits for a free slot. Returns what frees it again, or null if none was free in time. */
  take(key: string, withinMs?: number): Promise<(() => void) | null>;
}

interface Waiting {
  readonly begin: (free: (() => void) | null) => void;
  timer?: Timer;
}

export function createSlots(perKey: number, realm: Realm = globalThis): Slots {
  const taken = new Map<string, { count: number; readonly waiting: Set<Waiting> }>();

  function freeing(key: string): () => void {
    return () => {
      const held = taken.get(key);
      if (!held) return;
      const [next] = held.waiting;
      if (next) {
        held.waiting.delete(next);
        realm.clearTimeout(next.timer);
        next.begin(freeing(key));
      } else if (held.count === 1) taken.delete(key);
      else held.count -= 1;
    };
  }

  return {
    async take(key, withinMs) {
      const held = taken.get(key) ?? { count: 0, waiting: new Set<Waiting>() };
      taken.set(key, held);
      if (held.count < perKey) {
        held.count += 1;
        return freeing(key);
      }
      return new Promise((resolve) => {
        const waiting: Waiting = { begin: resolve };
        held.waiting.add(waiting);
        if (withinMs === undefined) return;
        waiting.timer = realm.setTimeout(() => {
          held.waiting.delete(waiting);
          resolve(null);
        }, withinMs);
      });
    },
  };
}
