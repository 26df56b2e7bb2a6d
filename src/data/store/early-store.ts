import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import { unknownStatus } from '../../../workers/device/sync-status.ts';
import { queryKey } from '../../first/first-queries.ts';
import type { FirstRows } from '../../first/read-first-rows.ts';
import type { ConnectionSnapshot, ConnectionSource } from '../session/connection-source.ts';
import { asSeenHere } from '../session/seen-here.ts';
import type { LocalStore } from './local-store.tsx';
import { pageClock } from './page-clock.ts';

/** The answer to a query from the first rows of a start. `rows` is undefined if they do not answer it: then it waits for the open store. */
export class EarlyQuery {
  readonly rows: readonly object[] | undefined;
  constructor(rows: readonly object[] | undefined) {
    this.rows = rows;
  }
}

/** What a live query gets of the store. */
export interface Queried {
  readonly userId: string;
  readonly collections: { readonly [C in CollectionName]: Pick<LocalStore['collections'][C], 'find'> };
}

/**
 * What feed and bars have of the local store until it is open: rows that were read without RxDB, and nothing to write to. Whatever needs more
 * waits for the open store.
 */
export interface EarlyStore extends Queried {
  readonly isEarly: true;
  readonly connection: Pick<ConnectionSource, 'snapshot' | 'subscribe' | 'wake'>;
  /** Resolves once the store is open. Rejects if it cannot be opened. Never settles if the member signs out before. */
  readonly whenOpen: () => Promise<LocalStore>;
}

export const isEarlyStore = (store: LocalStore | EarlyStore): store is EarlyStore => 'isEarly' in store;

/** The collections of these rows. Their queries answer at once, in the drawing that asks. */
function collectionsOf({ answers }: FirstRows): Queried['collections'] {
  const queries = new Map<string, EarlyQuery>();
  const find = (collection: string) => (query: object) => {
    const key = queryKey(collection, query);
    const known = queries.get(key) ?? new EarlyQuery(answers.get(key));
    queries.set(key, known);
    return known;
  };
  return new Proxy({} as Queried['collections'], { get: (_, collection) => ({ find: find(String(collection)) }) });
}

/** Makes a store of the first rows, and sets the page's clock as the open store will. */
export function createEarlyStore(rows: FirstRows, whenOpen: () => Promise<LocalStore>): EarlyStore {
  if (rows.serverTime) pageClock.take(rows.serverTime);
  const snapshot: ConnectionSnapshot = {
    status: asSeenHere(unknownStatus),
    progress: rows.progress,
    refused: [],
    failedPhotos: [],
    leads: false,
  };
  return {
    isEarly: true,
    userId: rows.userId,
    collections: collectionsOf(rows),
    // A start fetches what is new anyway.
    connection: { snapshot: () => snapshot, subscribe: () => () => undefined, wake: () => undefined },
    whenOpen,
  };
}
