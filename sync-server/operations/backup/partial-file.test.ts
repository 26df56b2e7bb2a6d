import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from 'vitest';
import { nameWhenComplete, openPartialFile } from './partial-file.ts';

const test = base.extend('directory', async ({ task: _ }, { onCleanup }) => {
  const made = await mkdtemp(join(tmpdir(), 'kith-partial-'));
  onCleanup(() => rm(made, { recursive: true }));
  return made;
});

test('a file has its name only when it is complete, and belongs to this user alone', async ({ directory }) => {
  const before = process.umask(0);
  const file = await openPartialFile(join(directory, 'a.backup')).finally(() => process.umask(before));
  const [name = ''] = await readdir(directory);
  expect([await readdir(directory).then((names) => names.length), nameWhenComplete(name)]).toEqual([1, 'a.backup']);
  await file.handle.writeFile('all of it');
  await file.handle.close();
  await file.complete();
  expect(await readdir(directory)).toEqual(['a.backup']);
  expect((await stat(join(directory, 'a.backup'))).mode & 0o777).toBe(0o600);
});

test('no two have the same name, and one that is abandoned is gone', async ({ directory }) => {
  const path = join(directory, 'a.backup');
  const [one, other] = [await openPartialFile(path), await openPartialFile(path)];
  expect(one.path).not.toBe(other.path);
  for (const file of [one, other]) await file.abandon();
  expect(await readdir(directory)).toEqual([]);
});

test('a link at the name is replaced, and what it leads to stays as it is', async ({ directory }) => {
  const [path, own] = [join(directory, 'a.backup'), join(directory, 'own')];
  await writeFile(own, 'mine');
  await symlink(own, path);
  const file = await openPartialFile(path);
  await file.handle.writeFile('other');
  await file.handle.close();
  await file.complete();
  expect(await readFile(own, 'utf8')).toBe('mine');
});

test('only partial files are recognised', () => {
  for (const name of ['a.backup', 'a.backup.partial', `a.backup.${'g'.repeat(32)}.partial`]) expect(nameWhenComplete(name)).toBeNull();
});
