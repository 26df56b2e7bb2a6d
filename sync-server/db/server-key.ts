import { randomBytes } from 'node:crypto';
import type { Database } from './pool/transaction.ts';

export const KEY_BYTES = 32;

export const newServerKey = (): Buffer => randomBytes(KEY_BYTES);

/**
 * A random key that all processes on this database share. It is created at first use. Values derived with the key reveal nothing without
 * it, but anyone who has the database has the key as well.
 */
export function serverKey(database: Database, id: string): () => Promise<Buffer> {
  let known: Promise<Buffer> | undefined;

  async function read(): Promise<Buffer> {
    const [row] = await database.write(async (tx) => {
      // If two processes start together, one creates the key and both read that one.
      await tx`insert into server_keys (id, key) values (${id}, ${newServerKey()}) on conflict (id) do nothing`;
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
