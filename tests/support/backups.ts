/** Fixtures of the tests of backups. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withCopyClient } from '../../sync-server/db/pool/copy-client.ts';
import { test as serverTest } from './fixtures/server.ts';
import { type Template, type TestDatabase, testDatabase } from './postgres.ts';

/** A directory for backups, and `bare`, a database to restore them into. */
export const test = serverTest
  .extend('template', { scope: 'file' }, (): Template => 'demo')
  .extend('directory', async ({ task: _ }, { onCleanup }) => {
    const made = await mkdtemp(join(tmpdir(), 'kith-backup-'));
    onCleanup(() => rm(made, { recursive: true }));
    return made;
  })
  .extend('bare', async ({ task: _ }, { onCleanup }) => {
    const made = await testDatabase('bare');
    onCleanup(() => made.close());
    return made;
  });

/** Every row of every table but jobs and those that follow from the version, as text, and every constraint, index, trigger and sequence. */
export async function contentsOf({ sql }: Pick<TestDatabase, 'sql'>) {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname not in ('migrations', 'today_objects', 'epoch', 'jobs') order by 1`;
  const rows: Record<string, string[]> = {};
  for (const { name } of tables) {
    rows[name] = (await sql.unsafe(`select t::text as row from ${name} t order by 1`)).map(({ row }) => row as string);
  }
  const rules = await sql<{ rule: string }[]>`
    select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as rule from pg_constraint
      where connamespace = 'public'::regnamespace and conrelid <> 0
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal order by 1`;
  const sequences = await sql`select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1`;
  return { rows, rules: rules.map(({ rule }) => rule), sequences: sequences.map((each) => ({ ...each })) };
}

/** Whether a restore has left nothing in this database. Not asked by `sql`, whose connections look like those of a server. */
export const untouched = ({ url }: TestDatabase) =>
  withCopyClient(url, async (client) => {
    const { rows } = await client.query("select to_regclass('users') is null as none");
    return rows[0].none || (await client.query('select from users')).rowCount === 0;
  });
