import type { Table } from 'dexie';
import { now } from 'rxdb';
import { type CollectionName, collectionNames } from '../../schemas/protocol/collections.ts';
import { DOCUMENTS_TABLE } from '../../workers/device/database-name.ts';
import { bringForward } from '../../workers/device/migrations.ts';
import type { LocalDatabase } from '../../workers/device/open-database.ts';
import { OUTBOX_ID } from '../../workers/device/outbox.ts';
import { plainHash } from '../../workers/device/plain-hash.ts';
import { openStoreDatabase } from '../../workers/device/store/connections.ts';
import { presentLayout } from '../../workers/device/store/layout.ts';
import { checkpointId, olderLeaderLockName } from '../../workers/device/sync-status.ts';
import { asked, deleteDatabases, OLDER_VERSIONS, olderName, olderNames, openExisting, storeName } from './bare-database.ts';
import { olderSources, readPending } from './bare-store.ts';
import { DRAFT_PREFIX } from './draft-rules.ts';
import type { DraftStore } from './draft-store.ts';
import { addDocument, addRows } from './hand-over.ts';

/**
 * Turns the store of earlier versions, a database for each collection and two more, into one database: without a network, and without
 * fetching anything anew. Everything is copied before the app opens the new store. An interrupted copy is repeated at the next start, and
 * the older databases are deleted only once everything is copied.
 *
 * A window of an earlier version may still be open. It keeps working on its own store, and its own worker sends what is written there, so
 * that store stays. Once that window is closed, what it left is copied as well.
 */
const BATCH = 500;
/** A local document: when the older store was copied. What was written to the older store later must still be copied. */
const CAME_OVER_ID = 'came-over';

interface Row {
  readonly id: string;
  readonly _deleted: '0' | '1';
}

const locks = () => (navigator as { locks?: LockManager }).locks;
/** Only one window at a time. */
const alone = (userId: string, work: () => Promise<void>): Promise<void> => locks()?.request(`kith-come-over-${userId}`, work) ?? work();

/**
 * Whether a worker of an earlier version is running. A browser without locks cannot tell: such a window loses its store and makes it anew.
 */
async function isOlderWindowOpen(userId: string): Promise<boolean> {
  const held = (await locks()?.query())?.held ?? [];
  return held.some(({ name }) => name === olderLeaderLockName(userId));
}

/** Shows the rows of an older database in batches, if that database exists. */
async function eachBatch(name: string, show: (rows: Row[]) => Promise<void>): Promise<void> {
  const database = await openExisting(name);
  if (!database) return;
  try {
    const table = () => database.transaction('docs').objectStore('docs');
    let range: IDBKeyRange | undefined;
    for (;;) {
      const rows = (await asked(table().getAll(range, BATCH))) as Row[];
      const last = rows.at(-1);
      if (!last) return;
      await show(rows);
      range = IDBKeyRange.lowerBound(last.id, true);
    }
  } finally {
    database.close();
  }
}

/** The database in which RxDB's replication kept the checkpoint of a collection. */
const replicationPart = async (collection: CollectionName): Promise<string> =>
  `rx-replication-meta-${await plainHash(`${collection}-kith`)}`;

async function checkpointOf(userId: string, collection: CollectionName): Promise<unknown> {
  const part = await replicationPart(collection);
  for (const version of [...OLDER_VERSIONS].reverse()) {
    const database = await openExisting(olderName(userId, version, part));
    if (!database) continue;
    try {
      const held = (await asked(database.transaction('docs').objectStore('docs').get('down|1'))) as
        | { checkpointData?: unknown }
        | undefined;
      if (held?.checkpointData) return held.checkpointData;
    } finally {
      database.close();
    }
  }
  return null;
}

/** Adds the rows that do not exist yet. */
async function addMissing(table: Table<Row, string>, rows: readonly Row[]): Promise<void> {
  await table.db.transaction('rw', table, async () => {
    const held = await table.bulkGet(rows.map(({ id }) => id));
    const missing = rows.filter((_, at) => held[at] === undefined);
    if (missing.length > 0) await table.bulkAdd(missing);
  });
}

