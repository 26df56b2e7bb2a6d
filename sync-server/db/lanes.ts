import type { Database } from './transaction.ts';

/**
 * Connections of their own for work that comes one after the other and must not wait for anything else. A connection that always does
 * the same has its statements prepared and its pages at hand; among the many of the pool each would be new again and again.
 */
export interface Lanes {
  /** shared creations */
  readonly writes: Database;
  /** what is told of them */
  readonly announcements: Database;
  /** what the streams read */
  readonly streams: Database;
  /** whether sessions are live, asked at every request */
  readonly sessions: Database;
}

/** All in the one pool, where speed does not matter. */
export const oneLane = (database: Database): Lanes => ({
  writes: database,
  announcements: database,
  streams: database,
  sessions: database,
});
