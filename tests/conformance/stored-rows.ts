/** Reads everything that the database has stored, row by row, to see what an act changed, also in rows of others. */
import type { Sql } from 'postgres';
import { until } from '../support/until.ts';

export interface RowChange {
  readonly table: string;
  readonly key: string;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
}

/** Each row as JSON, by its table and primary key. */
export type StoredRows = ReadonlyMap<string, string>;

/** A reader of every row of every table of this database except these, and except jobs, which come and go while nobody acts. */
export async function createRowReader(sql: Sql, except: readonly string[] = []): Promise<() => Promise<StoredRows>> {
  const tables = await sql<{ name: string; key: string[] }[]>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as key
    from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary
    join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    group by c.relname order by c.relname`;
  const question = tables
    .filter(({ name }) => name !== 'jobs' && !except.includes(name))
    .map(
      ({ name, key }) =>
        `select '${name} ' || concat_ws('|', ${key.map((k) => `t.${k}`).join(', ')}) as key, to_jsonb(t)::text as row from ${name} t`,
    )
    .join(' union all ');
  return async () => {
    // Follow-up work of a write is an effect of that write, so the reader waits for it.
    await until(async () => (await sql`select from unnotified`).length === 0);
    // A prepared statement, because it is long and runs hundreds of times.
    const rows = await sql.unsafe<{ key: string; row: string }[]>(question, [], { prepare: true });
    return new Map(rows.map(({ key, row }) => [key, row]));
  };
}

/** Rows that changed, appeared or disappeared between two readings. */
export function changesBetween(before: StoredRows, after: StoredRows): RowChange[] {
  const parse = (row: string | undefined) => (row === undefined ? null : (JSON.parse(row) as Record<string, unknown>));
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((key) => before.get(key) !== after.get(key))
    .map((key) => ({
      table: key.slice(0, key.indexOf(' ')),
      key: key.slice(key.indexOf(' ') + 1),
      before: parse(before.get(key)),
      after: parse(after.get(key)),
    }));
}