const documentRow = (id: string, data: object): Row & Record<string, unknown> => ({
  id,
  data,
  _deleted: '0',
  _attachments: {},
  _rev: '1-kith',
  _meta: { lwt: now() },
});

async function copyAll(userId: string): Promise<void> {
  // RxDB stamps its writes with this clock.
  const at = now();
  const ignored = { onLost: () => {}, onOutdated: () => {} };
  const database = await openStoreDatabase(storeName(userId), presentLayout, { indexedDB, IDBKeyRange }, ignored);
  try {
    const documents = database.table<Row, string>(DOCUMENTS_TABLE);
    if (await documents.get(CAME_OVER_ID)) return;
    const last: Row[] = [];
    for (const collection of collectionNames) {
      // Read before the rows: there may be more rows than the checkpoint says, but never fewer.
      const checkpoint = await checkpointOf(userId, collection);
      if (checkpoint) last.push(documentRow(checkpointId(collection), { checkpoint }));
      // The newest version first: a row that was already upgraded counts.
      for (const version of [...OLDER_VERSIONS].reverse()) {
        await eachBatch(olderName(userId, version, collection), (rows) =>
          addMissing(
            database.table(collection),
            rows.map((row) => bringForward(collection, row as never, version)),
          ),
        );
      }
    }
    await eachBatch(
      olderName(userId, 0, DOCUMENTS_TABLE),
      async (rows) => void last.push(...rows.filter(({ _deleted }) => _deleted === '0')),
    );
    await addMissing(documents, last);
    await markOnDisk(database.backendDB(), documentRow(CAME_OVER_ID, { at }));
  } finally {
    database.close();
  }
}

/** Stores the mark, and with it everything written until now, on the disk: the next step deletes the only other copy. */
function markOnDisk(database: IDBDatabase, mark: Row): Promise<void> {
  return new Promise((resolve, reject) => {
    const writing = database.transaction(DOCUMENTS_TABLE, 'readwrite', { durability: 'strict' });
    writing.oncomplete = () => resolve();
    writing.onabort = () => reject(writing.error ?? new Error('It could not be noted that the store was brought over'));
    writing.objectStore(DOCUMENTS_TABLE).put(mark);
  });
}

/** Copies the store of an earlier version into the present one. This page must not have that open yet. */
export const copyOlderStore = (userId: string): Promise<void> => alone(userId, () => copyAll(userId));

/**
 * Copies what was written to the older store after the first copy. Returns whether the older store has nothing left to copy. It has
 * something left as long as a window of an earlier version is open, and where something cannot be read.
 */
async function copyLeftovers(userId: string, database: LocalDatabase, drafts: DraftStore): Promise<boolean> {
  if (await isOlderWindowOpen(userId)) return false;
  const mark = (await database.getLocal(CAME_OVER_ID))?.toJSON().data as { readonly at: number } | undefined;
  if (!mark) return false;
  const found = await readPending(userId, olderSources(userId));
  const later = ({ at }: { readonly at: number }) => at > mark.at;
  await addRows(database, found.pending);
  for (const { id, data } of found.documents) await addDocument(database, drafts, { document: id, data: { ...data } });
  for (const { document, value } of found.drafts.filter(later)) {
    await addDocument(database, drafts, { document: `${DRAFT_PREFIX}${document}`, data: { value } });
  }
  const refused = found.refused.filter(later);
  if (refused.length > 0) await addDocument(database, drafts, { document: OUTBOX_ID, data: { entries: refused } });
  return found.notRead.length === 0;
}

/**
 * Copies what an older window left, and deletes the older store once nothing is left. `deleted` settles after that; no caller needs to wait
 * for it.
 */
export async function leaveOlderStore(userId: string, database: LocalDatabase, drafts: DraftStore): Promise<{ deleted: Promise<boolean> }> {
  let empty = false;
  await alone(userId, async () => {
    empty = await copyLeftovers(userId, database, drafts);
  });
  if (!empty) return { deleted: Promise.resolve(false) };
  const others = await Promise.all(collectionNames.map(replicationPart));
  return { deleted: olderNames(userId, others).then(deleteDatabases) };
}
