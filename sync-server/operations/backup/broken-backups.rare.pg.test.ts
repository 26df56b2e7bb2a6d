/** Files that are damaged in every way, and encrypted ones, of which each opening takes a second of processor time, as it must. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { expect } from 'vitest';
import { contentsOf, test, untouched } from '../../../tests/support/backups.ts';
import { isEncrypted } from './read-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const log = pino({ level: 'silent' });

test('a file is refused, and nothing is changed: without the passphrase, or with another one', async ({ db, directory, bare }) => {
  const path = join(directory, 'kith.backup');
  await writeBackup(db.url, path, 'twelve letters');
  expect(await isEncrypted(path)).toBe(true);
  expect((await readFile(path)).includes('Ana')).toBe(false);
  await expect(restoreBackup(bare.url, path, null, log)).rejects.toThrow('is encrypted. Set BACKUP_PASSPHRASE');
  await expect(restoreBackup(bare.url, path, 'another phrase', log)).rejects.toThrow('does not open with this passphrase');
  expect(await untouched(bare)).toBe(true);
  await restoreBackup(bare.url, path, 'twelve letters', log);
  expect((await contentsOf(bare)).rows.users).toEqual((await contentsOf(db)).rows.users);
});

test('a file is refused, and nothing is changed: cut off or changed anywhere, encrypted or not', async ({ db, directory, bare }) => {
  for (const passphrase of [null, 'twelve letters']) {
    const path = join(directory, `kith-${passphrase === null}.backup`);
    await writeBackup(db.url, path, passphrase);
    const whole = await readFile(path);
    const changed = Buffer.from(whole);
    const middle = Math.floor(whole.length / 2);
    changed[middle] = (changed[middle] ?? 0) ^ 1;
    // Opening an encrypted file takes a second: one way to break it is enough.
    const all = [changed, whole.subarray(0, middle), whole.subarray(0, whole.length - 1)];
    for (const broken of passphrase === null ? all : all.slice(0, 1)) {
      const file = join(directory, 'broken.backup');
      await writeFile(file, broken);
      await expect(restoreBackup(bare.url, file, passphrase, log)).rejects.toThrow(/is damaged/);
      expect(await untouched(bare)).toBe(true);
    }
  }
});

test('a file is refused, and nothing is changed: changed where Postgres refuses a row before the end of the file is read', async ({
  db,
  directory,
  bare,
}) => {
  const path = join(directory, 'kith.backup');
  await writeBackup(db.url, path, null);
  const archive = gunzipSync(await readFile(path)).toString('latin1');
  const file = join(directory, 'changed.backup');
  const changed = archive.replace(/(?<=\t)20\d\d-\d\d-\d\d /, '20:6-07-01 ');
  expect(changed).not.toBe(archive);
  expect(changed.length).toBe(archive.length);
  await writeFile(file, gzipSync(Buffer.from(changed, 'latin1')));
  await expect(restoreBackup(bare.url, file, null, log)).rejects.toThrow(/is damaged/);
  expect(await untouched(bare)).toBe(true);
});
