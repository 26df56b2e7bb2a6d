import { normalizeMangoQuery, prepareQuery, type RxCollection } from 'rxdb';
import { type CollectionName, collectionNames } from '../../schemas/protocol/collections.ts';
import type { Checkpoint } from '../../schemas/protocol/sync.ts';
import { readLocal } from '../device/local-documents.ts';
import type { AnyLocalRow } from '../device/local-row.ts';
import type { LocalDatabase } from '../device/open-local-database.ts';
import { pendingRows } from '../device/pending/pending-rows.ts';
import { type PendingRows, trackPending } from '../device/pending/track-pending.ts';
import { sameRow } from '../device/same-row.ts';
import { inOneTransaction } from '../device/store/one-transaction.ts';
import { fillOf } from '../device/store/optional-fields.ts';
import { checkpointId } from '../device/sync-status.ts';
import { type Lead, rowsById, type StoredRow, soleLead, writeRows } from '../device/write-rows.ts';

/**
 * What the sync loop reads and writes in the local store: the pending rows of all collections, and a replica of each. Queries of RxDB
 * hide deleted rows, so this reads the storage below them, through its public interface.
 */
export interface Store {
  readonly replicas: ReadonlyMap<CollectionName, Replica>;
  readonly pending: PendingRows;
  close(): void;
}

/** One collection's local rows and their checkpoint. */
export interface Replica {
  readonly name: CollectionName;
  /** up to where the rows are stored */
  readonly checkpoint: Checkpoint;
  /** Rows by id, deleted ones too. */
  byId(ids: readonly string[]): Promise<Map<string, StoredRow>>;
  /** Live rows that came by this scope: at most `limit`, ordered by id. */
  inScope(scope: number, limit: number): Promise<StoredRow[]>;
  /** The ids of live rows that came by this scope, begin with `beginning` and are not pending: at most `limit`. */
  idsBelow(beginning: string, scope: number, limit: number): Promise<string[]>;
  /** Live rows with an id after `after`: at most `limit`. */
  all(limit: number, after?: string): Promise<StoredRow[]>;
  /** The scopes of live rows. */
  scopes(): Promise<Set<number>>;
  /** Stores what `decide` returns for these rows, as `writeRows` does. Unchanged rows cost no write. */
  write(ids: readonly string[], decide: (stored: ReadonlyMap<string, StoredRow>) => readonly StoredRow[]): Promise<void>;
  /** Drops the remains of rows that were deleted more than `keptMs` ago. Does nothing if a deletion is pending here: it would be undone. */
  dropRemains(keptMs: number): Promise<void>;
  /** Call this after the rows are stored: after a crash in between, rows are fetched again and none is skipped. */
  saveCheckpoint(next: Checkpoint): Promise<void>;
}

interface SavedCheckpoint {
  readonly checkpoint: Checkpoint;
}

const isSame = (a: StoredRow, b: StoredRow): boolean => sameRow(a, b) && a.assumed.length === b.assumed.length;

/** The removal of a row that is not stored needs no write, but a pending deletion does. */
const isGone = (row: StoredRow): boolean => row._deleted && row.pending === 0;

function readsOf(collection: RxCollection<AnyLocalRow>) {
  const storage = collection.storageInstance;
  const schema = collection.schema.jsonSchema;

  async function query(selector: object, sort: object[], limit: number, index: string[]): Promise<StoredRow[]> {
    const normalized = normalizeMangoQuery(schema, {
      selector: { _deleted: { $eq: false }, ...selector } as never,
      sort: sort as never,
      limit,
      index: index as never,
    });
    return (await storage.query(prepareQuery(schema, normalized))).documents as unknown as StoredRow[];
  }

  const byScope = ['_deleted', 'scope', 'id'];
  const reads: Pick<Replica, 'byId' | 'inScope' | 'idsBelow' | 'all' | 'scopes'> = {
    byId: (ids) => rowsById(collection, ids),
    inScope: (scope, limit) => query({ scope: { $eq: scope } }, [{ id: 'asc' }], limit, byScope),
    async idsBelow(beginning, scope, limit) {
      const below = { $gt: beginning, $lt: `${beginning}\uffff` };
      const rows = await query({ scope: { $eq: scope }, id: below }, [{ id: 'asc' }], limit, byScope);
      return rows.filter((row) => row.pending === 0).map((row) => row.id);
    },
    all: (limit, after) => query(after === undefined ? {} : { id: { $gt: after } }, [{ id: 'asc' }], limit, ['_deleted', 'id']),
    scopes: () =>
      inOneTransaction([collection], async () => {
        const found = new Set<number>();
        // Jumps from one scope to the next by the index: a member has some dozens of scopes and tens of thousands of rows.
        for (let last = 0; ; ) {
          const [next] = await query({ scope: { $gt: last } }, [{ scope: 'asc' }, { id: 'asc' }], 1, byScope);
          if (!next) return found;
          found.add(next.scope);
          last = next.scope;
        }
      }),
  };
  return reads;
}

async function openReplica(
  database: LocalDatabase,
  name: CollectionName,
  collection: RxCollection<AnyLocalRow>,
  lead: Lead,
): Promise<Replica> {
  const reads = readsOf(collection);
  const fill = fillOf(collection.schema.jsonSchema);
  let checkpoint: Checkpoint = (await readLocal<SavedCheckpoint>(database, checkpointId(name)))?.checkpoint ?? {};

  return {
    ...reads,
    name,
    get checkpoint() {
      return checkpoint;
    },
    write: (ids, decide) =>
      writeRows(
        collection,
        ids,
        (stored) =>
          decide(stored).filter((row) => {
            const previous = stored.get(row.id);
            // A server of the version before sends no field that this one added.
            return previous ? !isSame(previous, fill ? fill(row) : row) : !isGone(row);
          }),
        lead,
      ),
    async dropRemains(keptMs) {
      if (collection.closed) return;
      const pending = await pendingRows(collection);
      if (!pending.some((row) => row._deleted)) await collection.storageInstance.cleanup(keptMs);
    },
    async saveCheckpoint(next) {
      await lead.prove();
      await database.upsertLocal<SavedCheckpoint>(checkpointId(name), { checkpoint: next });
      checkpoint = next;
    },
  };
}

/**
 * Opens what sync needs of a local database. `onPending` is called whenever the pending rows change. What is written fails once another worker
 * has the lead.
 */
export async function openStore(database: LocalDatabase, onPending: () => void, lead: Lead = soleLead): Promise<Store> {
  const collections = new Map<CollectionName, RxCollection<AnyLocalRow>>();
  for (const name of collectionNames) {
    const collection = database.collections[name] as unknown as RxCollection<AnyLocalRow> | undefined;
    if (collection) collections.set(name, collection);
  }
  const [pending, ...opened] = await Promise.all([
    trackPending(database, onPending),
    ...[...collections].map(([name, collection]) => openReplica(database, name, collection, lead)),
  ]);
  return { replicas: new Map(opened.map((replica) => [replica.name, replica])), pending, close: pending.close };
}
