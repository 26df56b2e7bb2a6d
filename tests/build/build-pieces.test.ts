import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { waitForLock } from '../../scripts/build-lock.ts';
import { compressFiles } from '../../scripts/compress.ts';
import { keepRetiredAssets } from '../../scripts/retired-assets.ts';
import { hashSources } from '../../scripts/source-hash.ts';

const DAY = 24 * 60 * 60 * 1000;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kith-build-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the build is stale', () => {
  beforeEach(async () => {
    await mkdir(join(folder, 'src/deep'), { recursive: true });
    await writeFile(join(folder, 'src/deep/a.ts'), 'a');
    await writeFile(join(folder, 'index.html'), 'page');
  });
  const hash = () => hashSources(folder, ['src', 'index.html', 'not-there']);

  test('when a source has other content, another name, or is deleted', async () => {
    const seen = [await hash()];
    await writeFile(join(folder, 'src/deep/a.ts'), 'b');
    seen.push(await hash());
    await writeFile(join(folder, 'src/deep/c.ts'), '');
    seen.push(await hash());
    await rm(join(folder, 'index.html'));
    seen.push(await hash());
    expect(new Set(seen).size).toBe(4);
  });

  test('but not when only times or tests have changed', async () => {
    const before = await hash();
    await utimes(join(folder, 'src/deep/a.ts'), new Date(), new Date(0));
    await writeFile(join(folder, 'src/deep/a.test.ts'), 'test');
    expect(await hash()).toBe(before);
  });
});

describe('files of earlier releases', () => {
  const older = () => join(folder, 'before');
  const newer = () => join(folder, 'after');

  beforeEach(async () => {
    await mkdir(join(older(), 'assets'), { recursive: true });
    await mkdir(join(newer(), 'assets'), { recursive: true });
    await writeFile(join(older(), 'assets/old-1.js'), 'old');
    await writeFile(join(older(), 'assets/same-1.js'), 'same');
    await writeFile(join(newer(), 'assets/same-1.js'), 'same');
  });

  test('stay for a week after they were replaced', async () => {
    const now = 100 * DAY;
    const retired = await keepRetiredAssets({ before: older(), after: newer(), retired: {}, now });
    expect(retired).toEqual({ 'old-1.js': now });
    expect(await readFile(join(newer(), 'assets/old-1.js'), 'utf8')).toBe('old');
  });

  test('and are deleted then, however many builds came in between', async () => {
    const now = 100 * DAY;
    const retired = await keepRetiredAssets({ before: older(), after: newer(), retired: { 'old-1.js': now - 8 * DAY }, now });
    expect(retired).toEqual({});
    expect(await readdir(join(newer(), 'assets'))).toEqual(['same-1.js']);
  });
});

test('larger texts are compressed, pictures and small files are not', async () => {
  await writeFile(join(folder, 'main.js'), 'x'.repeat(5000));
  await writeFile(join(folder, 'small.js'), 'x');
  await writeFile(join(folder, 'icon.png'), 'x'.repeat(5000));
  await compressFiles(folder);
  expect((await readdir(folder)).sort()).toEqual(['icon.png', 'main.js', 'main.js.br', 'main.js.gz', 'small.js']);
});

describe('the lock of a build', () => {
  test('makes the next build wait', async () => {
    const path = join(folder, 'lock');
    const order: string[] = [];
    const release = await waitForLock(path);
    const second = waitForLock(path).then((releaseSecond) => {
      order.push('second');
      return releaseSecond();
    });
    order.push('first');
    await release();
    await second;
    expect(order).toEqual(['first', 'second']);
  });

  test('of a build that was killed is taken over', async () => {
    const path = join(folder, 'lock');
    // No process has this id: it is above the highest that Linux assigns.
    await writeFile(path, '4194305');
    const release = await waitForLock(path);
    expect(await readFile(path, 'utf8')).toMatch(new RegExp(`^${process.pid} `));
    await release();
  });
});
