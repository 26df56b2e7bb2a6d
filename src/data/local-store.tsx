import { createContext, type DependencyList, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import type { RxDocument, RxQuery } from 'rxdb';
import type { Actor } from '../../schemas/base/refusal.ts';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import type { LocalRow } from '../../workers/device/local-row.ts';
import type { LocalCollections, LocalDatabase } from '../../workers/device/open-database.ts';
import type { ServerClock } from '../../workers/device/server-clock.ts';
import type { ConnectionSource } from './connection-source.ts';
import type { DraftStore } from './draft-store.ts';
import { useSession } from './session.ts';

/**
 * The local database of the signed-in member, as screens see it. RxDB is loaded when a member is signed in or begins to sign in, never for
 * a visitor. Code that writes to it acts as its member: a rule that needs an actor takes the store.
 */
export interface LocalStore extends Actor {
  readonly collections: LocalCollections;
  readonly database: LocalDatabase;
  readonly connection: ConnectionSource;
  readonly drafts: DraftStore;
  /** the server's time */
  readonly clock: ServerClock;
}

export const StoreContext = createContext<LocalStore | null>(null);

/** The open store; only below `LocalStoreProvider`. */
export function useStore(): LocalStore {
  const store = useContext(StoreContext);
  if (!store) throw new Error('useStore is used outside of LocalStoreProvider');
  return store;
}

type Opening =
  | { readonly state: 'opening' }
  | { readonly state: 'open'; readonly store: LocalStore }
  | { readonly state: 'failed'; readonly error: unknown }
  /** a newer version of the app has upgraded the store, in another tab: this tab needs a reload */
  | { readonly state: 'outdated' };

const opening: Opening = { state: 'opening' };
/** A store that another window blocks never opens, and no event reports that. */
const SILENT_MS = 10_000;

/**
 * Opens the store of the signed-in member and starts its replication. Shows `opening` until it is open. Shows `failed` if it cannot be
 * opened or does not open within ten seconds, and `outdated` if a newer version has upgraded it. A store that opens after all is shown
 * then. A failure is final within this page: another attempt needs another page.
 */
export function LocalStoreProvider(props: {
  readonly opening: ReactNode;
  readonly failed: (error: unknown) => ReactNode;
  readonly outdated: (reload: () => void) => ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  const session = useSession();
  const userId = session.user?.id;
  const [result, setResult] = useState<{ readonly for: string; readonly opening: Opening }>({ for: '', opening });
  const wanted = userId ?? '';

  useEffect(() => {
    if (userId === undefined) return;
    let wantedStill = true;
    const settle = (next: Opening) => {
      if (wantedStill) setResult({ for: wanted, opening: next });
    };
    let release = () => {};
    let silence: ReturnType<typeof setTimeout> | undefined;
    const answered = () => clearTimeout(silence);
    import('./open-store.ts')
      .then(({ acquireStore }) => {
        if (!wantedStill) return;
        const acquired = acquireStore(userId, {
          onOutdated: () => settle({ state: 'outdated' }),
          onReopened: (store) => settle({ state: 'open', store }),
          onMoving: answered,
        });
        release = acquired.release;
        silence = setTimeout(() => settle({ state: 'failed', error: new Error('The storage does not answer') }), SILENT_MS);
        return acquired.store.then((store) => settle({ state: 'open', store }));
      })
      .catch((error: unknown) => settle({ state: 'failed', error }))
      .finally(answered);
    return () => {
      wantedStill = false;
      answered();
      release();
    };
  }, [userId, wanted]);

  const now = result.for === wanted ? result.opening : opening;
  if (now.state === 'open') return <StoreContext.Provider value={now.store}>{props.children}</StoreContext.Provider>;
  if (now.state === 'failed') return props.failed(now.error);
  if (now.state === 'outdated') return props.outdated(() => location.reload());
  return props.opening;
}

export interface LiveQuery<T> {
  /** undefined until the first answer */
  readonly rows: readonly T[] | undefined;
  readonly error: unknown;
}

type RowQuery<T> = RxQuery<T, RxDocument<T>[]>;

/** One plain row for each state of a document, so that an unchanged row stays the same object. */
const plainRows = new WeakMap<object, unknown>();
function plainRow<T extends object>(document: RxDocument<T>): T {
  const known = plainRows.get(document);
  if (known) return known as T;
  const row = document.toJSON() as unknown as T;
  plainRows.set(document, row);
  return row;
}

const age = ({ revision }: { readonly revision: string }): number => Number.parseInt(revision, 10);

/**
 * Each row once, in its newest state. The writes of several tabs to one row can reach a query in another order than they were made. The
 * result then contains the older state next to the newer one, until the query runs again. A worker of an earlier version reports inserts
 * as such, and a row may then be there twice in the same state.
 */
export function newestStates<D extends { readonly primary: string; readonly revision: string }>(documents: readonly D[]): readonly D[] {
  const newest = new Map<string, D>();
  for (const document of documents) {
    const other = newest.get(document.primary);
    if (!other || age(document) > age(other)) newest.set(document.primary, document);
  }
  if (newest.size === documents.length) return documents;
  return documents.filter((document) => newest.get(document.primary) === document && newest.delete(document.primary));
}

/**
 * The rows of a query, kept current. `makeQuery` runs again when `deps` change; rows of an earlier query are never shown for a later one.
 * If it returns null, nothing is queried.
 */
export function useLiveQuery<T extends object>(
  makeQuery: (store: LocalStore) => RowQuery<T> | null | undefined,
  deps: DependencyList,
): LiveQuery<T> {
  const store = useStore();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names what its query depends on, as with useMemo.
  const query = useMemo(() => makeQuery(store), [store, ...deps]);
  const [answer, setAnswer] = useState<{ readonly query: unknown } & LiveQuery<T>>({
    query: null,
    rows: undefined,
    error: undefined,
  });
  useEffect(() => {
    if (!query) return undefined;
    const subscription = query.$.subscribe({
      next: (documents) => {
        const rows = newestStates(documents).map((document) => plainRow(document));
        setAnswer((before) => {
          const same = before.query === query && before.rows?.length === rows.length && rows.every((row, at) => row === before.rows?.[at]);
          return same ? before : { query, rows, error: undefined };
        });
      },
      error: (error: unknown) => setAnswer({ query, rows: undefined, error }),
    });
    return () => subscription.unsubscribe();
  }, [query]);
  return answer.query === query ? answer : noAnswer;
}
const noAnswer = { rows: undefined, error: undefined } as const;

export interface LiveDocument<T> {
  /** undefined until the first answer, null where there is no such row */
  readonly row: T | null | undefined;
  readonly error: unknown;
}

/** One row by its id, kept current. */
export function useLiveDocument<C extends CollectionName>(collection: C, id: string | null | undefined): LiveDocument<LocalRow<C>> {
  const byId = useCallback(
    (store: LocalStore) => {
      if (!id) return null;
      const held = store.collections[collection] as unknown as { find(query: object): RowQuery<LocalRow<C>> };
      return held.find({ selector: { id } });
    },
    [collection, id],
  );
  const { rows, error } = useLiveQuery<LocalRow<C>>(byId, [byId]);
  return useMemo(() => ({ row: rows === undefined ? undefined : (rows[0] ?? null), error }), [rows, error]);
}
