import * as z from 'zod/mini';
import { type CollectionName, collectionNames } from '../../../schemas/protocol/collections.ts';
import { LOCAL_SCHEMA_VERSION } from '../../../workers/device/collection-schemas.ts';
import { DOCUMENTS_TABLE, draftDatabaseName } from '../../../workers/device/database-name.ts';
import { answered } from '../../../workers/device/indexed-db.ts';
import { bringForward, LAYOUT_VERSION } from '../../../workers/device/migrations.ts';
import { type Refused, refusedSchema } from '../../../workers/device/outbox.ts';
import { OUTBOX_ID } from '../../../workers/device/outbox-id.ts';
import { OtherStore } from '../../../workers/device/store/other-store.ts';
import { readDrafts, type StoredDraft } from '../store/draft-store.ts';
import { distinctDrafts } from '../store/draft-text.ts';
import { openExisting, storeName } from './bare-database.ts';
import { DatabaseBlocked, within } from './within.ts';

/**
 * Reads what a member wrote and the server does not have yet, through plain IndexedDB: for when the app cannot open its own store.
 *
 * This file states every shape that it knows and guesses nothing: a part with another shape is listed as not read. It never creates or
 * changes a database, and gives up on a database that another window blocks.
 */

const BATCH = 500;

const deletedMark = z.enum(['0', '1']);
const metaSchema = z.looseObject({ lwt: z.number() });
/** A pending row as IndexedDB stores it. */
const pendingRowSchema = z.looseObject({
  id: z.string(),
  scope: z.number(),
  write_id: z.string(),
  pending: z.literal(1),
  assumed: z.array(z.string()),
  _deleted: deletedMark,
  _rev: z.string(),
  _meta: metaSchema,
});
export type PendingRow = z.infer<typeof pendingRowSchema>;
const documentSchema = z.looseObject({ id: z.string(), data: z.looseObject({}), _deleted: deletedMark, _meta: metaSchema });
const draftSchema = z.object({ id: z.string(), key: z.string(), value: z.unknown(), rowId: z.string(), revision: z.string() });
const outboxSchema = z.object({ entries: z.array(z.unknown()) });

/**
 * Local documents that are carried over unchanged: rows before their change, and acknowledged writes, which a server restored from a backup
 * may need.
 */
const carriedAlong = /^(?:before|acknowledged)-/;

/** A part of the store: a collection, or the local documents. */
export type Part = CollectionName | 'documents';
export interface NotRead {
  readonly part: Part;
  /** `held`: another window blocks it; `newer`: a newer version of the app has upgraded it; `damaged`: some or all of it cannot be read */
  readonly why: 'held' | 'newer' | 'damaged';
}

export interface FoundWrite {
  readonly collection: CollectionName;
  readonly row: PendingRow;
}

/** Everything that has not reached the server, and the rows it is about as far as this device has them. */
export interface FoundPending {
  /** in the order in which it was written */
  readonly pending: readonly FoundWrite[];
  readonly refused: readonly Refused[];
  /** the newest first, without those that a newer draft continues */
  readonly drafts: readonly StoredDraft[];
  /** other local documents that belong to pending writes */
  readonly documents: readonly { readonly id: string; readonly data: object }[];
  /** the posts, comments, groups and profiles that these are about, by id */
  readonly about: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  readonly notRead: readonly NotRead[];
}

const parts: readonly Part[] = ['documents', ...collectionNames];
const tableName = (part: Part): string => (part === 'documents' ? DOCUMENTS_TABLE : part);

class Unknown extends Error {}

/**
 * The version of the layout that the rows of a database have. Dexie multiplies it by ten, and adds one for each of its own repairs.
 */
function versionOf(database: IDBDatabase): number {
  const version = Math.floor(database.version / 10);
  if (version > LAYOUT_VERSION) throw new OtherStore(`${database.name} has version ${database.version}`);
  return version;
}

function tableOf(database: IDBDatabase, part: Part): () => IDBObjectStore {
  const name = tableName(part);
  if (!database.objectStoreNames.contains(name)) throw new Unknown(`${database.name} has no ${name}`);
  const table = () => database.transaction(name).objectStore(name);
  if (table().keyPath !== 'id') throw new Unknown(`${database.name} has other keys`);
  return table;
}

/** Shows every row of a table. Returns how many rows could not be read. */
async function readAll(table: () => IDBObjectStore, show: (row: unknown) => void): Promise<number> {
  let failed = 0;
  let range: IDBKeyRange | undefined;
  for (;;) {
    const keys = await within(answered(table().getAllKeys(range, BATCH)));
    const [first, last] = [keys[0], keys.at(-1)];
    if (first === undefined || last === undefined) return failed;
    try {
      for (const row of await within(answered(table().getAll(IDBKeyRange.bound(first, last))))) show(row);
    } catch (error) {
      if (error instanceof DatabaseBlocked) throw error;
      // One unreadable row must not keep the others from being read.
      for (const key of keys) {
        try {
          show(await within(answered(table().get(key))));
        } catch {
          failed += 1;
        }
      }
    }
    range = IDBKeyRange.lowerBound(last, true);
  }
}

