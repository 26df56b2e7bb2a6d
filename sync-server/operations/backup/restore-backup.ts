/** Fills an empty database from a backup. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Logger } from 'pino';
import { resumeSending } from '../../core/sending.ts';
import { retryAllJobs } from '../../db/jobs.ts';
import { migrate, migrationsDir, OTHER_BASELINE_HELP, readMigrations } from '../../db/migrate.ts';
import { type DatabaseTarget, openDatabase, SERVER_CONNECTIONS } from '../../db/pool/connect.ts';
import { withCopyClient } from '../../db/pool/copy-client.ts';
import type { Database } from '../../db/pool/transaction.ts';
import { currentEpoch, renewEpoch } from '../../sync/epoch.ts';
import { BackupError, type BackupHeader, type BackupManifest, quoted } from './backup-format.ts';
import { type BackupPart, checkBackup, readBackup } from './read-backup.ts';

export interface RestoredBackup {
  readonly header: BackupHeader;
  readonly manifest: BackupManifest;
}

/**
 * Whether the restored database sends to members (`core/sending.ts`). `rests`: not until an operator says so. `as before`: as when the backup
 * was written, for data that stays in its place. `resumesAt`: at once, since this is the place, with this PUBLIC_URL.
 */
export type SendingAfter = 'rests' | 'as before' | { readonly resumesAt: string };

/** @throws BackupError unless this Kith has every migration that the backup's database had */
async function checkMigrations(path: string, header: BackupHeader): Promise<void> {
  const known = new Map((await readMigrations(migrationsDir)).map((migration) => [migration.version, migration]));
  for (const { version, name, checksum } of header.migrations) {
    const file = known.get(version);
    if (!file) {
      throw new BackupError(
        `${path} comes from Kith ${header.kith}, whose ${name} this one does not have. Restore it with that version or a later one.`,
      );
    }
    if (file.checksum !== checksum) {
      throw new BackupError(`${path} was written by another Kith: its ${name} is not the ${file.name} of this one. ${OTHER_BASELINE_HELP}`);
    }
  }
}

const lastVersion = (header: BackupHeader): number => header.migrations.at(-1)?.version ?? 0;

/** @throws BackupError when the database has members, has newer tables than the backup, or a server uses it */
async function checkTarget(client: pg.Client, header: BackupHeader): Promise<void> {
  const { rows: servers } = await client.query<{ count: number }>(SERVER_CONNECTIONS);
  if ((servers[0]?.count ?? 0) > 0) throw new BackupError('A server is using this database. Stop it first.');
  const { rows: tables } = await client.query<{ there: boolean }>("select to_regclass('users') is not null as there");
  if (!tables[0]?.there) return;
  const { rows: members } = await client.query<{ count: number }>('select count(*)::int from users');
  if ((members[0]?.count ?? 0) > 0) throw new BackupError('This database has members. A backup is restored into an empty database only.');
  const { rows: newer } = await client.query('select from migrations where version > $1', [lastVersion(header)]);
  if (newer.length > 0)
    throw new BackupError('This database has the tables of a newer Kith than the backup. Create an empty database for it.');
}

