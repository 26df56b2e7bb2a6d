import {
  createContext,
  type DependencyList,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { RxDocument } from 'rxdb';
import type { Realm } from '../../../schemas/base/realm.ts';
import type { Actor } from '../../../schemas/base/refusal.ts';
import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import type { LocalRow } from '../../../workers/device/local-row.ts';
import type { LocalCollections, LocalDatabase } from '../../../workers/device/open-local-database.ts';
import type { ServerClock } from '../../../workers/device/server-clock.ts';
import { rowById } from '../../first/first-queries.ts';
import { dropFirstRows, firstRowsOf, onceFirstRowsRead, onFirstRows, readsFirstRows } from '../../first/first-rows.ts';
import { afterFirstPaint } from '../first-paint.ts';
import type { ConnectionSource } from '../session/connection-source.ts';
import { useSession } from '../session/session.ts';
import type { DraftStore } from './draft-store.ts';
import { createEarlyStore, EarlyQuery, type EarlyStore, isEarlyStore, type Queried } from './early-store.ts';
import { heldQuery, type LiveQuery, type RowQuery } from './queries/held-query.ts';

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
  /** the one that it is used in by default */
  readonly realm?: Realm;
}

/** The open store, or what feed and bars have of it until it is open. */
export const StoreContext = createContext<LocalStore | EarlyStore | null>(null);

function useOpenOrEarly(): LocalStore | EarlyStore {
  const store = useContext(StoreContext);
  if (!store) throw new Error('The store is used outside of LocalStoreProvider');
  return store;
}

/** The open store; only below `LocalStoreProvider`, and below `OnceOpen` in what the first drawing shows. */
export function useStore(): LocalStore {
  const store = useOpenOrEarly();
  if (isEarlyStore(store)) throw new Error('The store is used before it is open');
  return store;
}

/** The id of the signed-in member. */
export const useOwnId = (): string => useOpenOrEarly().userId;

/** For an act in what the first drawing shows: the open store, or a promise of it. The promise rejects if the store cannot be opened. */
export function useStoreForAct(): () => LocalStore | Promise<LocalStore> {
  const store = useOpenOrEarly();
  return useCallback(() => (isEarlyStore(store) ? store.whenOpen() : store), [store]);
}

