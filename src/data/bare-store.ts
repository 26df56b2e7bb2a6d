import * as z from 'zod/mini';
import { bringForward } from '../../schemas/local/migrations.ts';
import { OUTBOX_ID, type Refused, refusedSchema } from '../../schemas/local/outbox.ts';
import { type CollectionName, collectionNames } from '../../schemas/protocol/collections.ts';
import {
  asked,
  DOCUMENTS,
  Held,
  KNOWN_LAYOUT,
  KNOWN_SCHEMA_VERSION,
  knownVersions,
  layoutOf,
  Newer,
  openExisting,
  prefixOf,
  tellsNames,
} from './bare-database.ts';
import { DRAFT_PREFIX } from './draft-rules.ts';

/**
 * What a member wrote and the server has not, read from this device by bare IndexedDB: for when the app cannot open its own store.
 *
 * This file states every shape that it knows, and guesses nothing: what looks otherwise is named as not read. It never makes or
 * changes a database, and waits for none that is held by somebody else.
 */

const TABLE = 'docs';
const BATCH = 500;

const deletedMark = z.enum(['0', '1']);
const metaSchema = z.looseObject({ lwt: z.number() });
/** A row that waits to be sent, as it lies there. */
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

/** Local documents that go along as they are: rows before their change, and what a server put back to a backup may need. */
const carriedAlong = /^(?:before|acknowledged)-/;

/** A part of the store: a collection, or the local documents. */
export type Part = CollectionName | 'documents';
export interface NotRead {
  readonly part: Part;
  /**
   * `held`: another window keeps it; `newer`: a newer version of the app made it in place of this one's; `beside`: beside this one's;
   * `damaged`: it cannot be read, or not all of it
   */
  readonly why: 'held' | 'newer' | 'beside' | 'damaged';
}

export interface FoundWrite {
  readonly collection: CollectionName;
  readonly row: PendingRow;
}
export interface FoundDraft {
  /** the key of its form */
  readonly document: string;
  readonly value: unknown;
  /** when it was stored last, in milliseconds */
  readonly at: number;
}

/** All that was not sent, and what it is about as far as it lies there too. */
export interface FoundUnsent {
  /** in the order in which it was written */
  readonly pending: readonly FoundWrite[];
  readonly refused: readonly Refused[];
  readonly drafts: readonly FoundDraft[];
  /** other documents that belong to what waits */
  readonly documents: readonly { readonly id: string; readonly data: object }[];
  /** posts, comments, groups and profiles that these are about, by their ids */
  readonly about: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  readonly notRead: readonly NotRead[];
}

const nameOf = (userId: string, part: Part, version: number): string =>
  `${prefixOf(userId)}${version}--${part === 'documents' ? DOCUMENTS : part}`;

class Unknown extends Error {}

const docsOf = (database: IDBDatabase): IDBObjectStore => database.transaction(TABLE).objectStore(TABLE);

function checkLayout(database: IDBDatabase): void {
  const layout = layoutOf(database.version);
  if (layout > KNOWN_LAYOUT) throw new Newer(`${database.name} has version ${database.version}`);
  if (layout < KNOWN_LAYOUT || !database.objectStoreNames.contains(TABLE)) throw new Unknown(`${database.name} has no ${TABLE}`);
  if (docsOf(database).keyPath !== 'id') throw new Unknown(`${database.name} has other keys`);
}

/** Shows every row of a database; answers how many could not be read. */
async function readAll(database: IDBDatabase, show: (row: unknown) => void): Promise<number> {
  let failed = 0;
  let range: IDBKeyRange | undefined;
  for (;;) {
    const keys = await asked(docsOf(database).getAllKeys(range, BATCH));
    const [first, last] = [keys[0], keys.at(-1)];
    if (first === undefined || last === undefined) return failed;
    try {
      for (const row of await asked(docsOf(database).getAll(IDBKeyRange.bound(first, last)))) show(row);
    } catch (error) {
      if (error instanceof Held) throw error;
      // One that cannot be read must not keep the others from being read.
      for (const key of keys) {
        try {
          show(await asked(docsOf(database).get(key)));
        } catch {
          failed += 1;
        }
      }
    }
    range = IDBKeyRange.lowerBound(last, true);
  }
}

/** Reads one part, if it is there; what it could not read it adds to `notRead`. */
async function readPart(userId: string, part: Part, notRead: NotRead[], show: Show): Promise<void> {
  for (const version of knownVersions) await readVersion(userId, part, version, notRead, show);
}
type Show = (row: unknown, version: number) => 'fine' | 'unknown';

async function readVersion(userId: string, part: Part, version: number, notRead: NotRead[], show: Show): Promise<void> {
  let database: IDBDatabase | null = null;
  try {
    database = await openExisting(nameOf(userId, part, version));
    if (!database) return;
    checkLayout(database);
    let unknown = 0;
    const failed = await readAll(database, (row) => {
      if (show(row, version) === 'unknown') unknown += 1;
    });
    if (failed + unknown > 0) notRead.push({ part, why: 'damaged' });
  } catch (error) {
    console.warn(`${part} could not be read`, error);
    notRead.push({ part, why: error instanceof Held ? 'held' : error instanceof Newer ? 'newer' : 'damaged' });
  } finally {
    database?.close();
  }
}

