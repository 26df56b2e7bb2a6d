import type { Database } from './transaction.ts';

/**
 * Which connections a kind of work uses. Work that comes one after the other and must not wait for anything else has a connection of its own:
 * that has its statements prepared and its pages at hand, where those of the pool would be new to it again and again.
 */
export interface ConnectionClasses {
  /** shared creations */
  readonly writes: Database;
  /** their announcements */
  readonly announcements: Database;
  /** what the streams read */
  readonly streams: Database;
  /** whether sessions are live, asked at every request */
  readonly sessions: Database;
}

/** All in the one pool, where speed does not matter. */
export const oneClass = (database: Database): ConnectionClasses => ({
  writes: database,
  announcements: database,
  streams: database,
  sessions: database,
});
