import { randomBytes } from 'node:crypto';
import type { Database } from './transaction.ts';

const KEY_BYTES = 32;

/**
 * A random key that all processes on this database share, made when it is first asked for. It says nothing to whoever holds only what was
 * made with it, and everything to whoever holds the database.
 */
export function serverKey(database: Database, id: string): () => Promise<Buffer> {
  let known: Promise<Buffer> | undefined;

  async function read(): Promise<Buffer> {
    const [row] = await database.write(async (tx) => {
      // Of two processes that start together one makes it, and both read that one.
      await tx`insert into server_keys (id, key) values (${id}, ${randomBytes(KEY_BYTES)}) on conflict (id) do nothing`;
      return tx<{ key: Buffer }[]>`select key from server_keys where id = ${id}`;
    });
    if (!row) throw new Error('no key could be made');
    return row.key;
  }

  return () => {
    known ??= read().catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}
