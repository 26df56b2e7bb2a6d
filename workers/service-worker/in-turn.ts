let before: Promise<unknown> = Promise.resolve();

/**
 * Runs work that opens the store after all earlier such work has ended: a realm has one loop and opens a store once, and what ends closes the
 * store.
 */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = before.then(work);
  before = mine.catch(() => undefined);
  return mine;
}
