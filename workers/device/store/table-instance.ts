import type { Collection, Dexie } from 'dexie';
import {
  type CategorizeBulkWriteRowsOutput,
  categorizeBulkWriteRows,
  type EventBulk,
  getPrimaryFieldOfPrimaryKey,
  getQueryMatcher,
  getSortComparator,
  INDEX_MAX,
  INDEX_MIN,
  now,
  type PreparedQuery,
  type RxDocumentData,
  type RxStorageChangeEvent,
  type RxStorageDefaultCheckpoint,
  type RxStorageInstance,
  type RxStorageInstanceCreationParams,
} from 'rxdb';
import { Subject } from 'rxjs';
import type { Connection } from './connections.ts';
import { isOnlyHere, strictly } from './durability.ts';
import { indexName } from './layout-names.ts';
import type { Fill } from './optional-fields.ts';
import { type Stored, toStored } from './stored-row.ts';

/** A collection as RxDB's storage sees it: one table among others of the same connection. */
export type TableInstance<T> = RxStorageInstance<T, Dexie, unknown, RxStorageDefaultCheckpoint>;

const asIs: Fill = (row) => row;

/**
 * An insert is reported as a change from an unknown state. RxDB adds an inserted row to the results of its queries without checking whether
 * it is there already. A query that has read the row before it learns of it, as it may in another tab, would then contain it twice, and
 * lose its last row to its limit. What RxDB does with a change is right in both cases.
 */
function asChange<T>(event: RxStorageChangeEvent<RxDocumentData<T>>): void {
  if (event.operation !== 'INSERT') return;
  Object.assign(event, { operation: 'UPDATE', previousDocumentData: undefined });
}

const boundOf = (field: string | undefined, key: unknown): unknown => {
  if (field === '_deleted') return key === INDEX_MAX || key === true ? '1' : '0';
  return key === INDEX_MIN ? Number.NEGATIVE_INFINITY : key;
};

type Plan = Pick<PreparedQuery<unknown>, 'queryPlan'>;

/**
 * The ranges of an index that a query reads. RxDB plans one, from the smallest to the largest value of an `$in`, with all rows between them.
 * Each value has a range of its own here, in index order.
 */
function rangesOf<T>({ query: { selector }, queryPlan }: PreparedQuery<T>): Plan['queryPlan'][] {
  const { index, startKeys, endKeys } = queryPlan;
  const at = startKeys.findIndex((key, n) => key !== endKeys[n]);
  const { $in: values, ...others } = ((selector as Record<string, unknown>)[index[at] ?? ''] ?? {}) as {
    readonly $in?: readonly unknown[];
  };
  // The bounds are the values of the `$in` only if nothing else limits the field.
  if (!values?.every((value) => typeof value === 'string') || Object.keys(others).length > 0) return [queryPlan];
  const own = (keys: readonly unknown[], value: string) => keys.with(at, value) as typeof startKeys;
  return [...new Set(values)].sort().map((value) => ({ ...queryPlan, startKeys: own(startKeys, value), endKeys: own(endKeys, value) }));
}