/** Shows every row of a part. Fails if the part or some of its rows cannot be read. */
async function readPart(database: IDBDatabase, part: Part, show: (row: unknown) => 'fine' | 'unknown'): Promise<void> {
  let unknown = 0;
  const failed = await readAll(tableOf(database, part), (row) => {
    if (show(row) === 'unknown') unknown += 1;
  });
  if (failed + unknown > 0) throw new Unknown(`${failed + unknown} rows could not be read`);
}

const isPending = (row: unknown): boolean => (row as { readonly pending?: unknown } | null)?.pending === 1;
const word = (value: unknown): readonly string[] => (typeof value === 'string' ? [value] : []);

/** The ids of the rows that writes and drafts are about. */
function mentionedIds(found: Pick<FoundPending, 'pending' | 'refused' | 'drafts'>): ReadonlySet<string> {
  const rows = [...found.pending.map(({ row }) => row), ...found.refused.map(({ document }) => document)];
  const fields = ['post_id', 'group_id', 'friend_id', 'receiver_user_id'];
  const inKeys = found.drafts.flatMap(({ key }) => key.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []);
  return new Set([...rows.flatMap((row) => fields.flatMap((field) => word((row as Record<string, unknown>)[field]))), ...inKeys]);
}

/** Looks up the rows that titles mention. A row that is not on this device is left out. */
async function readAbout(database: IDBDatabase, wanted: ReadonlySet<string>, notRead: readonly NotRead[]): Promise<FoundPending['about']> {
  const about = new Map<string, Readonly<Record<string, unknown>>>();
  const ids = new Set(wanted);
  // The comment that is being changed names its post.
  for (const part of ['comments', 'posts', 'groups', 'profiles'] as const) {
    if (notRead.some((one) => one.part === part && one.why !== 'damaged')) continue;
    try {
      const table = tableOf(database, part);
      for (const id of ids) {
        const row = (await within(answered(table().get(id)))) as Record<string, unknown> | undefined;
        if (row?._deleted !== '0') continue;
        if (!about.has(id)) about.set(id, row);
        if (part === 'comments') for (const post of word(row.post_id)) ids.add(post);
      }
    } catch (error) {
      // Titles are shorter then.
      console.warn(`${part} could not be read`, error);
    }
  }
  return about;
}

/** Reads the drafts, from their own database. */
async function readStoredDrafts(userId: string, miss: (part: Part, error: unknown) => void): Promise<readonly StoredDraft[]> {
  let database: IDBDatabase | null = null;
  try {
    database = await openExisting(draftDatabaseName(userId));
    if (!database) return [];
    const found = (await within(readDrafts(database))).map((draft) => draftSchema.safeParse(draft));
    const unknown = found.filter(({ success }) => !success).length;
    if (unknown > 0) miss('documents', new Unknown(`${unknown} drafts could not be read`));
    return distinctDrafts(found.flatMap(({ data }) => data ?? []));
  } catch (error) {
    miss('documents', error);
    return [];
  } finally {
    database?.close();
  }
}

/** Reads everything that has not reached the server. Never fails: it lists what cannot be read. */
export async function readPending(userId: string): Promise<FoundPending> {
  const notRead: NotRead[] = [];
  const miss = (part: Part, error: unknown) => {
    console.warn(`${part} could not be read`, error);
    notRead.push({ part, why: error instanceof DatabaseBlocked ? 'held' : error instanceof OtherStore ? 'newer' : 'damaged' });
  };
  const pending: FoundWrite[] = [];
  const refused: Refused[] = [];
  const documents: { readonly id: string; readonly data: object }[] = [];

  const showDocument = (row: unknown): 'fine' | 'unknown' => {
    const parsed = documentSchema.safeParse(row);
    if (!parsed.success) return 'unknown';
    const { id, data, _deleted } = parsed.data;
    if (_deleted === '1') return 'fine';
    if (carriedAlong.test(id)) documents.push({ id, data });
    if (id !== OUTBOX_ID) return 'fine';
    const outbox = outboxSchema.safeParse(data);
    if (!outbox.success) return 'unknown';
    const entries = outbox.data.entries.map((entry) => refusedSchema.safeParse(entry));
    refused.push(...entries.flatMap(({ data: entry }) => entry ?? []));
    return entries.every(({ success }) => success) ? 'fine' : 'unknown';
  };

  const showRow = (collection: CollectionName, row: unknown, version: number): 'fine' | 'unknown' => {
    if (!isPending(row)) return 'fine';
    const parsed = pendingRowSchema.safeParse(row);
    if (!parsed.success) return 'unknown';
    pending.push({ collection, row: bringForward(collection, parsed.data, version, LOCAL_SCHEMA_VERSION) });
    return 'fine';
  };

  const drafts = await readStoredDrafts(userId, miss);
  let about: FoundPending['about'] = new Map();
  let database: IDBDatabase | null = null;
  try {
    database = await openExisting(storeName(userId));
    if (database) {
      const version = versionOf(database);
      for (const part of parts) {
        const show = (row: unknown) => (part === 'documents' ? showDocument(row) : showRow(part, row, version));
        await readPart(database, part, show).catch((error: unknown) => miss(part, error));
      }
      about = await readAbout(database, mentionedIds({ pending, refused, drafts }), notRead);
    }
  } catch (error) {
    for (const part of parts) miss(part, error);
  } finally {
    database?.close();
  }
  pending.sort((a, b) => (a.row.write_id < b.row.write_id ? -1 : 1));
  return { pending, refused, drafts, documents, about, notRead };
}