/** Shows its children once the store is open, and `opening` until then: for what needs more than the first rows. */
export function OnceOpen({ opening, children }: { readonly opening?: ReactNode; readonly children: ReactNode }): ReactNode {
  return isEarlyStore(useOpenOrEarly()) ? opening : children;
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

interface Waiting {
  readonly promise: Promise<LocalStore>;
  readonly resolve: (store: LocalStore) => void;
  readonly reject: (error: unknown) => void;
}

function waiting(): Waiting {
  let [resolve, reject]: [Waiting['resolve'], Waiting['reject']] = [() => undefined, () => undefined];
  const promise = new Promise<LocalStore>((...settle) => {
    [resolve, reject] = settle;
  });
  // Nobody may wait for it.
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}

/** What the first rows answer for this member; null if there are none. `whenOpen` is what acts wait for. */
function useEarlyStore(userId: string | undefined, whenOpen: () => Promise<LocalStore>): EarlyStore | null {
  const rows = useSyncExternalStore(onFirstRows, () => firstRowsOf(userId));
  return useMemo(() => rows && createEarlyStore(rows, whenOpen), [rows, whenOpen]);
}

/**
 * Opens the store of the signed-in member and starts its replication.
 *
 * If the first rows of the start are there, it shows its children with them, and opens the store after the first paint. After a sign-in these
 * rows come with the first page, a moment later. Otherwise it shows `opening` until the store is open, and nothing while such rows are read.
 *
 * It shows `failed` if the store cannot be opened within ten seconds. A store that opens after all is shown then. Another attempt needs another
 * page. It shows `outdated` if a newer version has upgraded the store.
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
  const acts = useRef<{ readonly for: string; readonly waiting: Waiting }>(undefined);
  const whenOpen = useCallback(() => {
    if (acts.current?.for !== wanted) acts.current = { for: wanted, waiting: waiting() };
    return acts.current.waiting.promise;
  }, [wanted]);
  const early = useEarlyStore(userId, whenOpen);
  const [reads, setReads] = useState(readsFirstRows);

  useEffect(() => {
    if (userId === undefined) return;
    let wantedStill = true;
    const settle = (next: Opening) => {
      if (wantedStill) setResult({ for: wanted, opening: next });
    };
    let release = () => {};
    let silence: ReturnType<typeof setTimeout> | undefined;
    const answered = () => clearTimeout(silence);
    const open = () =>
      void import('../acquire-store.ts')
        .then(({ acquireStore }) => {
          if (!wantedStill) return;
          const acquired = acquireStore(userId, {
            onOutdated: () => settle({ state: 'outdated' }),
            onReopened: (store) => settle({ state: 'open', store }),
          });
          release = acquired.release;
          silence = setTimeout(() => settle({ state: 'failed', error: new Error('The storage does not answer') }), SILENT_MS);
          return acquired.store.then((store) => settle({ state: 'open', store }));
        })
        .catch((error: unknown) => settle({ state: 'failed', error }))
        .finally(answered);
    let leave = () => {};
    const stopReading = onceFirstRowsRead(() => {
      setReads(false);
      if (firstRowsOf(userId)) leave = afterFirstPaint(open);
      else open();
    });
    return () => {
      wantedStill = false;
      stopReading();
      leave();
      answered();
      release();
    };
  }, [userId, wanted]);

  useEffect(() => {
    const { for: owner, opening: end } = result;
    if (end.state === 'opening') return;
    dropFirstRows();
    const act = acts.current;
    if (act?.for !== owner) return;
    if (end.state === 'open') act.waiting.resolve(end.store);
    else act.waiting.reject(end.state === 'failed' ? end.error : new Error('A newer version has upgraded the store'));
  }, [result]);

  const now = result.for === wanted ? result.opening : opening;
  if (now.state === 'failed') return props.failed(now.error);
  if (now.state === 'outdated') return props.outdated(() => location.reload());
  // In one place, so that what the early rows have drawn stays when the store takes over.
  const store = now.state === 'open' ? now.store : early;
  if (store) return <StoreContext.Provider value={store}>{props.children}</StoreContext.Provider>;
  return reads ? null : props.opening;
}

/** One plain row for each state of a document, so that an unchanged row stays the same object. */
const plainRows = new WeakMap<object, unknown>();
function plainRow<T extends object>(document: RxDocument<T>, early: EarlyRows | undefined): T {
  const known = plainRows.get(document);
  if (known) return known as T;
  const read = document.toJSON() as unknown as T;
  const shown = early?.get(document.primary);
  const row = shown && JSON.stringify(shown) === JSON.stringify(read) ? (shown as T) : read;
  plainRows.set(document, row);
  return row;
}

/** The early rows of a query, by id. A row that has not changed stays the same object when the store takes over. */
type EarlyRows = ReadonlyMap<string, object>;
const earlyRowsOf = (query: unknown): EarlyRows | undefined =>
  query instanceof EarlyQuery && query.rows ? new Map(query.rows.map((row) => [(row as { readonly id: string }).id, row])) : undefined;

const age = ({ revision }: { readonly revision: string }): number => Number.parseInt(revision, 10);

/**
 * Each row once, in its newest state. The writes of several tabs to one row can reach a query in another order than they were made. The
 * result then contains the older state next to the newer one, until the query runs again.
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

interface Answer<T> extends LiveQuery<T> {
  readonly query: unknown;
  /** identifies what the query depends on */
  readonly asked: object;
}