/** Takes off what would be checked or updated with every row. Returns the statements that put it on again, in their order. */
async function takeOffConstraints(client: pg.Client, tables: readonly string[]): Promise<string[]> {
  const { rows: constraints } = await client.query<{ on: string; name: string; definition: string }>(
    `select conrelid::regclass::text as on, quote_ident(conname) as name, pg_get_constraintdef(t.oid) as definition
     from pg_constraint t join pg_class c on c.oid = t.conrelid
     where connamespace = current_schema()::regnamespace and contype in ('f', 'p', 'u', 'x') and c.relname = any ($1) order by contype = 'f'`,
    [tables],
  );
  for (const { on, name } of constraints.toReversed()) await client.query(`alter table ${on} drop constraint ${name}`);
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index i join pg_class c on c.oid = i.indrelid
     where c.relnamespace = current_schema()::regnamespace and c.relname = any ($1)`,
    [tables],
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  for (const name of tables) await client.query(`alter table ${quoted(name)} disable trigger user`);
  return [
    ...indexes.map(({ definition }) => definition),
    ...constraints.map(({ on, name, definition }) => `alter table ${on} add constraint ${name} ${definition}`),
    ...tables.map((name) => `alter table ${quoted(name)} enable trigger user`),
  ];
}

interface Section {
  readonly name: string;
  /** Must be read to its end before the next section is requested. */
  readonly parts: AsyncGenerator<Buffer>;
}

/** The parts after the header, by section. Returns the manifest. */
async function* sectionsOf(backup: AsyncGenerator<BackupPart>): AsyncGenerator<Section, BackupManifest> {
  let next = await backup.next();
  async function* partsOf(name: string): AsyncGenerator<Buffer> {
    while (!next.done && next.value.kind === 'rows' && next.value.section === name) {
      yield next.value.bytes;
      next = await backup.next();
    }
  }
  while (!next.done && next.value.kind === 'rows') yield { name: next.value.section, parts: partsOf(next.value.section) };
  if (next.done || next.value.kind !== 'manifest') throw new BackupError('The backup ends before its manifest.');
  return next.value.manifest;
}

/** Replaces the contents of all tables, in one transaction. */
async function load(client: pg.Client, header: BackupHeader, backup: AsyncGenerator<BackupPart>): Promise<BackupManifest> {
  const tables = new Map(header.tables.map(({ name, columns }) => [name, columns]));
  await client.query("begin; set local maintenance_work_mem = '128MB'");
  await client.query(`truncate ${[...tables.keys()].map(quoted).join(', ')}`);
  const putOn = await takeOffConstraints(client, [...tables.keys()]);

  const sections = sectionsOf(backup);
  let next = await sections.next();
  for (; !next.done; next = await sections.next()) {
    const { name, parts } = next.value;
    const columns = tables.get(name);
    if (columns === undefined) throw new BackupError(`The backup has rows of ${name}, which its header does not name.`);
    const statement = `copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`;
    await pipeline(Readable.from(parts, { objectMode: false }), client.query(copyFrom(statement)));
  }
  const manifest = next.value;

  for (const statement of putOn) await client.query(statement);
  for (const [name, { value, called }] of Object.entries(manifest.sequences)) {
    await client.query('select setval($1::regclass, $2, $3)', [name, value, called]);
  }
  await client.query('commit; analyze');
  return manifest;
}

async function setNewEpoch(database: Database, sending: SendingAfter): Promise<void> {
  await renewEpoch(database, null, sending === 'rests');
  if (typeof sending === 'object') await resumeSending(database, sending.resumesAt);
}

/**
 * Fills the database from the backup, brings it to this version, and gives it a new epoch: every device then fetches everything again, and
 * sends again what it wrote since the backup. If its rows cannot be read in, the database stays without members.
 *
 * @throws BackupError, with a message that says what to do, when the file is damaged, too new or of another baseline, or the database is not empty
 */
export async function restoreBackup(
  target: DatabaseTarget,
  path: string,
  passphrase: string | null,
  log: Logger,
  sending: SendingAfter = 'rests',
): Promise<RestoredBackup> {
  const parts = readBackup(path, passphrase);
  try {
    const first = await parts.next();
    if (first.done || first.value.kind !== 'header') throw new BackupError(`${path} is no backup of Kith.`);
    const { header } = first.value;
    await checkMigrations(path, header);
    await withCopyClient(target, (client) => checkTarget(client, header));

    const database = openDatabase(target, log, 2);
    try {
      // The tables as they were when the backup was written, so that its rows fit.
      await migrate(database, migrationsDir, { upTo: lastVersion(header) });
      const manifest = await withCopyClient(target, (client) => load(client, header, parts)).catch(async (error: Error) => {
        // Postgres may refuse a changed row long before the checksum at the end of the file is read.
        await checkBackup(path, passphrase);
        throw error;
      });
      await migrate(database);
      await retryAllJobs(database);
      // Notes that this is another database now, and then that it is as it was at an earlier time.
      await currentEpoch(database, log, null, sending === 'rests');
      await setNewEpoch(database, sending);
      return { header, manifest };
    } finally {
      await database.close();
    }
  } finally {
    await parts.return(undefined);
  }
}
