import * as z from 'zod/mini';
import { type CollectionName, collectionNames } from '../../schemas/protocol/collections.ts';
import { OUTBOX_ID } from '../../workers/device/outbox.ts';
import { asked, carriedName, deleteDatabases, mayHaveCarried, openExisting, storeNames } from './bare-database.ts';
import { type FoundUnsent, readUnsent } from './bare-store.ts';
import { DRAFT_PREFIX } from './draft-rules.ts';

/**
 * Clears the store of a member on this device, and carries over what is in no other place. That lies in a small database of its own
 * before anything is deleted, and stays there until the new store has it: whatever happens in between, nothing is lost.
 */
const KEPT = 'kept';
const VERSION = 1;

const collectionSchema = z.enum(collectionNames as readonly [CollectionName, ...CollectionName[]]);
const carriedSchema = z.union([
  z.object({ collection: collectionSchema, row: z.looseObject({ id: z.string() }) }),
  z.object({ document: z.string(), data: z.looseObject({}) }),
]);
type Carried = z.infer<typeof carriedSchema>;
export type CarriedRow = Extract<Carried, { collection: CollectionName }>;
export type CarriedDocument = Extract<Carried, { document: string }>;

/** Everything that has to be in the next store as well, each with a key that it has once. */
function toCarry(found: FoundUnsent): readonly (readonly [string, Carried])[] {
  const documents: CarriedDocument[] = [
    ...found.documents.map(({ id, data }) => ({ document: id, data: { ...data } })),
    ...found.drafts.map(({ document, value }) => ({ document: `${DRAFT_PREFIX}${document}`, data: { value } })),
    ...(found.refused.length > 0 ? [{ document: OUTBOX_ID, data: { entries: found.refused } }] : []),
  ];
  return [
    ...found.pending.map(({ collection, row }) => [`row ${collection} ${row.id}`, { collection, row }] as const),
    ...documents.map((carried) => [`document ${carried.document}`, carried] as const),
  ];
}

async function carry(userId: string, found: FoundUnsent): Promise<void> {
  const entries = toCarry(found);
  if (entries.length === 0) return;
  const request = indexedDB.open(carriedName(userId), VERSION);
  request.onupgradeneeded = () => void request.result.createObjectStore(KEPT);
  const database = await asked(request, (late) => late.close());
  try {
    await new Promise<void>((resolve, reject) => {
      // What follows deletes the only other copy: it has to be on the disk.
      const writing = database.transaction(KEPT, 'readwrite', { durability: 'strict' });
      writing.oncomplete = () => resolve();
      writing.onabort = () => reject(writing.error ?? new Error('what was not sent could not be kept'));
      const kept = writing.objectStore(KEPT);
      for (const [key, value] of entries) kept.put(value, key);
    });
  } finally {
    database.close();
  }
}

/** What waits to be in a new store; null where there is nothing. */
export async function readCarried(
  userId: string,
): Promise<{ readonly rows: readonly CarriedRow[]; readonly documents: readonly CarriedDocument[] } | null> {
  // Where the browser tells which there are, that is quicker than to try.
  if (!(await mayHaveCarried(userId))) return null;
  const database = await openExisting(carriedName(userId));
  if (!database) return null;
  try {
    const values = (await asked(database.transaction(KEPT).objectStore(KEPT).getAll())).map((value) => carriedSchema.parse(value));
    return {
      rows: values.filter((value): value is CarriedRow => 'collection' in value),
      documents: values.filter((value): value is CarriedDocument => 'document' in value),
    };
  } finally {
    database.close();
  }
}

/** The new store has it all. */
export const forgetCarried = async (userId: string): Promise<void> => void (await deleteDatabases([carriedName(userId)]));

/** Whether another window keeps a part from being read: nothing may be removed before that is. */
export const isHeld = ({ notRead }: FoundUnsent): boolean => notRead.some(({ why }) => why === 'held');

/**
 * Removes what this device holds of a member, so that it is made and fetched anew, and keeps what was not sent for it. `held`: another
 * window does not let go of the storage. Other tabs open the new store by themselves; this page is reloaded by its caller.
 */
export async function clearStore(userId: string): Promise<'cleared' | 'held'> {
  return navigator.locks.request(`kith-clear-${userId}`, async () => {
    const found = await readUnsent(userId);
    if (isHeld(found)) return 'held';
    await carry(userId, found);
    return (await deleteDatabases(await storeNames(userId))) ? 'cleared' : 'held';
  });
}
