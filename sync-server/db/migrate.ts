/**
 * Migrates a database to this version. Tables and data come from numbered SQL files. They only go forward: the first is the baseline of a
 * new database, and each file after it brings an update. A database of another baseline is refused. Views and functions come from the files
 * in `today/` and are recreated when one of those files has changed. One process at a time migrates.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Sql } from 'postgres';
import { oneProcessAtATime } from './pool/one-process-at-a-time.ts';
import type { Database } from './pool/transaction.ts';

/** Next to this module, and next to the bundle that contains it. */
export const migrationsDir = fileURLToPath(new URL('./migrations/', import.meta.url));

export class MigrationError extends Error {}

/** What an operator can do with data whose tables are of another baseline. */
export const OTHER_BASELINE_HELP =
  'Nothing was changed. To keep what members wrote, run the Kith that made it and export their data there (npm run kith -- export <member>).';

/** An arbitrary advisory lock key that nothing else uses in this database. */
const MIGRATION_LOCK = 7_205_481;

interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** Reads the numbered files, oldest first. */
export async function readMigrations(dir: string): Promise<Migration[]> {
  const names = (await readdir(dir)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name)).sort();
  if (names.length === 0) throw new MigrationError(`There are no migrations in ${dir}. Build Kith again with "npm run build".`);
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(dir, name), 'utf8');
      return { version: Number(name.slice(0, 4)), name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

interface Today {
  readonly sql: string;
  readonly checksum: string;
}

/**
 * Reads the files with views and functions, one file for each subject. Their names give the order: a view comes after what it depends on.
 */
async function readDefinitions(dir: string): Promise<Today | null> {
  const names = (await readdir(dir).catch(() => [])).filter((name) => /^\d{2}-[a-z-]+\.sql$/.test(name)).sort();
  if (names.length === 0) return null;
  const files = await Promise.all(names.map((name) => readFile(join(dir, name), 'utf8')));
  const sql = files.join('\n');
  return { sql, checksum: createHash('sha256').update(sql).digest('hex') };
}

/**
 * The views, types and functions of this schema, in the order of creation, so that dependencies come first. Objects of extensions are
 * left out.
 */
const madeObjects = (connection: Sql) => connection<{ kind: 'view' | 'type' | 'function'; identity: string }[]>`
  select made.kind, made.identity from (
    select case c.relkind when 'v' then 'view' else 'type' end as kind, 'pg_class'::regclass as class, c.oid, format('%I', c.relname) as identity
    from pg_class c where c.relkind in ('v', 'c') and c.relnamespace = current_schema()::regnamespace
    union all
    select 'function', 'pg_proc'::regclass, p.oid, format('%I(%s)', p.proname, pg_get_function_identity_arguments(p.oid))
    from pg_proc p where p.prokind = 'f' and p.pronamespace = current_schema()::regnamespace
  ) made
  where not exists (select from pg_depend d where d.classid = made.class and d.objid = made.oid and d.deptype = 'e')
  order by made.oid`;

/** Drops the views and functions that were created before, last one first. */
async function dropDefinitions(connection: Sql): Promise<void> {
  const objects = await connection<
    { nth: number; kind: string; identity: string }[]
  >`delete from today_objects returning nth, kind, identity`;
  for (const { kind, identity } of objects.toSorted((a, b) => b.nth - a.nth)) await connection.unsafe(`drop ${kind} if exists ${identity}`);
}

/** Creates the views and functions from their files, and stores the list of created objects. */
async function createDefinitions(connection: Sql, { sql, checksum }: Today): Promise<void> {
  await connection`
    create table if not exists today_objects (nth int not null, kind text not null, identity text primary key, checksum text not null)`;
  const before = new Set((await madeObjects(connection)).map(({ identity }) => identity));
  await connection.unsafe(sql);
  const made = (await madeObjects(connection)).filter(({ identity }) => !before.has(identity));
  await connection`insert into today_objects ${connection(made.map(({ kind, identity }, nth) => ({ nth, kind, identity, checksum })))}`;
}

/** The checksum of the files that the views and functions were created from; null before their first creation. */
async function readDefinitionsChecksum(connection: Sql): Promise<string | null> {
  const [table] = await connection<{ made: boolean }[]>`select to_regclass('today_objects') is not null as made`;
  if (!table?.made) return null;
  const [object] = await connection<{ checksum: string }[]>`select checksum from today_objects limit 1`;
  return object?.checksum ?? null;
}

export interface MigrateOptions {
  /** Creates only the tables and data of this older version, without views and functions. */
  readonly upTo?: number;
  /** Runs before an update changes the tables of a database that is not new. `first` is the first migration that is missing. */
  readonly beforeUpdate?: (first: string) => Promise<void>;
}

/**
 * Migrates tables, views and functions to this version, and returns the names of the numbered files that it applied. All in one
 * transaction: if anything fails, the database stays as it was.
 *
 * @throws MigrationError if the database belongs to a newer Kith, or is of another baseline
 */
export async function migrate(database: Database, dir: string = migrationsDir, options: MigrateOptions = {}): Promise<string[]> {
  const { upTo = Number.POSITIVE_INFINITY, beforeUpdate } = options;
  const migrations = (await readMigrations(dir)).filter(({ version }) => version <= upTo);
  const today = await readDefinitions(join(dir, '../today'));
  if (today === null && dir === migrationsDir)
    throw new MigrationError('There are no views and functions. Build Kith again with "npm run build".');
  return oneProcessAtATime(database, MIGRATION_LOCK, async (connection) => {
    await connection`
      create table if not exists migrations (
        version int primary key, name text not null, checksum text not null, applied_at timestamptz not null default now()
      )`;
    const missing = await findMissing(connection, migrations);
    const made = await readDefinitionsChecksum(connection);
    const renew = today !== null && upTo === Number.POSITIVE_INFINITY && (missing.length > 0 || made !== today.checksum);
    if (missing.length === 0 && !renew) return [];
    // A database without any of them is new.
    const [first] = missing.length < migrations.length ? missing : [];
    if (first) await beforeUpdate?.(first.name);
    await connection.unsafe('begin');
    try {
      if (renew && made !== null) await dropDefinitions(connection);
      for (const { version, name, checksum, sql } of missing) {
        await connection.unsafe(sql);
        await connection`insert into migrations (version, name, checksum) values (${version}, ${name}, ${checksum})`;
      }
      if (renew) await createDefinitions(connection, today);
      await connection.unsafe('commit');
    } catch (error) {
      await connection.unsafe('rollback');
      throw error;
    }
    return missing.map((migration) => migration.name);
  });
}

/**
 * The migrations that were not applied yet. The table `migrations` must exist.
 *
 * @throws MigrationError as `migrate` does
 */
export async function findMissing(sql: Sql, migrations: readonly Migration[]): Promise<Migration[]> {
  const applied = await sql<{ version: number; name: string; checksum: string }[]>`
    select version, name, checksum from migrations order by version`;
  for (const row of applied) {
    const file = migrations.find((migration) => migration.version === row.version);
    if (!file) {
      throw new MigrationError(`This database was used by a newer Kith (it has ${row.name}). Start that version or a later one.`);
    }
    if (file.checksum !== row.checksum) {
      throw new MigrationError(
        `This database was made by another Kith: its ${row.name} is not the ${file.name} of this one. ${OTHER_BASELINE_HELP} To begin anew, set DATA_DIR or DATABASE_URL to an empty database.`,
      );
    }
  }
  const done = new Set(applied.map((row) => row.version));
  return migrations.filter((migration) => !done.has(migration.version));
}
