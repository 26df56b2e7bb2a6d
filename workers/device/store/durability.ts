/**
 * Which writes are on the disk before they count as stored. By default a browser reports a write as soon as the operating system has it, and
 * a phone whose battery ends in the next seconds loses it. What the server can send again is written that way. What only this device has
 * is written with strict durability, which flushes it and everything before it.
 */
import type { Dexie } from 'dexie';
import { DOCUMENTS_TABLE } from '../database-name.ts';
import { OUTBOX_ID } from '../outbox-id.ts';

/**
 * Whether a row or local document is on this device alone: a pending row, or a text that the server refused. That a pending write was taken
 * back is too, but such a row looks as after an answer of the server, so a discard asks by itself (`strictly`).
 */
export function isOnlyHere(table: string, document: object): boolean {
  const { id, pending } = document as { readonly id?: unknown; readonly pending?: unknown };
  return table === DOCUMENTS_TABLE ? id === OUTBOX_ID : pending === 1;
}

/** How many strict transactions of each database are yet to begin. Dexie itself has one durability for all transactions of a database. */
const asked = new WeakMap<object, { count: number }>();
function askedOf(store: object): { count: number } {
  const known = asked.get(store) ?? { count: 0 };
  asked.set(store, known);
  return known;
}

/** Lets transactions of this database, which is not open yet, be strict. */
export function allowStrict(database: Dexie): void {
  const strict = askedOf(database);
  database.use({
    stack: 'dbcore',
    name: 'durability',
    create: (core) => ({
      ...core,
      transaction: (tables, mode, options) =>
        core.transaction(tables, mode, strict.count > 0 && mode === 'readwrite' ? { ...options, durability: 'strict' } : options),
    }),
  });
}

/**
 * Runs `work`, whose transactions on this store are strict until it calls `begun` or settles. Other transactions of the same store that
 * begin in that time are strict as well, which costs them time and nothing else. `store` is RxDB's `internals` of any collection. A store
 * in memory has no disk.
 */
export async function strictly<T>(store: object, work: (begun: () => void) => PromiseLike<T>): Promise<T> {
  const strict = askedOf(store);
  let isAsked = true;
  strict.count += 1;
  const begun = () => {
    if (isAsked) strict.count -= 1;
    isAsked = false;
  };
  try {
    return await work(begun);
  } finally {
    begun();
  }
}
