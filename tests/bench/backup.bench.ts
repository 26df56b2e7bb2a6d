/**
 * A backup and a restore of much data, against `pg_dump` and `pg_restore` of the same Postgres. Debian's, because they must fit each other.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import type { RunAs } from '../../sync-server/db/embedded/postgres-binaries.ts';
import { chooseUserForEmbedded } from '../../sync-server/db/embedded/started-as-root.ts';
import { migrate } from '../../sync-server/db/migrate.ts';
import { openDatabase, openPool } from '../../sync-server/db/pool/connect.ts';
import { CLUSTER_USER, clusterAnswers, configureCluster, initCluster, spawnOptions } from '../support/postgres-cluster.ts';
import { runBackup } from '../support/run-backup.ts';
import { until } from '../support/until.ts';
import { makeNetwork } from './circle.ts';
import { alternate, sizeOf } from './rounds.ts';
import { report } from './row.ts';
import { seedCircle } from './seed-circle.ts';
import { median } from './statistics.ts';

const DEBIAN = '/usr/lib/postgresql';
const version = existsSync(DEBIAN)
  ? readdirSync(DEBIAN)
      .toSorted((a, b) => Number(b) - Number(a))
      .find((name) => existsSync(join(DEBIAN, name, 'bin/initdb')))
  : undefined;
const program = (name: string) => join(DEBIAN, version ?? '', 'bin', name);

const MEGABYTES = sizeOf(1000, 50);
const PHOTO_BYTES = 200_000;
/** Posts of 400 letters; with their lines in the log and indexes about 1 kB each. */
const POSTS = sizeOf(200_000, 10_000);
const ROUNDS = sizeOf(2, 1);
const silent = pino({ level: 'silent' });
const run = promisify(execFile);

describe.skipIf(version === undefined)('backups', () => {
  let folder: string;
  let server: ChildProcess | undefined;
  let user: RunAs | null = null;
  let url = (database: string): string => database;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kith-backup-bench-'));
    user = await chooseUserForEmbedded(join(folder, 'none'));
    if (user) await chown(folder, user.uid, user.gid);
    const options = spawnOptions(folder, user);
    const data = join(folder, 'data');
    await initCluster(program('initdb'), data, options);
    const port = await freePort();
    await configureCluster(data, port, 'max_wal_size = 4GB');
    server = spawn(program('postgres'), ['-D', data], { ...options, stdio: 'ignore' });
    url = (database) => `postgres://${CLUSTER_USER}@127.0.0.1:${port}/${database}`;
    await until(() => clusterAnswers(port));
    const admin = openPool(url('postgres'), silent, 1);
    await admin.unsafe('create database kith');
    await admin.end();
    const database = openDatabase(url('kith'), silent, 1);
    await migrate(database);
    await database.close();
    const sql = openPool(url('kith'), silent, 1);
    await seedCircle(sql, makeNetwork(64));
    await sql.unsafe('set statement_timeout = 0');
    await sql.unsafe(`insert into posts (id, author_id, content, visibility_type, created_at, write_id)
      select gen_random_uuid(), (select id from users limit 1), repeat(md5(n::text), 13), 'friends', now(), gen_random_uuid() from generate_series(1, ${POSTS}) n`);
    const photos = Math.round((MEGABYTES * 1_000_000) / PHOTO_BYTES / 2);
    // Already compressed, as photos are.
    await sql.unsafe(`with named as (
        insert into images (id, owner_id, post_id, width, height, stored_at)
        select gen_random_uuid(), p.author_id, p.id, 800, 600, now() from (select id, author_id from posts limit ${photos}) p returning id
      )
      insert into image_variants (image_id, variant, bytes, type, size, width, height, hash)
      select n.id, 'large', photo.bytes, 'image/webp', ${PHOTO_BYTES}, 800, 600, sha256(photo.bytes)
      from named n cross join lateral (
        select decode(string_agg(md5(n.id::text || part || random()), ''), 'hex') as bytes from generate_series(1, ${PHOTO_BYTES / 16}) part
      ) photo`);
    await sql.end();
  }, 900_000);

  afterAll(async () => {
    if (server) {
      const gone = once(server, 'exit');
      server.kill('SIGINT');
      await gone;
    }
    await rm(folder, { recursive: true, force: true });
  });

  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const begun = performance.now();
    await work();
    return performance.now() - begun;
  };
  async function emptyDatabase(): Promise<string> {
    const name = `restored_${Math.random().toString(36).slice(2)}`;
    const admin = openPool(url('postgres'), silent, 1);
    await admin.unsafe(`create database ${name}`);
    await admin.end();
    return name;
  }
  async function drop(name: string): Promise<void> {
    const admin = openPool(url('postgres'), silent, 1);
    await admin.unsafe(`drop database ${name} with (force)`);
    await admin.end();
  }

  test('written and restored', async (context) => {
    const [ours, theirs] = [join(folder, 'kith.backup'), join(folder, 'kith.dump')];
    const written = await alternate(ROUNDS, {
      kith: async () => {
        await rm(ours, { force: true });
        return runBackup('backup', { target: url('kith'), file: ours });
      },
      dump: () => timed(() => run(program('pg_dump'), ['-Fc', '-f', theirs, url('kith')])),
    });
    const restored = await alternate(ROUNDS, {
      kith: async () => {
        const name = await emptyDatabase();
        const found = await runBackup('restore', { target: url(name), file: ours });
        await drop(name);
        return found;
      },
      dump: async () => {
        const name = await emptyDatabase();
        const ms = await timed(() => run(program('pg_restore'), ['--single-transaction', '-d', url(name), theirs]));
        await drop(name);
        return ms;
      },
    });
    const size = `${MEGABYTES} MB`;
    const row = (work: string, unit: string, value: number, floor?: number, floorName = '') =>
      report(context, { work, unit, ours: value, ...(floor === undefined ? {} : { floor, floorName }) });
    row(
      `a backup of ${size}, read once more`,
      's',
      median(written.kith.map(({ ms }) => ms)) / 1000,
      median(written.dump) / 1000,
      'pg_dump',
    );
    row('the same: size of the file', 'MB', (await stat(ours)).size / 1e6, (await stat(theirs)).size / 1e6, 'pg_dump');
    row('the same: memory of the process', 'MB', Math.max(...written.kith.map(({ mb }) => mb)));
    row(`a restore of ${size}`, 's', median(restored.kith.map(({ ms }) => ms)) / 1000, median(restored.dump) / 1000, 'pg_restore');
    row('the same: memory of the process', 'MB', Math.max(...restored.kith.map(({ mb }) => mb)));
  });
});
