import type { Sql } from 'postgres';
import type { Database, Tx } from './pool/transaction.ts';

/** Why nothing is sent to members (`core/sending.ts`). `copied`: the database was restored or copied. `moved`: PUBLIC_URL is another. */
export type RestingBecause = 'copied' | 'moved';

/** Why sending rests; null while everything is sent. */
export async function readResting(sql: Sql | Tx): Promise<RestingBecause | null> {
  const [row] = await sql<{ because: RestingBecause | null }[]>`select resting_because as because from epoch`;
  return row?.because ?? null;
}

/** Whether nothing may be sent to members now. */
export const isResting = async (database: Database): Promise<boolean> => (await database.ask(readResting)) !== null;