const isUnsent = (row: unknown): boolean => (row as { readonly unsent?: unknown } | null)?.unsent === 1;
const word = (value: unknown): readonly string[] => (typeof value === 'string' ? [value] : []);

/** What rows and drafts are about, by collection. */
function wantedOf(found: Pick<FoundUnsent, 'pending' | 'refused' | 'drafts'>): ReadonlySet<string> {
  const rows = [...found.pending.map(({ row }) => row), ...found.refused.map(({ document }) => document)];
  const fields = ['post_id', 'group_id', 'friend_id', 'receiver_user_id'];
  const inKeys = found.drafts.flatMap(({ document }) => document.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []);
  return new Set([...rows.flatMap((row) => fields.flatMap((field) => word((row as Record<string, unknown>)[field]))), ...inKeys]);
}

/** Looks up what is told of in titles. What is not there is left out. */
async function readAbout(userId: string, wanted: ReadonlySet<string>, notRead: readonly NotRead[]): Promise<FoundUnsent['about']> {
  const about = new Map<string, Readonly<Record<string, unknown>>>();
  const ids = new Set(wanted);
  // The post of a comment that is being changed is known by the comment.
  const parts = ['comments', 'posts', 'groups', 'profiles'] as const;
  for (const [part, version] of parts.flatMap((one) => knownVersions.map((version) => [one, version] as const))) {
    if (notRead.some((one) => one.part === part && one.why !== 'damaged')) continue;
    let database: IDBDatabase | null = null;
    try {
      database = await openExisting(nameOf(userId, part, version));
      if (!database) continue;
      checkLayout(database);
      for (const id of ids) {
        const row = (await asked(docsOf(database).get(id))) as Record<string, unknown> | undefined;
        if (row?._deleted !== '0') continue;
        about.set(id, row);
        if (part === 'comments') for (const post of word(row.post_id)) ids.add(post);
      }
    } catch (error) {
      // Titles are shorter then.
      console.warn(`${part} could not be read`, error);
    } finally {
      database?.close();
    }
  }
  return about;
}

/** Reads all that was not sent. Never fails: what cannot be read is named. */
export async function readUnsent(userId: string): Promise<FoundUnsent> {
  const notRead: NotRead[] = [];
  const waiting = new Map<string, FoundWrite>();
  const refused: Refused[] = [];
  const drafts: FoundDraft[] = [];
  const documents: { id: string; data: object }[] = [];

  const showDocument = (row: unknown): 'fine' | 'unknown' => {
    const parsed = documentSchema.safeParse(row);
    if (!parsed.success) return 'unknown';
    const { id, data, _deleted, _meta } = parsed.data;
    if (_deleted === '1') return 'fine';
    if (carriedAlong.test(id)) documents.push({ id, data });
    if (id.startsWith(DRAFT_PREFIX)) {
      const draft = draftSchema.safeParse(data);
      if (!draft.success) return 'unknown';
      drafts.push({ document: id.slice(DRAFT_PREFIX.length), value: draft.data.value, at: _meta.lwt });
    }
    if (id !== OUTBOX_ID) return 'fine';
    const outbox = outboxSchema.safeParse(data);
    if (!outbox.success) return 'unknown';
    const entries = outbox.data.entries.map((entry) => refusedSchema.safeParse(entry));
    refused.push(...entries.flatMap((entry) => (entry.success ? [entry.data] : [])));
    return entries.every(({ success }) => success) ? 'fine' : 'unknown';
  };

  /** One that was being brought forward may lie there twice: what was written later counts. */
  const keep = (found: FoundWrite) => {
    const key = `${found.collection} ${found.row.id}`;
    const before = waiting.get(key);
    if (!before || before.row.write_id <= found.row.write_id) waiting.set(key, found);
  };

  // At once: each that is held takes as long as it is waited for.
  await Promise.all([
    readPart(userId, 'documents', notRead, showDocument),
    ...collectionNames.map((collection) =>
      readPart(userId, collection, notRead, (row, version) => {
        if (!isUnsent(row)) return 'fine';
        const parsed = pendingRowSchema.safeParse(row);
        if (!parsed.success) return 'unknown';
        keep({ collection, row: bringForward(collection, parsed.data, version) });
        return 'fine';
      }),
    ),
  ]);
  const pending = [...waiting.values()].sort((a, b) => (a.row.write_id < b.row.write_id ? -1 : 1));
  drafts.sort((a, b) => a.at - b.at);
  const about = await readAbout(userId, wantedOf({ pending, refused, drafts }), notRead);
  return { pending, refused, drafts, documents, about, notRead: [...notRead, ...(await ofNewerSchemas(userId))] };
}

/** Parts that a newer version of the app has made beside those that are known here. They stay where they are. */
async function ofNewerSchemas(userId: string): Promise<readonly NotRead[]> {
  if (!tellsNames()) return [];
  const others = new RegExp(`^${prefixOf(userId)}(\\d+)--(${[...collectionNames, DOCUMENTS].join('|')})$`);
  return (await indexedDB.databases()).flatMap(({ name }): NotRead[] => {
    const [, version, part] = others.exec(name ?? '') ?? [];
    if (part === undefined || Number(version) <= KNOWN_SCHEMA_VERSION) return [];
    return [{ part: part === DOCUMENTS ? 'documents' : (part as CollectionName), why: 'beside' }];
  });
}
