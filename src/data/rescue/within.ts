/** Time limits for databases that another window may block. Apart from the requests themselves, which every first page loads. */

/** The database does not answer in time: another window blocks it. */
export class DatabaseBlocked extends Error {}

/** Longer than a database takes to answer on a slow phone. A blocked database never answers. */
const BLOCKED_AFTER_MS = 8000;

/**
 * Resolves with an answer of a database.
 *
 * @throws DatabaseBlocked if none comes in time; `late` then receives an answer that comes later
 */
export function within<T>(answer: Promise<T>, late?: (answer: T) => void, ms = BLOCKED_AFTER_MS): Promise<T> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => {
      reject(new DatabaseBlocked('the database does not answer'));
      if (late) answer.then(late, () => undefined);
    }, ms);
    answer.then(resolve, reject).finally(() => clearTimeout(limit));
  });
}
