/**
 * Brings a database to the newest tables: numbered plain SQL, forward only, each file in a transaction of its own. One process
 * at a time, under an advisory lock, and a file that was applied never changes: its checksum is kept.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { oneProcessAtATime } from './one-process.ts';
import type { Database } from './transaction.ts';

/** Beside this module, and beside the bundle that it becomes part of. */
export const migrationsDir = fileURLToPath(new URL('./migrations/', import.meta.url));

export class MigrationError extends Error {}

/** Any number that nobody else uses for a lock in this database. */
const MIGRATION_LOCK = 7_205_481;

interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

async function readMigrations(dir: string): Promise<Migration[]> {
  const names = (await readdir(dir)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name)).sort();
  if (names.length === 0) throw new MigrationError(`There are no migrations in ${dir}. Build Kith again with "npm run build".`);
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(dir, name), 'utf8');
      return { version: Number(name.slice(0, 4)), name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/**
 * Applies what is missing and returns the names of the files that it applied.
 *
 * @throws MigrationError where the database is of a newer Kith, or an applied file is not what it was. Nothing is changed then.
 */
export async function migrate(database: Database, dir: string = migrationsDir): Promise<string[]> {
  const migrations = await readMigrations(dir);
  return oneProcessAtATime(database, MIGRATION_LOCK, async (connection) => {
    await connection`
      create table if not exists migrations (
        version int primary key, name text not null, checksum text not null, applied_at timestamptz not null default now()
      )`;
    const applied = await connection<{ version: number; name: string; checksum: string }[]>`
      select version, name, checksum from migrations order by version`;
    for (const row of applied) {
      const file = migrations.find((migration) => migration.version === row.version);
      if (!file)
        throw new MigrationError(`This database was used by a newer Kith (it has ${row.name}). Start that version or a later one.`);
      if (file.checksum !== row.checksum) {
        throw new MigrationError(
          `${file.name} was changed after it had been applied here. Restore the file; changes go into a new migration.`,
        );
      }
    }
    const done = new Set(applied.map((row) => row.version));
    const missing = migrations.filter((migration) => !done.has(migration.version));
    for (const migration of missing) {
      await connection.unsafe('begin');
      try {
        await connection.unsafe(migration.sql);
        await connection`insert into migrations (version, name, checksum) values (${migration.version}, ${migration.name}, ${migration.checksum})`;
        await connection.unsafe('commit');
      } catch (error) {
        await connection.unsafe('rollback');
        throw error;
      }
    }
    return missing.map((migration) => migration.name);
  });
}
