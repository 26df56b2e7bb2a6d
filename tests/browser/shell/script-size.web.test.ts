/** How much script the first pages load, in the size that a compressing server sends, and what is in which file. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { offlineTest, test } from '../../support/fixtures/browser.ts';

const assets = resolve(import.meta.dirname, '../../../dist/client/assets');
const LANDING_BYTES = 130_000;
/** Of script and style, compressed by brotli. */
const FIRST_CARD = { bytes: 168_000, files: 10 };

/** What a script imports before it runs. */
const importsOf = (code: string): readonly string[] =>
  [...code.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)].flatMap(([, imported]) => imported ?? []);

/** These pieces and everything they import, each with its compressed bytes. */
async function scripts(pieces: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const wanted = [...pieces];
  const sizes = new Map<string, number>();
  for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
    if (sizes.has(name)) continue;
    const body = await readFile(join(assets, name));
    sizes.set(name, gzipSync(body).length);
    wanted.push(...importsOf(body.toString()));
  }
  return sizes;
}
const scriptBytes = async (pieces: readonly string[]): Promise<number> =>
  [...(await scripts(pieces)).values()].reduce((sum, size) => sum + size, 0);

/** The names of the scripts that the page has loaded so far. */
const loaded = (page: Page): Promise<readonly string[]> =>
  page
    .evaluate(() =>
      performance.getEntriesByType('resource').flatMap(({ name }) => (name.endsWith('.js') && name.includes('/assets/') ? [name] : [])),
    )
    .then((names) => names.map((name) => basename(new URL(name).pathname)));

test('landing and sign-in load at most 130 kB of script', async ({ page }) => {
  for (const [address, shown] of [
    ['/', 'Join Your Tribe'],
    ['/auth', 'Forgot password?'],
  ] as const) {
    await page.goto(address);
    await page.getByText(shown).first().waitFor();
    const pieces = await loaded(page);
    expect(pieces.length).toBeGreaterThanOrEqual(2);
    const bytes = await scriptBytes(pieces);
    expect(bytes, address).toBeLessThan(LANDING_BYTES);
  }
});

test('a member needs at most 168 kB of script and style in ten files before the first card', async () => {
  const page = await readFile(join(assets, '../index.html'), 'utf8');
  const [start] = page.match(/start-[\w-]+\.js/) ?? [];
  const code = await readFile(join(assets, start ?? ''), 'utf8');
  // What the bundler's loader fetches for the side of members, styles included.
  const [, numbers = ''] = /import\(`\.\/member-[\w-]+\.js`\)[^[]*\(\[([\d,]+)\]\)/.exec(code) ?? [];
  const listed: readonly string[] = JSON.parse(/\.f=(\[[^\]]*\])/.exec(code)?.[1] ?? '[]');
  const fetched = numbers.split(',').map((number) => basename(listed[Number(number)] ?? ''));
  const inPage = [...page.matchAll(/assets\/([\w-]+\.(?:js|css))/g)].map(([, name = '']) => name);
  const files = [...new Set([...inPage, ...fetched])];
  expect(files.map((name) => name.split('-')[0])).toEqual(expect.arrayContaining(['start', 'both', 'member', 'common']));
  const sizes = await Promise.all(
    files.map(async (name) => (await stat(join(assets, `${name}.br`)).catch(() => stat(join(assets, name)))).size),
  );
  expect(files.length, files.join(' ')).toBeLessThanOrEqual(FIRST_CARD.files);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(FIRST_CARD.bytes);
});

test('the worker shares with the pages the code that opens the local database, and nothing that renders', async () => {
  const built = await readFile(join(assets, '../index.html'), 'utf8');
  const [start] = built.match(/start-[\w-]+\.js/) ?? [];
  const code = await readFile(join(assets, start ?? ''), 'utf8');
  const member = code.match(/member-[\w-]+\.js/)?.[0] ?? '';
  const openStore = code.match(/open-store-[\w-]+\.js/)?.[0] ?? '';
  const worker = (await readFile(join(assets, openStore), 'utf8')).match(/worker-replication-[\w-]+\.js/)?.[0] ?? '';
  const needed = [...(await scripts([worker])).keys()];
  expect(needed).toContain(worker);
  expect(needed.filter((name) => /^(start|member|both|after|pages|open-store|visitor)-/.test(name))).toEqual([]);
  expect([...(await scripts([member, openStore])).keys()]).toEqual(
    expect.arrayContaining(needed.filter((name) => name.startsWith('store-'))),
  );
});

test('what makes photos small, and their viewer, come at first use; the former with neither what renders nor what opens the database', async () => {
  // Files of earlier builds may be beside those of this one, which all are named in some file of it.
  const names = new Set((await readdir(assets)).filter((name) => name.endsWith('.js')));
  const built = new Set((await readFile(join(assets, '../index.html'), 'utf8')).match(/start-[\w-]+\.js/));
  for (const name of built) {
    for (const [found] of (await readFile(join(assets, name), 'utf8')).matchAll(/[\w~-]+\.js/g)) if (names.has(found)) built.add(found);
  }
  const named = (part: string) => [...built].find((name) => name.startsWith(`${part}-`)) ?? part;
  const needed = [...(await scripts([named('worker-photos')])).keys()];
  expect(needed).toContain(named('shrink'));
  expect(needed.filter((name) => /^(start|member|both|after|pages|store|open-store|visitor)-/.test(name))).toEqual([]);
  const forms = ['member', 'open-store', 'post-form', 'group-chat'].map(named);
  const loaded = [...(await scripts(forms)).keys()];
  for (const later of ['shrink', 'photo-viewer', 'photo-chooser', 'crop-photo', 'crop-part', 'crop-image']) {
    expect(loaded.filter((name) => name.startsWith(`${later}-`))).toEqual([]);
  }
  for (const later of ['photo-viewer', 'photo-chooser', 'crop-photo']) expect(built).toContain(named(later));
  const beforeForms = [...(await scripts(['member', 'open-store'].map(named))).keys()];
  expect(beforeForms.filter((name) => /^(post-form|group-chat)-/.test(name))).toEqual([]);
});

test('no script imports itself through others: the parts of such a circle run too early, and their page does not start', async () => {
  const names = (await readdir(assets)).filter((name) => name.endsWith('.js'));
  let left = new Map(await Promise.all(names.map(async (name) => [name, importsOf(await readFile(join(assets, name), 'utf8'))] as const)));
  // Those that import none of the others are in no circle.
  for (let before = Number.NaN; left.size !== before; ) {
    before = left.size;
    left = new Map([...left].filter(([, imported]) => imported.some((name) => left.has(name))));
  }
  expect([...left.keys()]).toEqual([]);
});

offlineTest('the licences of what the page contains are beside it, also once a service worker answers', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto('/licences.md');
  const text = await page.locator('body').textContent();
  for (const name of ['react', 'rxdb', 'dexie', 'lucide-react']) expect(text).toContain(`## ${name} - `);
});