export function createTableInstance<T>(
  params: RxStorageInstanceCreationParams<T, unknown>,
  { database, release }: Connection,
  fill: Fill = asIs,
): TableInstance<T> {
  const { databaseName, collectionName, schema } = params;
  const primary = getPrimaryFieldOfPrimaryKey(schema.primaryKey) as string;
  const table = database.table<Stored, string>(collectionName);
  const indexes = new Set(table.schema.indexes.map(({ name }) => name));
  const changes = new Subject<EventBulk<RxStorageChangeEvent<RxDocumentData<T>>, RxStorageDefaultCheckpoint>>();
  let closed: Promise<void> | undefined;

  /** Changes the row in place. Nobody else has a reference to it. */
  const fromStored = (row: Stored): RxDocumentData<T> =>
    fill(Object.assign(row, { _deleted: row._deleted === '1' })) as unknown as RxDocumentData<T>;

  const checkOpen = () => {
    if (closed !== undefined) throw new Error(`The collection ${collectionName} of ${databaseName} is closed`);
  };

  /** The rows in the range of a query's index, in index order; null if the table has no such index. */
  function inIndex({ queryPlan: { index, startKeys, endKeys, inclusiveStart, inclusiveEnd } }: Plan): Collection<Stored> | null {
    const name = indexName(index);
    if (!indexes.has(name)) return null;
    const from = startKeys.map((key, at) => boundOf(index[at], key));
    const to = endKeys.map((key, at) => boundOf(index[at], key));
    return table.where(name).between(from, to, inclusiveStart, inclusiveEnd);
  }

  /** The rows that a query's index leads to, in index order; null if the table has no such index. */
  async function allInIndex(prepared: PreparedQuery<T>): Promise<Stored[] | null> {
    const ranges = rangesOf(prepared);
    if (ranges.length === 1) return (await inIndex(prepared)?.toArray()) ?? null;
    const found = await database.transaction('r', table, () => Promise.all(ranges.map((queryPlan) => inIndex({ queryPlan })?.toArray())));
    return found.includes(undefined) ? null : found.flatMap((rows) => rows ?? []);
  }

  async function rowsOf(prepared: PreparedQuery<T>): Promise<RxDocumentData<T>[]> {
    const { query, queryPlan } = prepared;
    const ranged = inIndex(prepared);
    const sorted = ranged !== null && queryPlan.sortSatisfiedByIndex;
    const end = query.skip + (query.limit ?? Number.POSITIVE_INFINITY);
    const first = sorted && end !== Number.POSITIVE_INFINITY;
    const matches = ranged && queryPlan.selectorSatisfiedByIndex ? null : getQueryMatcher(schema, query);
    // Rows are read one by one only if the count of rows to look at is unknown.
    if (first && matches) ranged.and((row) => matches(fill({ ...row, _deleted: row._deleted === '1' }) as never));
    const found = first ? await ranged.limit(end).toArray() : ((await allInIndex(prepared)) ?? (await table.toArray()));
    let rows = found.map((row) => fromStored(row));
    if (!first && matches) rows = rows.filter((row) => matches(row as never));
    if (!sorted) rows.sort(getSortComparator(schema, query));
    return rows.slice(query.skip, end);
  }

  return {
    databaseName,
    collectionName,
    schema,
    options: params.options as object,
    internals: database,

    async bulkWrite(writes, context) {
      checkOpen();
      const keys = writes.map(({ document }) => document[primary as keyof typeof document] as string);
      let sorted: CategorizeBulkWriteRowsOutput<T> | undefined;
      const isStrict = writes.some(({ document }) => isOnlyHere(collectionName, document));
      const write = (begun: () => void) =>
        database.transaction('rw', table, async () => {
          begun();
          const stored = new Map<string, RxDocumentData<T>>();
          for (const row of await table.bulkGet(keys)) if (row) stored.set(row[primary] as string, fromStored(row));
          sorted = categorizeBulkWriteRows(this, primary as never, stored as never, writes, context);
          const rows = [...sorted.bulkInsertDocs, ...sorted.bulkUpdateDocs].map(({ document }) => toStored(document));
          if (rows.length > 0) await table.bulkPut(rows);
        });
      await (isStrict ? strictly(database, write) : write(() => {}));
      if (!sorted) throw new Error('A transaction ended before it began');
      const { errors, eventBulk, newestRow } = sorted;
      if (eventBulk.events.length > 0 && newestRow) {
        const { document } = newestRow;
        eventBulk.events.forEach(asChange);
        changes.next({ ...eventBulk, checkpoint: { id: document[primary as keyof typeof document] as string, lwt: document._meta.lwt } });
      }
      return { error: errors };
    },

    async findDocumentsById(ids, withDeleted) {
      checkOpen();
      const rows = await table.bulkGet(ids);
      return rows.flatMap((row) => (row && (withDeleted || row._deleted === '0') ? [fromStored(row)] : []));
    },

    async query(prepared) {
      checkOpen();
      return { documents: await rowsOf(prepared) };
    },

    async count(prepared) {
      checkOpen();
      const ranged = prepared.queryPlan.selectorSatisfiedByIndex ? inIndex(prepared) : null;
      if (ranged) return { count: await ranged.count(), mode: 'fast' };
      return { count: (await rowsOf(prepared)).length, mode: 'slow' };
    },

    changeStream() {
      checkOpen();
      return changes.asObservable();
    },

    async cleanup(minimumDeletedTime) {
      checkOpen();
      const before = now() - minimumDeletedTime;
      await database.transaction('rw', table, async () => {
        const deleted = table.where(indexName(['_deleted', primary])).between(['1', Number.NEGATIVE_INFINITY], ['1', []]);
        const remains = await deleted.filter(({ _meta }) => (_meta as { readonly lwt: number }).lwt < before).primaryKeys();
        // An empty deletion would still wake every window.
        if (remains.length > 0) await table.bulkDelete(remains);
      });
      return true;
    },

    getAttachmentData() {
      throw new Error('No attachments are stored here');
    },

    async remove() {
      checkOpen();
      await table.clear();
      return this.close();
    },

    close() {
      closed ??= Promise.resolve().then(() => {
        changes.complete();
        release();
      });
      return closed;
    },
  };
}
