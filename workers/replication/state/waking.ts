import type { Realm, Timer } from '../../../schemas/base/realm.ts';

/**
 * Handles wake-ups: somebody looks at the app again, the network is back, or the member pressed Retry. The known state of the connection
 * may be an hour old by then. So it is doubted at once, and the server is asked: also at once, but at most every few seconds. An earlier
 * wake-up asks as soon as that time is over.
 */
export interface Waking {
  wake(): void;
  close(): void;
}

export const ASK_EVERY_MS = 3000;

export function createWaking(options: { readonly realm?: Realm; readonly doubt: () => void; readonly ask: () => void }): Waking {
  const { realm = globalThis } = options;
  let askedAt = Number.NEGATIVE_INFINITY;
  let timer: Timer | undefined;

  function ask(): void {
    timer = undefined;
    askedAt = realm.performance.now();
    options.ask();
  }

  return {
    wake() {
      options.doubt();
      if (timer !== undefined) return;
      const wait = askedAt + ASK_EVERY_MS - realm.performance.now();
      if (wait <= 0) ask();
      else timer = realm.setTimeout(ask, wait);
    },
    close: () => realm.clearTimeout(timer),
  };
}
