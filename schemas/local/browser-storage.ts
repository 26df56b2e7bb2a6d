import type { Dexie, Table } from 'dexie';
import type { RxStorage } from 'rxdb';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { v7 as uuid } from 'uuid';
import { keysFirst } from './keys-first.ts';

/**
 * RxDB's storage in IndexedDB, which says when the browser takes it away under an open database: somebody cleared the data of
 * the site, it was deleted by hand, or its process ended. All that is held is then gone or cannot be trusted, and whoever has
 * the database open opens it anew.
 */
const listeners = new Set<() => void>();

/** Calls back whenever a store of this realm is taken away, once for each of them. */
export function onStorageLost(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const lost = () => {
  for (const listener of [...listeners]) listener();
};

export function browserStorage(): RxStorage<unknown, unknown> {
  return getRxStorageDexie({
    onCreate: (store) => {
      store.use(keysFirst);
      store.on('populate', (transaction) => {
        transaction.table(MARKS).add(newMark());
      });
      const watch = () => {
        const connection = store.backendDB();
        connection.addEventListener('close', lost);
        connection.addEventListener('versionchange', ({ newVersion }) => {
          if (newVersion === null) lost();
        });
      };
      store.on('ready', watch, true);
      return Promise.resolve();
    },
  }) as RxStorage<unknown, unknown>;
}

/** A table that RxDB makes in each store and does not use. */
const MARKS = 'changes';
interface Mark {
  readonly id: string;
}
const newMark = (): Mark => ({ id: uuid() });

/** A collection, or whatever else lies in a store of its own. */
interface Stored {
  readonly storageInstance: { readonly internals: unknown };
}
async function marksOf({ storageInstance }: Stored): Promise<Table<Mark, number> | undefined> {
  const internals = (await storageInstance.internals) as { readonly dexieDb?: Dexie };
  return internals.dexieDb?.table<Mark, number>(MARKS);
}

/**
 * Which making of a store a collection lies in: a mark that is written as the store is made, and goes with it. Another one than
 * before says that the browser took the store away meanwhile, also while nobody had it open. Null for storage that is not the
 * browser's.
 */
export async function storeMark(collection: Stored): Promise<string | null> {
  const marks = await marksOf(collection);
  if (!marks) return null;
  const held = await marks.toCollection().first();
  if (held) return held.id;
  const made = newMark();
  await marks.add(made);
  return made.id;
}

/** Lets a collection pass for one in another store, whose rows are moved into this one. */
export async function setStoreMark(collection: Stored, id: string): Promise<void> {
  const marks = await marksOf(collection);
  await marks?.db.transaction('rw', marks, async () => {
    await marks.clear();
    await marks.add({ id });
  });
}

const QUIET_MS = 300;
const LONGEST_MS = 30_000;
const CALM_AFTER_MS = 60_000;

/**
 * How long to wait before a store is opened anew: a moment, since all its parts go one after the other, and longer each time
 * where it is taken again soon, so that nobody opens it in a loop.
 */
export function createReopening(now: () => number = () => performance.now()): () => number {
  let times = 0;
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    if (now() - last > CALM_AFTER_MS) times = 0;
    last = now();
    times += 1;
    return Math.min(LONGEST_MS, QUIET_MS * 3 ** (times - 1));
  };
}
