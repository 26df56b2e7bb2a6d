import * as z from 'zod/mini';
import { type CollectionName, collectionNames } from '../../schemas/protocol/collections.ts';
import { DOCUMENTS_TABLE } from '../../workers/device/database-name.ts';
import { bringForward } from '../../workers/device/migrations.ts';
import { OUTBOX_ID, type Refused, refusedSchema } from '../../workers/device/outbox.ts';
import { asked, DatabaseBlocked, KNOWN_SCHEMA_VERSION, OLDER_VERSIONS, olderName, openExisting, storeName } from './bare-database.ts';
import { DRAFT_PREFIX } from './draft-rules.ts';

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
  unsent: z.literal(1),
  assumed: z.array(z.string()),
  _deleted: deletedMark,
  _rev: z.string(),
  _meta: metaSchema,
});
export type PendingRow = z.infer<typeof pendingRowSchema>;
const documentSchema = z.looseObject({ id: z.string(), data: z.looseObject({}), _deleted: deletedMark, _meta: metaSchema });
const draftSchema = z.looseObject({ value: z.unknown() });
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
export interface FoundDraft {
  /** the key of its form */
  readonly document: string;
  readonly value: unknown;
  /** when it was last stored, in milliseconds */
  readonly at: number;
}

/** Everything that has not reached the server, and the rows it is about as far as this device has them. */
export interface FoundPending {
  /** in the order in which it was written */
  readonly pending: readonly FoundWrite[];
  readonly refused: readonly Refused[];
  readonly drafts: readonly FoundDraft[];
  /** other local documents that belong to pending writes */
  readonly documents: readonly { readonly id: string; readonly data: object }[];
  /** the posts, comments, groups and profiles that these are about, by id */
  readonly about: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  readonly notRead: readonly NotRead[];
}

/** A database with parts of the store, each in its own table. */
interface Source {
  readonly name: string;
  readonly tables: readonly (readonly [Part, string])[];
  /** the version of the local schemas that its rows have, if it differs from the version of the database */
  readonly version?: number;
}
const parts: readonly Part[] = ['documents', ...collectionNames];
const nameOf = (part: Part): string => (part === 'documents' ? DOCUMENTS_TABLE : part);

const presentSources = (userId: string): readonly Source[] => [
  { name: storeName(userId), tables: parts.map((part) => [part, nameOf(part)] as const) },
];
/** The databases of earlier versions, for the code that copies them. */
export const olderSources = (userId: string): readonly Source[] =>
  OLDER_VERSIONS.flatMap((version) =>
    parts.map((part) => ({ name: olderName(userId, version, nameOf(part)), tables: [[part, 'docs'] as const], version })),
  );

/** A newer version of the app made this database. */
class Newer extends Error {}
class Unknown extends Error {}

/** Dexie multiplies its version by ten, and adds one for each of its own repairs. */
const layoutOf = ({ version }: IDBDatabase): number => Math.floor(version / 10);

/** The version of the local schemas that the rows of a database have. */
function versionOf(database: IDBDatabase, { version }: Source): number {
  const layout = layoutOf(database);
  const known = version === undefined ? KNOWN_SCHEMA_VERSION : 1;
  if (layout > known) throw new Newer(`${database.name} has version ${database.version}`);
  return version ?? layout;
}

function tableOf(database: IDBDatabase, name: string): () => IDBObjectStore {
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
    const keys = await asked(table().getAllKeys(range, BATCH));
    const [first, last] = [keys[0], keys.at(-1)];
    if (first === undefined || last === undefined) return failed;
    try {
      for (const row of await asked(table().getAll(IDBKeyRange.bound(first, last)))) show(row);
    } catch (error) {
      if (error instanceof DatabaseBlocked) throw error;
      // One unreadable row must not keep the others from being read.
      for (const key of keys) {
        try {
          show(await asked(table().get(key)));
        } catch {
          failed += 1;
        }
      }
    }
    range = IDBKeyRange.lowerBound(last, true);
  }
}

type Show = (part: Part, row: unknown, version: number) => 'fine' | 'unknown';
type Miss = (part: Part, error: unknown) => void;

async function readTable(database: IDBDatabase, [part, name]: Source['tables'][number], version: number, show: Show, miss: Miss) {
  try {
    let unknown = 0;
    const failed = await readAll(tableOf(database, name), (row) => {
      if (show(part, row, version) === 'unknown') unknown += 1;
    });
    if (failed + unknown > 0) throw new Unknown(`${failed + unknown} rows could not be read`);
  } catch (error) {
    miss(part, error);
  }
}

/** Reads a database, if it is there. */
async function readSource(source: Source, show: Show, miss: Miss): Promise<void> {
  let database: IDBDatabase | null = null;
  try {
    database = await openExisting(source.name);
    if (!database) return;
    const version = versionOf(database, source);
    for (const table of source.tables) await readTable(database, table, version, show, miss);
  } catch (error) {
    for (const [part] of source.tables) miss(part, error);
  } finally {
    database?.close();
  }
}

const isPending = (row: unknown): boolean => (row as { readonly unsent?: unknown } | null)?.unsent === 1;
const word = (value: unknown): readonly string[] => (typeof value === 'string' ? [value] : []);

