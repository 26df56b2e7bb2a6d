import type { RxDocument, RxQuery } from 'rxdb';
import { createTopic } from '../../../../schemas/base/topic.ts';

export interface LiveQuery<T> {
  /** undefined until the first answer */
  readonly rows: readonly T[] | undefined;
  readonly error: unknown;
}

export type RowQuery<T> = RxQuery<T, RxDocument<T>[]>;

/** A query that is asked once for all who want its answer, and for a while after that. */
export interface HeldQuery<T> {
  /** undefined until the first answer */
  answer(): LiveQuery<T> | undefined;
  /** Asks the store, unless that is done already, and calls back with each answer that comes from now on. */
  subscribe(listener: () => void, rowsOf: (documents: readonly RxDocument<T>[]) => readonly T[]): () => void;
}

/** So many queries of a database stay current that nobody shows any more. A page that is opened again has its rows in its first drawing. */
const IDLE_MAX = 40;
const held = new WeakMap<object, HeldQuery<never>>();
/** By database: what ends each query that is held for nobody, the longest unused first. */
const idle = new WeakMap<object, Set<() => void>>();

function idleIn(database: object): Set<() => void> {
  const known = idle.get(database) ?? new Set();
  idle.set(database, known);
  return known;
}

/** RxDB returns the same query for the same question, as long as somebody is subscribed to it. */
export function heldQuery<T>(query: RowQuery<T>): HeldQuery<T> {
  const known = held.get(query) as HeldQuery<T> | undefined;
  if (known) return known;
  const answered = createTopic();
  let answer: LiveQuery<T> | undefined;
  let subscription: { unsubscribe(): void } | undefined;
  let failed = false;
  let users = 0;

  function end(): void {
    idleIn(query.collection.database).delete(end);
    subscription?.unsubscribe();
    subscription = undefined;
    answer = undefined;
  }
  function take(next: LiveQuery<T>): void {
    answer = next;
    answered.announce();
  }

  const made: HeldQuery<T> = {
    answer: () => answer,
    subscribe(listener, rowsOf) {
      users += 1;
      const unused = idleIn(query.collection.database);
      unused.delete(end);
      const forget = answered.subscribe(listener);
      // One that failed answers nobody any more.
      if (!subscription || failed) {
        failed = false;
        subscription = query.$.subscribe({
          next: (documents) => take({ rows: rowsOf(documents), error: undefined }),
          error: (error: unknown) => {
            failed = true;
            take({ rows: undefined, error });
          },
        });
      }
      return () => {
        forget();
        users -= 1;
        if (users > 0) return;
        if (!answer?.rows) return end();
        unused.add(end);
        for (const endOldest of unused) if (unused.size > IDLE_MAX) endOldest();
      };
    },
  };
  held.set(query, made as HeldQuery<never>);
  return made;
}
