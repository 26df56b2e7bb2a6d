/**
 * Which writes are on the disk before they count as stored. By default a browser reports a write as soon as the operating system has it, and
 * a phone whose battery ends in the next seconds loses it. What the server can send again is written that way. What only this device has
 * is written with strict durability, which flushes it and everything before it.
 */
import type { DBCore, Middleware } from 'dexie';
import { DOCUMENTS_TABLE } from '../database-name.ts';
import { OUTBOX_ID } from '../outbox-id.ts';

/** Whether a row or local document is on this device alone: a pending row, or a text that the server refused. */
export function isOnlyHere(table: string, document: object): boolean {
  const { id, pending } = document as { readonly id?: unknown; readonly pending?: unknown };
  return table === DOCUMENTS_TABLE ? id === OUTBOX_ID : pending === 1;
}

export interface Durability {
  readonly middleware: Middleware<DBCore>;
  /**
   * Runs `work`, whose next transaction is strict. `work` calls `begun` as soon as that transaction has begun. Other transactions of the
   * same database that begin before then are strict as well, which costs them time and nothing else.
   */
  strictly<T>(work: (begun: () => void) => PromiseLike<T>): Promise<T>;
}

/** For one Dexie database. Dexie itself has one durability for all transactions of a database. */
export function createDurability(): Durability {
  let asked = 0;
  return {
    middleware: {
      stack: 'dbcore',
      name: 'durability',
      create: (core) => ({
        ...core,
        transaction: (tables, mode, options) =>
          core.transaction(tables, mode, asked > 0 && mode === 'readwrite' ? { ...options, durability: 'strict' } : options),
      }),
    },
    async strictly(work) {
      let isAsked = true;
      asked += 1;
      const begun = () => {
        if (isAsked) asked -= 1;
        isAsked = false;
      };
      try {
        return await work(begun);
      } finally {
        begun();
      }
    },
  };
}
