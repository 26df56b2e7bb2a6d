import * as z from 'zod/mini';
import { type CollectionName, collectionNames } from '../../../schemas/protocol/collections.ts';
import { answered, completed, opened } from '../../../workers/device/indexed-db.ts';
import { OUTBOX_ID } from '../../../workers/device/outbox-id.ts';
import { carriedName, deleteDatabases, mayHaveCarried, openExisting, storeName } from './bare-database.ts';
import { type FoundPending, readPending } from './read-pending.ts';
import { within } from './within.ts';

/**
 * Clears a member's store on this device, and carries over what exists nowhere else. Before anything is deleted, that part is copied to a
 * small separate database. It stays there until the new store has it, so nothing is lost, whatever happens in between.
 */
const KEPT = 'kept';

const collectionSchema = z.enum(collectionNames as readonly [CollectionName, ...CollectionName[]]);
const carriedSchema = z.union([
  z.object({ collection: collectionSchema, row: z.looseObject({ id: z.string() }) }),
  z.object({ document: z.string(), data: z.looseObject({}) }),
]);
type Carried = z.infer<typeof carriedSchema>;
export type CarriedRow = Extract<Carried, { collection: CollectionName }>;
export type CarriedDocument = Extract<Carried, { document: string }>;

/** Everything that the next store must have too, each under a unique key. */
function toCarry(found: FoundPending): readonly (readonly [string, Carried])[] {
  const documents: CarriedDocument[] = [
    ...found.documents.map(({ id, data }) => ({ document: id, data: { ...data } })),
    ...(found.refused.length > 0 ? [{ document: OUTBOX_ID, data: { entries: found.refused } }] : []),
  ];
  return [
    ...found.pending.map(({ collection, row }) => [`row ${collection} ${row.id}`, { collection, row }] as const),
    ...documents.map((carried) => [`document ${carried.document}`, carried] as const),
  ];
}

async function carry(userId: string, found: FoundPending): Promise<void> {
  const entries = toCarry(found);
  if (entries.length === 0) return;
  const opening = opened(carriedName(userId), (made) => void made.createObjectStore(KEPT));
  const database = await within(opening, (late) => late.close());
  try {
    // The next step deletes the only other copy, so this one must be on the disk.
    const writing = database.transaction(KEPT, 'readwrite', { durability: 'strict' });
    const kept = writing.objectStore(KEPT);
    for (const [key, value] of entries) kept.put(value, key);
    await completed(writing);
  } finally {
    database.close();
  }
}

/** What still has to go into a new store; null if there is nothing. */
export async function readCarried(
  userId: string,
): Promise<{ readonly rows: readonly CarriedRow[]; readonly documents: readonly CarriedDocument[] } | null> {
  // Where the browser can list its databases, that is quicker than trying to open one.
  if (!(await mayHaveCarried(userId))) return null;
  const database = await openExisting(carriedName(userId));
  if (!database) return null;
  try {
    const values = (await within(answered(database.transaction(KEPT).objectStore(KEPT).getAll()))).map((value) =>
      carriedSchema.parse(value),
    );
    return {
      rows: values.filter((value): value is CarriedRow => 'collection' in value),
      documents: values.filter((value): value is CarriedDocument => 'document' in value),
    };
  } finally {
    database.close();
  }
}

/**
 * Call this once the new store has everything. A power cut can undo the deletion of a database, so the database is emptied first: a carried
 * write that is taken back later must not come again.
 */
export async function forgetCarried(userId: string): Promise<void> {
  const database = await openExisting(carriedName(userId));
  try {
    const emptying = database?.transaction(KEPT, 'readwrite', { durability: 'strict' });
    emptying?.objectStore(KEPT).clear();
    if (emptying) await within(completed(emptying));
  } finally {
    database?.close();
    await deleteDatabases([carriedName(userId)]);
  }
}

/** Whether another window blocks a part. Nothing may be deleted until that part is read. */
export const isBlocked = ({ notRead }: FoundPending): boolean => notRead.some(({ why }) => why === 'held');

/**
 * Deletes a member's rows on this device, so that they are fetched anew, and carries over what the server does not have. Drafts and images
 * stay. `held`: another window blocks the storage. Other tabs open the new store by themselves; the caller reloads this page.
 */
export async function clearStore(userId: string): Promise<'cleared' | 'held'> {
  return navigator.locks.request(`kith-clear-${userId}`, async () => {
    const found = await readPending(userId);
    if (isBlocked(found)) return 'held';
    await carry(userId, found);
    return (await deleteDatabases([storeName(userId)])) ? 'cleared' : 'held';
  });
}