/**
 * The rows of a query, kept current. `makeQuery` runs again when `deps` change; rows of an earlier query are never shown for a later one.
 * If it returns null, nothing is queried. A query that was asked a while ago has its rows in the first drawing.
 *
 * One exception: until the store is open the first rows of the start answer, in the drawing that asks, or nothing does. When the store opens,
 * a query that still depends on the same keeps that answer until the store has given its own.
 */
export function useLiveQuery<T extends object>(
  makeQuery: (store: Queried) => RowQuery<T> | null | undefined,
  deps: DependencyList,
): LiveQuery<T> {
  const store = useOpenOrEarly();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names what its query depends on, as with useMemo.
  const asked = useMemo(() => ({}), deps);
  // biome-ignore lint/correctness/useExhaustiveDependencies: likewise.
  const query = useMemo((): unknown => makeQuery(store), [store, ...deps]);
  const held = query && !(query instanceof EarlyQuery) ? heldQuery(query as RowQuery<T>) : undefined;
  const known = query instanceof EarlyQuery ? query : held?.answer();
  const now = known?.rows ? { rows: known.rows as readonly T[], error: undefined } : noAnswer;
  const [answer, setAnswer] = useState((): Answer<T> => ({ query, asked, ...now }));
  if (known && answer.query !== query) setAnswer({ query, asked, ...now });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `answer` is that of the early rows when the query of the store begins
  useEffect(() => {
    if (!held) return undefined;
    const shown = earlyRowsOf(answer.query);
    const take = () => {
      const next = held.answer();
      if (!next) return;
      setAnswer((before) => {
        const { rows } = next;
        const same =
          rows !== undefined &&
          before.asked === asked &&
          before.rows?.length === rows.length &&
          rows.every((row, at) => row === before.rows?.[at]);
        if (same && before.query === query) return before;
        return { query, asked, rows: same ? before.rows : rows, error: next.error };
      });
    };
    const leave = held.subscribe(take, (documents) => newestStates(documents).map((document) => plainRow(document, shown)));
    // It may have changed since the drawing.
    take();
    return leave;
  }, [held]);
  if (answer.query === query) return answer;
  return query && answer.query instanceof EarlyQuery && answer.asked === asked ? answer : noAnswer;
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
    (store: Queried) => {
      if (!id) return null;
      const held = store.collections[collection] as unknown as { find(query: object): RowQuery<LocalRow<C>> };
      return held.find(rowById(id));
    },
    [collection, id],
  );
  const { rows, error } = useLiveQuery<LocalRow<C>>(byId, [byId]);
  return useMemo(() => ({ row: rows === undefined ? undefined : (rows[0] ?? null), error }), [rows, error]);
}

/** A row by its id: null if there is no such row, undefined until the store has answered. */
export type LookUp<C extends CollectionName> = (id: string | null) => LocalRow<C> | null | undefined;

/** Rows by their ids, kept current by one query. While a query for other ids is being answered, the rows of the last answer stay. */
export function useLiveDocuments<C extends CollectionName>(collection: C, wanted: readonly (string | null)[]): LookUp<C> {
  const ids = [...new Set(wanted)].filter((id) => id !== null).sort();
  const { rows } = useLiveQuery<LocalRow<C>>(
    (store) => {
      const held = store.collections[collection] as unknown as { find(query: object): RowQuery<LocalRow<C>> };
      return ids.length > 0 ? held.find({ selector: { id: { $in: ids } } }) : null;
    },
    [collection, ids.join()],
  );
  const [answer, setAnswer] = useState<{ readonly rows: typeof rows; readonly byId: ReadonlyMap<string, LocalRow<C> | null> }>({
    rows: undefined,
    byId: new Map(),
  });
  if (rows && rows !== answer.rows) {
    setAnswer({ rows, byId: new Map([...ids.map((id) => [id, null] as const), ...rows.map((row) => [row.id, row] as const)]) });
  }
  return useCallback((id) => (id === null ? undefined : answer.byId.get(id)), [answer]);
}
