/** A backup, a restore and an upgrade of Postgres take no more memory for a gigabyte of photos than for a few. */
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { npmAnswers } from '../../../scripts/npm-packages.ts';
import { postmasterOf } from '../../../tests/bench/process-usage.ts';
import { test } from '../../../tests/support/backups.ts';
import { addPhotos, makePhotoData } from '../../../tests/support/many-photos.ts';
import { testDatabase } from '../../../tests/support/postgres.ts';
import { type BackupRun, runBackup } from '../../../tests/support/run-backup.ts';
import { fetchPostgres } from '../../db/embedded/older-postgres.ts';

const [FEW, MANY] = [20_000_000, 1_000_000_000];
/** What waits for the collector of garbage. Photos that stayed would be five times as much. */
const MORE_MB = 200;
const OLDER = 17;
const timeout = 3_600_000;

function expectFlat(work: string, few: BackupRun, many: BackupRun): void {
  const shown = (run: BackupRun) => `${run.mb.toFixed(0)} MB, Postgres ${run.postgresMb.toFixed(0)} MB, ${(run.ms / 1000).toFixed(0)} s`;
  console.log(`${work}: ${shown(few)} with few photos, ${shown(many)} with a gigabyte`);
  expect(many.mb, work).toBeLessThan(few.mb + MORE_MB);
  expect(many.postgresMb, work).toBeLessThan(few.postgresMb + MORE_MB);
}

test('a backup and a restore', { timeout }, async ({ db, directory }) => {
  const measured = async (name: string, photos: number) => {
    await addPhotos(db.sql, photos);
    const file = join(directory, name);
    const postgres = await postmasterOf(db.sql);
    const backup = await runBackup('backup', { target: db.url, file }, postgres);
    const bare = await testDatabase('bare');
    try {
      const restore = await runBackup('restore', { target: bare.url, file }, postgres);
      const sizes = (sql: typeof db.sql) => sql`select count(*)::int, sum(octet_length(bytes))::float8 as bytes from image_variants`;
      expect(await sizes(bare.sql)).toEqual(await sizes(db.sql));
      return { backup, restore };
    } finally {
      await bare.close();
    }
  };
  const [few, many] = [await measured('few', FEW), await measured('many', MANY)];
  expectFlat('backup', few.backup, many.backup);
  expectFlat('restore', few.restore, many.restore);
});

test.skipIf(!npmAnswers())('upgrade-postgres (skipped where npm cannot be reached)', { timeout }, async ({ directory }) => {
  await chmod(directory, 0o755);
  const native = await fetchPostgres(OLDER, directory);
  const measured = async (name: string, photos: number) => {
    const dataDir = join(directory, name);
    await makePhotoData(dataDir, { version: OLDER, native }, photos);
    return runBackup('upgrade', { dataDir, binaries: native });
  };
  expectFlat('upgrade-postgres', await measured('few', FEW), await measured('many', MANY));
});
