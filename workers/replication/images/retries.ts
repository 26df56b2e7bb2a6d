import type { Realm } from '../../../schemas/base/realm.ts';
import type { ImageKey } from '../../../schemas/images/image.ts';

/** When to try again what failed: after two seconds at first, then after twice as long each time, and at last after five minutes. */
export interface Retries {
  /** This one failed. It waits for at least so long. */
  later(key: ImageKey, leastMs?: number): void;
  /** whether it may be tried now */
  isDue(key: ImageKey): boolean;
  /** after how many milliseconds one of them, or of `among`, may be tried again; undefined where none waits */
  nextMs(among?: ReadonlySet<ImageKey>): number | undefined;
  /** those that have failed */
  keys(): readonly ImageKey[];
  forget(key: ImageKey): void;
  /** All of them may be tried now. */
  clear(): void;
}

const FIRST_AGAIN_MS = 2_000;
export const LAST_AGAIN_MS = 5 * 60_000;

export function createRetries(realm: Pick<Realm, 'performance'> = globalThis): Retries {
  const waiting = new Map<ImageKey, { readonly times: number; readonly at: number }>();
  return {
    later(key, leastMs = 0) {
      const times = (waiting.get(key)?.times ?? 0) + 1;
      const ms = Math.max(leastMs, Math.min(LAST_AGAIN_MS, FIRST_AGAIN_MS * 2 ** (times - 1)));
      waiting.set(key, { times, at: realm.performance.now() + ms });
    },
    isDue: (key) => (waiting.get(key)?.at ?? 0) <= realm.performance.now(),
    nextMs(among) {
      const next = Math.min(...[...waiting].filter(([key]) => among?.has(key) ?? true).map(([, { at }]) => at));
      return Number.isFinite(next) ? Math.max(0, next - realm.performance.now()) + 50 : undefined;
    },
    keys: () => [...waiting.keys()],
    forget: (key) => void waiting.delete(key),
    clear: () => waiting.clear(),
  };
}
