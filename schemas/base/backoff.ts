/** However often something failed, it is tried again after this long. */
const LONGEST_WAIT_MS = 30_000;

/**
 * How long to wait after so many failures before this one: from `shortestMs`, doubled each time. Up to as much again is added by chance, so
 * that those who failed together do not come back together. The page and its worker both wait by it.
 */
export function backoff(failures: number, shortestMs = 250): number {
  const least = Math.min(LONGEST_WAIT_MS / 2, shortestMs * 2 ** Math.min(failures, 10));
  return least + Math.random() * least;
}
