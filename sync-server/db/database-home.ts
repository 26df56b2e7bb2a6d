import type { Tx } from './pool/transaction.ts';

/** Identifies this very database, down to its table. A dump, a copy and a move to another Postgres all change it. */
export async function databaseHome(tx: Tx): Promise<string> {
  const [row] = await tx<{ place: string; may_ask: boolean }[]>`
    select d.oid || '/' || 'epoch'::regclass::oid as place, has_function_privilege('pg_control_system()', 'execute') as may_ask
    from pg_database d where d.datname = current_database()`;
  const place = row?.place ?? '';
  // Some database providers do not allow this function.
  if (!row?.may_ask) return place;
  const [system] = await tx<{ id: string }[]>`select system_identifier::text as id from pg_control_system()`;
  return `${system?.id}/${place}`;
}
