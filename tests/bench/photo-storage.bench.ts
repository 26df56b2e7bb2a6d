/**
 * What photos in the database cost a person who hosts Kith, by how much there are: backup, restore, `upgrade-postgres`, vacuum, and disk. The
 * embedded Postgres, as on a rented machine. Rates are of bytes of photos, and their floor is a copy of as many bytes on the same disk
 * just before. `KITH_PHOTO_GB=1,5,20` sets the sizes.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { afterAll, beforeAll, type TestContext, test } from 'vitest';
import { npmAnswers } from '../../scripts/npm-packages.ts';
import { fetchPostgres } from '../../sync-server/db/embedded/older-postgres.ts';
import { openPool } from '../../sync-server/db/pool/connect.ts';
import { makePhotoData, type OlderPostgres, startPostgres } from '../support/many-photos.ts';
import { type BackupRun, runBackup } from '../support/run-backup.ts';
import { sizeOf } from './rounds.ts';
import { report } from './row.ts';

const OLDER = 17;
const GIGABYTE = 1e9;
const sizes = process.env.KITH_PHOTO_GB?.split(',').map(Number) ?? (sizeOf(1, 0) === 1 ? [0.2, 1] : [0.05]);
const silent = pino({ level: 'silent' });
const run = promisify(execFile);

let folder: string;
/** the Postgres that makes the data; null where npm cannot be reached */
let older: OlderPostgres | null = null;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kith-photo-bench-'));
  // The user that Postgres runs as passes through here.
  await run('chmod', ['755', folder]);
  if (npmAnswers()) older = { version: OLDER, native: await fetchPostgres(OLDER, folder) };
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
};

/** Copies this many random bytes from one file to another, until they are on the disk. Returns the seconds. */
async function copySeconds(bytes: number): Promise<number> {
  const [from, to] = [join(folder, 'from'), join(folder, 'to')];
  const megabytes = String(Math.round(bytes / 1e6));
  await run('dd', ['if=/dev/urandom', `of=${from}`, 'bs=1000000', `count=${megabytes}`]);
  const taken = await seconds(async () => {
    await run('dd', [`if=${from}`, `of=${to}`, 'bs=1000000']);
    const file = await open(to, 'r+');
    await file.sync();
    await file.close();
  });
  await rm(from);
  await rm(to);
  return taken;
}

const onDisk = async (place: string): Promise<number> => {
  const { stdout } = await run('du', ['--summarize', '--block-size=1', place]);
  return Number.parseInt(stdout, 10);
};

/** What each work took with the fewest photos. */
const least = new Map<string, BackupRun>();

function reportRun(context: TestContext, gigabytes: number, work: string, megabytes: number, copy: number, found: BackupRun): void {
  const small = least.get(work);
  if (!small) least.set(work, found);
  const memory = (part: string, unit: (run: BackupRun) => number) =>
    report(context, {
      work: `the same: memory of ${part}`,
      unit: 'MB',
      ours: unit(found),
      ...(small ? { floor: unit(small), floorName: `with ${sizes[0]} GB`, must: { atMost: 1.5 } } : {}),
    });
  report(context, {
    work: `${gigabytes} GB of photos: ${work}`,
    unit: 'MB/s',
    ours: (megabytes / found.ms) * 1000,
    floor: copy,
    floorName: 'copy',
  });
  report(context, { work: 'the same: processor time of Kith for 1 GB', unit: 's', ours: found.cpuSeconds / (megabytes / 1000) });
  memory('Kith', ({ mb }) => mb);
  memory('Postgres', ({ postgresMb }) => postgresMb);
}

test.for(sizes)('%f GB of photos', { timeout: 8 * 3_600_000 }, async (gigabytes, context) => {
  const place = join(folder, `${gigabytes}`);
  const [dataDir, restored, file] = [join(place, 'data'), join(place, 'restored'), join(place, 'kith.backup')];
  await mkdir(place);
  const bytes = await makePhotoData(dataDir, older, gigabytes * GIGABYTE);
  const megabytes = bytes / 1e6;
  const copy = megabytes / (await copySeconds(bytes));
  const row = (work: string, unit: string, ours: number, floor: number, floorName: string) =>
    report(context, { work: `${gigabytes} GB of photos: ${work}`, unit, ours, floor, floorName });
  const run = (work: string, found: BackupRun) => reportRun(context, gigabytes, work, megabytes, copy, found);

  if (older !== null) {
    run('upgrade-postgres', await runBackup('upgrade', { dataDir, binaries: older.native }));
    for (const name of [...(await readdir(place)), ...(await readdir(dataDir)).map((each) => `data/${each}`)]) {
      if (name.endsWith('.backup') || name.includes('postgres-before-')) await rm(join(place, name), { recursive: true });
    }
  }
  const postgres = await startPostgres(dataDir, null);
  const sql = openPool(postgres.connection, silent, 1);
  try {
    await sql.unsafe('set statement_timeout = 0');
    const vacuum = async (work: string) => row(work, 'MB/s', megabytes / (await seconds(() => sql.unsafe('vacuum analyze'))), copy, 'copy');
    await vacuum('the first vacuum');
    await sql.unsafe('checkpoint');
    row('the data directory', 'GB', (await onDisk(dataDir)) / GIGABYTE, bytes / GIGABYTE, 'the photos');
    run('backup, read once more', await runBackup('backup', { target: postgres.connection, file }, postgres.pid));
    row('the file', 'GB', (await stat(file)).size / GIGABYTE, bytes / GIGABYTE, 'the photos');
    const removed = await seconds(() => sql.unsafe("delete from images where id::text < '1a'"));
    row('a tenth is deleted', 'MB/s', megabytes / 10 / removed, copy, 'copy');
    await vacuum('a vacuum after that');
    await vacuum('a vacuum with nothing to do');
  } finally {
    await sql.end();
    await postgres.stop();
  }
  await rm(dataDir, { recursive: true });
  run('restore', await runBackup('restore-embedded', { dataDir: restored, file }));
  row('the restored data directory', 'GB', (await onDisk(restored)) / GIGABYTE, bytes / GIGABYTE, 'the photos');
  await rm(place, { recursive: true });
});
