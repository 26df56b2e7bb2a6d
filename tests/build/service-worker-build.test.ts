import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Script } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildServiceWorker } from '../../scripts/service-worker-build.ts';

const root = resolve(import.meta.dirname, '../..');
const files = [
  'index.html',
  'theme.js',
  'favicon.svg',
  'manifest.webmanifest',
  'icons/icon-192.png',
  'assets/main-aaaa.js',
  'assets/main-aaaa.css',
  'assets/post-bbbb.js',
  'assets/figtree-cccc.woff2',
];
const kept = ['index.html.br', 'assets/main-aaaa.js.gz', 'assets/main-0000.js', 'install/feed-narrow.webp'];

describe('the built service worker', () => {
  let clientDir: string;
  let worker: string;

  beforeAll(async () => {
    clientDir = await mkdtemp(join(tmpdir(), 'kith-client-'));
    for (const file of [...files, ...kept]) {
      await mkdir(dirname(join(clientDir, file)), { recursive: true });
      await writeFile(join(clientDir, file), `content of ${file}`);
    }
    const assets = files.filter((file) => file.startsWith('assets/')).map((file) => file.slice('assets/'.length));
    await buildServiceWorker({ root, clientDir, assets });
    worker = await readFile(join(clientDir, 'sw.js'), 'utf8');
  });

  afterAll(() => rm(clientDir, { recursive: true, force: true }));

  test.each(files)('keeps %s on the device', (file) => {
    expect(worker).toContain(`"${file}"`);
  });

  test.each(kept)('does not keep %s, which no new page needs', (file) => {
    expect(worker).not.toContain(`"${file}"`);
  });

  test('is one classic script', () => {
    expect(worker).not.toMatch(/^\s*(?:import|export)\b/m);
  });

  test('is at most 35 kB with the list of a whole app, because every start of the app begins with it', () => {
    const entries = 150 * '{"revision":null,"url":"assets/notifications-aaaaaaaa.js"},'.length;
    expect(worker.length + entries).toBeLessThan(35_000);
  });

  test('leaves the sync loop to a second classic script, which is named in it and not among the cached files', async () => {
    const [loop = '', ...more] = (await readdir(join(clientDir, 'assets'))).filter((name) => name.startsWith('loop-'));
    expect(more).toEqual([]);
    expect(worker).toContain(`/assets/${loop}`);
    expect(worker).not.toContain(`"assets/${loop}"`);
    const text = await readFile(join(clientDir, 'assets', loop), 'utf8');
    // A module would not compile as a script.
    expect(() => new Script(text)).not.toThrow();
    expect(text.includes('kithLoop')).toBe(true);
  });

  test('skips waiting only on request', () => {
    expect(worker.match(/skipWaiting\(\)/g)).toHaveLength(1);
    expect(worker).toContain('SKIP_WAITING');
  });
});

test('the build fails if not every file of the app fits', async () => {
  const clientDir = await mkdtemp(join(tmpdir(), 'kith-client-'));
  await writeFile(join(clientDir, 'index.html'), 'page');
  await writeFile(join(clientDir, 'huge.json'), Buffer.alloc(5 * 1024 * 1024));
  await expect(buildServiceWorker({ root, clientDir, assets: [] })).rejects.toThrow(/incomplete/);
  await rm(clientDir, { recursive: true, force: true });
});
