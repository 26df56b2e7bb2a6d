import type { Database } from './transaction.ts';

/**
 * The connection class of each kind of work. Sequential work that must not wait for anything else has a connection of its own. There its
 * statements are prepared and its pages are cached, while connections from the shared pool would be new to it again and again.
 */
export interface ConnectionClasses {
  /** creations that are written together */
  readonly writes: Database;
  /** the notifications about them */
  readonly notifications: Database;
  /** reads of the streams */
  readonly streams: Database;
  /** the check that a session is live, at every request */
  readonly sessions: Database;
}

/** All classes in one pool, where speed does not matter. */
export const singlePool = (database: Database): ConnectionClasses => ({
  writes: database,
  notifications: database,
  streams: database,
  sessions: database,
});
