/**
 * Copies the demo's circle into many circles that do not know each other: every row and its change log entries again with other ids, as if
 * as many circles had lived the same weeks on this server. Works set by set, because six thousand people one by one would take too long.
 */
import type { Sql } from 'postgres';

/** The tables that members write. Sessions, keys, mails and the like belong to the server. */
const tables = [
  'users',
  'profiles',
  'settings',
  'friends',
  'friend_invitations',
  'blocks',
  'posts',
  'post_visibility',
  'post_comments',
  'post_reactions',
  'groups',
  'group_members',
  'group_invitations',
  'group_messages',
  'group_message_reactions',
  'notifications',
] as const;

/** Another id for each copy, the same everywhere it occurs. */
const functions = `
  create function pg_temp.moved(id uuid, copy int) returns uuid language sql immutable as $$ select md5(id::text || copy)::uuid $$;
  create function pg_temp.moved_join(id text, copy int) returns text language sql immutable as $$
    select string_agg(case when part ~ '^[0-9a-f]{8}-' then pg_temp.moved(part::uuid, copy)::text else part end, '|' order by nth)
    from unnest(string_to_array(id, '|')) with ordinality as parts (part, nth) $$`;

/** Makes `times` circles in all; the first one already exists. */
export async function multiplyDemo(sql: Sql, times: number): Promise<void> {
  if (times < 2) return;
  await sql.begin(async (tx) => {
    await tx.unsafe(functions);
    // Foreign keys are off, because rows and their targets are inserted in separate sets. All targets exist in the end, because every set
    // is complete.
    await tx`set local session_replication_role = replica`;
    await tx`set local statement_timeout = 0`;
    const columns = await tx<{ table_name: string; column_name: string; data_type: string }[]>`
      select table_name, column_name, data_type from information_schema.columns
      where table_schema = 'public' and is_identity = 'NO' and is_generated = 'NEVER' order by table_name, ordinal_position`;
    const copyAs = (column: { column_name: string; data_type: string }) => {
      const name = `t.${column.column_name}`;
      if (column.data_type === 'uuid') return `pg_temp.moved(${name}, copy)`;
      if (column.column_name.endsWith('email')) return `'copy' || copy || '.' || ${name}`;
      return name;
    };
    const copies = `generate_series(2, ${times}) as copy`;
    for (const table of [...tables, 'scopes']) {
      const own = columns.filter((column) => column.table_name === table);
      await tx.unsafe(`insert into ${table} (${own.map((column) => column.column_name).join(', ')})
        select ${own.map(copyAs).join(', ')} from ${table} t cross join ${copies}`);
    }
    const logged = columns.filter(
      ({ table_name, column_name }) => table_name === 'changes' && !['scope_id', 'doc_id'].includes(column_name),
    );
    const names = logged.map((column) => column.column_name);
    await tx.unsafe(`insert into changes (scope_id, doc_id, ${names.join(', ')})
      select m.id, pg_temp.moved_join(t.doc_id, copy), ${names.map((name) => `t.${name}`).join(', ')}
      from changes t join scopes s on s.id = t.scope_id cross join ${copies}
      join scopes m on m.owner = pg_temp.moved(s.owner, copy) and m.kind = s.kind
        and m.other is not distinct from pg_temp.moved(s.other, copy)`);
  });
  await sql`analyze`;
}