/** The ids of the rows that writes and drafts are about. */
function mentionedIds(found: Pick<FoundPending, 'pending' | 'refused' | 'drafts'>): ReadonlySet<string> {
  const rows = [...found.pending.map(({ row }) => row), ...found.refused.map(({ document }) => document)];
  const fields = ['post_id', 'group_id', 'friend_id', 'receiver_user_id'];
  const inKeys = found.drafts.flatMap(({ document }) => document.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []);
  return new Set([...rows.flatMap((row) => fields.flatMap((field) => word((row as Record<string, unknown>)[field]))), ...inKeys]);
}

/** Looks up the rows that titles mention. A row that is not on this device is left out. */
async function readAbout(
  sources: readonly Source[],
  wanted: ReadonlySet<string>,
  notRead: readonly NotRead[],
): Promise<FoundPending['about']> {
  const about = new Map<string, Readonly<Record<string, unknown>>>();
  const ids = new Set(wanted);
  // The comment that is being changed names its post.
  for (const part of ['comments', 'posts', 'groups', 'profiles'] as const) {
    if (notRead.some((one) => one.part === part && one.why !== 'damaged')) continue;
    for (const source of sources) {
      const [, name] = source.tables.find(([one]) => one === part) ?? [];
      if (name === undefined) continue;
      let database: IDBDatabase | null = null;
      try {
        database = await openExisting(source.name);
        if (!database) continue;
        const table = tableOf(database, name);
        for (const id of ids) {
          const row = (await asked(table().get(id))) as Record<string, unknown> | undefined;
          if (row?._deleted !== '0') continue;
          if (!about.has(id)) about.set(id, row);
          if (part === 'comments') for (const post of word(row.post_id)) ids.add(post);
        }
      } catch (error) {
        // Titles are shorter then.
        console.warn(`${part} could not be read`, error);
      } finally {
        database?.close();
      }
    }
  }
  return about;
}

/** Reads everything that has not reached the server. Never fails: it lists what cannot be read. */
export async function readPending(
  userId: string,
  sources: readonly Source[] = [...presentSources(userId), ...olderSources(userId)],
): Promise<FoundPending> {
  const notRead: NotRead[] = [];
  const miss: Miss = (part, error) => {
    console.warn(`${part} could not be read`, error);
    notRead.push({ part, why: error instanceof DatabaseBlocked ? 'held' : error instanceof Newer ? 'newer' : 'damaged' });
  };
  const waiting = new Map<string, FoundWrite>();
  const refused = new Map<string, Refused>();
  const drafts = new Map<string, FoundDraft>();
  const documents = new Map<string, { readonly id: string; readonly data: object; readonly at: number }>();
  /** A document that was being copied may exist twice: the later one counts. */
  const keepLater = <T extends { readonly at: number }>(all: Map<string, T>, key: string, found: T) => {
    if ((all.get(key)?.at ?? 0) <= found.at) all.set(key, found);
  };

  const showDocument = (row: unknown): 'fine' | 'unknown' => {
    const parsed = documentSchema.safeParse(row);
    if (!parsed.success) return 'unknown';
    const { id, data, _deleted, _meta } = parsed.data;
    if (_deleted === '1') return 'fine';
    if (carriedAlong.test(id)) keepLater(documents, id, { id, data, at: _meta.lwt });
    if (id.startsWith(DRAFT_PREFIX)) {
      const draft = draftSchema.safeParse(data);
      if (!draft.success) return 'unknown';
      const document = id.slice(DRAFT_PREFIX.length);
      keepLater(drafts, document, { document, value: draft.data.value, at: _meta.lwt });
    }
    if (id !== OUTBOX_ID) return 'fine';
    const outbox = outboxSchema.safeParse(data);
    if (!outbox.success) return 'unknown';
    const entries = outbox.data.entries.map((entry) => refusedSchema.safeParse(entry));
    for (const { data: entry } of entries) if (entry) refused.set(entry.write_id, entry);
    return entries.every(({ success }) => success) ? 'fine' : 'unknown';
  };

  const keep = (found: FoundWrite) => {
    const key = `${found.collection} ${found.row.id}`;
    const before = waiting.get(key);
    if (!before || before.row.write_id <= found.row.write_id) waiting.set(key, found);
  };

  const show: Show = (part, row, version) => {
    if (part === 'documents') return showDocument(row);
    if (!isPending(row)) return 'fine';
    const parsed = pendingRowSchema.safeParse(row);
    if (!parsed.success) return 'unknown';
    keep({ collection: part, row: bringForward(part, parsed.data, version) });
    return 'fine';
  };

  // In parallel: each blocked database costs its whole timeout.
  await Promise.all(sources.map((source) => readSource(source, show, miss)));
  const pending = [...waiting.values()].sort((a, b) => (a.row.write_id < b.row.write_id ? -1 : 1));
  const found = { pending, refused: [...refused.values()], drafts: [...drafts.values()].sort((a, b) => a.at - b.at) };
  const about = await readAbout(sources, mentionedIds(found), notRead);
  return { ...found, documents: [...documents.values()].map(({ id, data }) => ({ id, data })), about, notRead };
}
