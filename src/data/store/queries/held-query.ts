import type { RxDocument, RxQuery } from 'rxdb';
import { createTopic } from '../../../../schemas/base/topic.ts';
import { onUnderWay, type UnderWay, underWayIn } from './under-way.ts';

export interface LiveQuery<T> {
  /** undefined until the first answer */
  readonly rows: readonly T[] | undefined;
  readonly error: unknown;
}

export type RowQuery<T> = RxQuery<T, RxDocument<T>[]>;

/** A query that is asked once for all who want its answer, and for a while after that. */
export interface HeldQuery<T> {
  /** Undefined until the first answer. A query for one id is answered before that if another one holds its row. */
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

const idOf = (row: unknown): string => (row as { readonly id: string }).id;
type Fields = Readonly<Record<string, string | number>>;

/** The rows of a query as they will be after these writes, in its order and within its limit. */
function withUnderWay<T>(query: RowQuery<T>, stored: readonly T[], underWay: ReadonlySet<UnderWay>): readonly T[] {
  const last = new Map([...underWay].map(({ id, row }) => [id, row as T | null]));
  const held = new Set(stored.map(idOf));
  const kept = stored.filter((row) => last.get(idOf(row)) !== null);
  const more = [...last].flatMap(([id, row]) => (row && !held.has(id) ? [row] : []));
  if (more.length === 0) return kept.length === stored.length ? stored : kept;
  const { sort, limit } = query.getPreparedQuery().query;
  const order = sort.flatMap((part) => Object.entries(part));
  const compare = (one: Fields, other: Fields) => {
    const [field, direction] = order.find(([name]) => one[name] !== other[name]) ?? [];
    if (field === undefined) return 0;
    return (one[field] ?? '') < (other[field] ?? '') === (direction === 'asc') ? -1 : 1;
  };
  return [...kept, ...more].sort(compare as (one: T, other: T) => number).slice(0, limit);
}

/** What the queries of a collection hold that are current. */
const current = new WeakMap<object, Set<() => readonly unknown[] | undefined>>();

/** A row that another query holds: a page that is opened from its card has it in its first drawing. */
function heldElsewhere(collection: object, id: string): unknown {
  for (const rowsOf of current.get(collection) ?? []) {
    const row = rowsOf()?.find((one) => idOf(one) === id);
    if (row) return row;
  }
  return undefined;
}

/** RxDB returns the same query for the same question, as long as somebody is subscribed to it. */
export function heldQuery<T>(query: RowQuery<T>): HeldQuery<T> {
  const known = held.get(query) as HeldQuery<T> | undefined;
  if (known) return known;
  const answered = createTopic();
  let stored: LiveQuery<T> | undefined;
  /** made once for who asks for it */
  let answer: LiveQuery<T> | undefined;
  /** the writes that are shown before the store has answered with them */
  const underWay = new Set<UnderWay>();
  let forget = () => {};
  let subscription: { unsubscribe(): void } | undefined;
  let failed = false;
  let users = 0;
  const { id, ...more } = (query.mangoQuery.selector ?? {}) as { readonly id?: unknown };
  const wanted = typeof id === 'string' && Object.keys(more).length === 0 ? id : undefined;
  const rowsHere = () => stored?.rows;

  function end(): void {
    idleIn(query.collection.database).delete(end);
    subscription?.unsubscribe();
    subscription = undefined;
    forget();
    current.get(query.collection)?.delete(rowsHere);
    underWay.clear();
    stored = undefined;
    answer = undefined;
  }
  function tell(): void {
    answer = undefined;
    answered.announce();
  }
  function take(next: LiveQuery<T>): void {
    stored = next;
    tell();
  }
  const concerns = ({ id, row }: UnderWay) => (row ? query.doesDocumentDataMatch(row) : stored?.rows?.some((each) => idOf(each) === id));
  /** What was written is shown until the store has answered with it. */
  function follow(): void {
    const now = underWayIn(query.collection);
    const begun = [...now].filter((write) => !underWay.has(write) && concerns(write));
    for (const write of begun) underWay.add(write);
    if (begun.length > 0) tell();
    const settled = [...underWay].filter((write) => !now.has(write));
    if (settled.length === 0) return;
    const drop = () => {
      for (const write of settled) underWay.delete(write);
      if (subscription) tell();
    };
    query.exec().then(drop, drop);
  }

  const made: HeldQuery<T> = {
    answer() {
      if (!stored && wanted !== undefined) {
        const row = heldElsewhere(query.collection, wanted) as T | undefined;
        return row && { rows: [row], error: undefined };
      }
      if (!stored?.rows || underWay.size === 0) return stored;
      answer ??= { rows: withUnderWay(query, stored.rows, underWay), error: undefined };
      return answer;
    },
    subscribe(listener, rowsOf) {
      users += 1;
      const unused = idleIn(query.collection.database);
      unused.delete(end);
      const leave = answered.subscribe(listener);
      // One that failed answers nobody any more.
      if (!subscription || failed) {
        failed = false;
        forget();
        forget = onUnderWay(query.collection, follow);
        const all = current.get(query.collection) ?? new Set();
        current.set(query.collection, all.add(rowsHere));
        follow();
        subscription = query.$.subscribe({
          next: (documents) => take({ rows: rowsOf(documents), error: undefined }),
          error: (error: unknown) => {
            failed = true;
            take({ rows: undefined, error });
          },
        });
      }
      return () => {
        leave();
        users -= 1;
        if (users > 0) return;
        if (!stored?.rows) return end();
        unused.add(end);
        for (const endOldest of unused) if (unused.size > IDLE_MAX) endOldest();
      };
    },
  };
  held.set(query, made as HeldQuery<never>);
  return made;
}
