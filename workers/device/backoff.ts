import type { Realm } from '../../schemas/base/realm.ts';

/** The longest wait, no matter how often something has failed. */
const LONGEST_WAIT_MS = 30_000;

/**
 * How long to wait after a failure, given the number of failures before it. The wait starts at `shortestMs` and doubles each time. A random
 * delay of up to the same length is added, so that clients that failed together do not return together. Both the page and its worker use
 * it.
 */
export function backoff(failures: number, realm: Pick<Realm, 'Math'> = globalThis, shortestMs = 250): number {
  const least = Math.min(LONGEST_WAIT_MS / 2, shortestMs * 2 ** Math.min(failures, 10));
  return least + realm.Math.random() * least;
}
