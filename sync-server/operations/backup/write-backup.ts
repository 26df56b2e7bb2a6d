/** Writes a backup of a database that is in use: all tables as of one moment, in memory that does not grow with the data. */
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Encrypter } from 'age-encryption';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type Pack, pack } from 'tar-stream';
import { kithVersion } from '../../base/version.ts';
import type { DatabaseTarget } from '../../db/pool/connect.ts';
import { withCopyClient } from '../../db/pool/copy-client.ts';
import {
  BACKUP_FORMAT,
  BackupError,
  type BackupHeader,
  type BackupManifest,
  type BackupSection,
  HEADER,
  MANIFEST,
  quoted,
  SectionTotal,
} from './backup-format.ts';
import { type Compression, createCompression } from './compression.ts';
import { openPartialFile } from './partial-file.ts';
import { checkBackup } from './read-backup.ts';

/** A part is kept in memory until its size is known, which tar requires. */
const PART_BYTES = 4_000_000;

/** Tables whose contents follow from the version of Kith. */
const derived = ['migrations', 'today_objects'];

/**
 * Tables whose rows are left out: images that are on their way, as a program sent them, perhaps with the place where a photo was taken. A
 * backup is kept for a year, and devices send these images again.
 */
const onTheirWay = ['image_uploads', 'image_parts'];

export interface WrittenBackup {
  readonly path: string;
  /** the size of the file */
  readonly bytes: number;
  readonly header: BackupHeader;
  readonly manifest: BackupManifest;
}

async function readHeader(client: pg.Client): Promise<BackupHeader> {
  const { rows: known } = await client.query<{ known: boolean }>("select to_regclass('migrations') is not null as known");
  if (!known[0]?.known) throw new BackupError('This database has no tables of Kith, so there is nothing to back up.');
  const { rows: migrations } = await client.query('select version, name, checksum from migrations order by version');
  const { rows: tables } = await client.query(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and not c.relname = any ($1)
     group by c.relname order by c.relname`,
    [derived],
  );
  const { rows: server } = await client.query("select current_setting('server_version_num')::int / 10000 as major");
  return {
    format: BACKUP_FORMAT,
    kith: kithVersion(),
    postgres: server[0].major,
    startedAt: new Date().toISOString(),
    migrations,
    tables,
  };
}

/** The tables with bytes that Postgres is asked not to compress either, such as photos. */
async function readDenseTables(client: pg.Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attstorage = 'e' and not a.attisdropped
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'`,
  );
  return new Set(rows.map(({ name }) => name));
}

/** The last value of each sequence. It may be later than the rows, which does no harm. */
async function readSequences(client: pg.Client): Promise<BackupManifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    "select quote_ident(relname) as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'S'",
  );
  const sequences: BackupManifest['sequences'] = {};
  for (const { name } of rows) {
    const { rows: found } = await client.query(`select last_value::float8 as value, is_called as called from ${name}`);
    sequences[name] = found[0];
  }
  return sequences;
}

/** Adds one file to the archive, and waits until the archive wants more. */
async function addFile(archive: Pack, name: string, content: Buffer): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const entry = archive.entry({ name, size: content.length, mode: 0o600 }, (error) => (error ? reject(error) : resolve()));
    entry.once('error', reject);
    entry.end(content);
  });
}

async function addSection(archive: Pack, directory: string, ending: string, rows: Readable): Promise<BackupSection> {
  const total = new SectionTotal();
  let waiting: Buffer[] = [];
  let bytes = 0;
  let number = 0;
  const flush = async () => {
    if (bytes === 0) return;
    const part = Buffer.concat(waiting, bytes);
    waiting = [];
    bytes = 0;
    number += 1;
    total.add(part);
    await addFile(archive, `${directory}/${String(number).padStart(6, '0')}.${ending}`, part);
  };
  for await (const chunk of rows) {
    waiting.push(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    if (bytes >= PART_BYTES) await flush();
  }
  await flush();
  return total.end();
}

async function fill(
  archive: Pack,
  client: pg.Client,
  compression: Pick<Compression, 'comesDense'>,
): Promise<{ header: BackupHeader; manifest: BackupManifest }> {
  await client.query('begin isolation level repeatable read read only');
  const header = await readHeader(client);
  await addFile(archive, HEADER, Buffer.from(JSON.stringify(header, null, 1)));
  const dense = await readDenseTables(client);
  const sections: Record<string, BackupSection> = {};
  for (const { name, columns } of header.tables) {
    const chosen = `select ${columns.map(quoted).join(', ')} from ${quoted(name)} ${onTheirWay.includes(name) ? 'limit 0' : ''}`;
    const rows = client.query(copyTo(`copy (${chosen}) to stdout`));
    compression.comesDense(dense.has(name));
    sections[name] = await addSection(archive, `tables/${name}`, 'copy', rows);
  }
  const manifest: BackupManifest = { finishedAt: new Date().toISOString(), sections, sequences: await readSequences(client) };
  await client.query('commit');
  await addFile(archive, MANIFEST, Buffer.from(JSON.stringify(manifest, null, 1)));
  archive.finalize();
  return { header, manifest };
}

/** Encrypts with age. `passphrase` may be opened with the program `age` as well. */
async function encrypted(plain: Readable, passphrase: string): Promise<AsyncIterable<Uint8Array>> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  const stream = await encrypter.encrypt(Readable.toWeb(plain) as ReadableStream<Uint8Array>);
  return stream as unknown as AsyncIterable<Uint8Array>;
}

/**
 * Writes a backup to `path`, which must not exist yet, and reads it once more to check it. Only a file that was checked gets that name.
 *
 * @throws BackupError when it cannot be written, and an error of the database when that cannot be read; no file is left then
 */
export async function writeBackup(target: DatabaseTarget, path: string, passphrase: string | null): Promise<WrittenBackup> {
  if (await stat(path).catch(() => null)) throw new BackupError(`${path} exists already. Name another file.`);
  const partial = await openPartialFile(path).catch((error: Error) => {
    throw new BackupError(`The backup cannot be written to ${dirname(path)}: ${error.message}.`);
  });
  try {
    const archive = pack();
    const compression = createCompression();
    const packing = pipeline(archive, compression.input);
    const out = passphrase === null ? compression.output : await encrypted(compression.output, passphrase);
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        partial.handle.writeFile(chunk).then(() => done(), done);
      },
    });
    const [filled] = await Promise.all([
      withCopyClient(target, (client) => fill(archive, client, compression)).catch((error: Error) => {
        archive.destroy(error);
        throw error;
      }),
      packing,
      pipeline(out, sink),
    ]);
    await partial.handle.sync();
    await partial.handle.close();
    await checkBackup(partial.path, passphrase);
    await partial.complete();
    return { path, bytes: (await stat(path)).size, ...filled };
  } catch (error) {
    await partial.abandon();
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw new BackupError(`The disk of ${dirname(path)} is full.`);
    throw error;
  }
}
