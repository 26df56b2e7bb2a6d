import type { Sql } from 'postgres';
import type { Tx } from './pool/transaction.ts';

/** Why nothing is sent to members (`core/sending.ts`). `copied`: the database was restored or copied. `moved`: PUBLIC_URL is another. */
export type RestingBecause = 'copied' | 'moved';

/** Why sending rests; null while everything is sent. */
export async function readResting(sql: Sql | Tx): Promise<RestingBecause | null> {
  const [row] = await sql<{ because: RestingBecause | null }[]>`select resting_because as because from epoch`;
  return row?.because ?? null;
}

/** A condition of SQL: what is due may be sent to members now. */
export const isSending = (sql: Sql | Tx) => sql`not exists (select from epoch where resting_because is not null)`;
