import { createTopic } from '../../schemas/base/topic.ts';
import type { FirstRows } from './read-first-rows.ts';

/**
 * The first rows of this start, or of a sign-in, from the moment that they are asked for until the store is open. They live in memory alone.
 * They are dropped when the member signs out in any tab, when the page goes to the back/forward cache, and when the store has opened or failed
 * to open.
 */

let rows: FirstRows | null = null;
let reading: AbortController | undefined;
let mayShow = (): boolean => false;
const changed = createTopic();

/** Drops the rows, and does not take those that are still being read. */
export function dropFirstRows(): void {
  if (!reading) return;
  reading.abort();
  reading = undefined;
  rows = null;
  changed.announce();
}

/** The code that reads. A copy of the app that no longer has it waits for the store. */
const loadReader = () =>
  import('./read-first-rows.ts').then(
    (reader) => reader,
    () => null,
  );
/** Loads the code that reads first rows, for a page on which somebody begins to sign in. */
export const prepareFirstRows = (): void => void loadReader();

/** Drops the rows if their member may no longer see them. */
export const recheckFirstRows = (): void => void (mayShow() || dropFirstRows());

/**
 * Reads the first rows of this member. `stillTheirs` says whether they are signed in and nothing of theirs must be erased: it is asked at each
 * change that another tab makes, when the rows are there, and whenever they are shown.
 */
export function beginFirstRows(userId: string, stillTheirs: () => boolean): void {
  dropFirstRows();
  const begun = new AbortController();
  const { signal } = begun;
  reading = begun;
  mayShow = stillTheirs;
  // Before the database is opened: a sign-out from now on is heard.
  addEventListener('storage', recheckFirstRows, { signal });
  addEventListener('pagehide', ({ persisted }) => persisted && dropFirstRows(), { signal });
  // Visitors do not load the reader.
  const reader = loadReader().then((loaded) => loaded?.readFirstRows(userId, signal) ?? null);
  void reader.then((read) => {
    if (signal.aborted) return;
    if (!read) return dropFirstRows();
    rows = read;
    changed.announce();
  });
}

/** Whether this start shows first rows, as far as it is known. */
export const expectsFirstRows = (): boolean => reading !== undefined;

/** Whether rows are being read that may still be shown. */
export const readsFirstRows = (): boolean => reading !== undefined && rows === null;

/** The rows, if this member may see them at this moment. Ask it in the task that shows them. */
export const firstRowsOf = (userId: string | undefined): FirstRows | null => (rows?.userId === userId && mayShow() ? rows : null);

/** Calls back when the rows are there, and when they are dropped. The returned function ends that. */
export const onFirstRows = changed.subscribe;

const drawn = createTopic();
/** Say that all cards of the feed's first page are in the document. */
export const firstCardsDrawn = (): void => drawn.announce();
/** Calls back when that is said. The returned function ends that. */
export const onFirstCardsDrawn = drawn.subscribe;

/** For longer the store does not wait for the first rows: something may hold the database. Rows that come later still show. */
const READ_WITHIN_MS = 150;

/** Calls back once no first rows are being read: at once, or when they are there, or after a while. The returned function ends that. */
export function onceFirstRowsRead(then: () => void): () => void {
  if (!readsFirstRows()) {
    then();
    return () => undefined;
  }
  const settle = () => {
    end();
    then();
  };
  const forget = onFirstRows(settle);
  const late = setTimeout(settle, READ_WITHIN_MS);
  const end = () => {
    forget();
    clearTimeout(late);
  };
  return end;
}
