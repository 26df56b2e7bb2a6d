/** How much script the first pages load, in the size that a compressing server sends. */
import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test } from '../../support/fixtures/browser.ts';
import { card } from '../../support/on-screen.ts';

const assets = resolve(import.meta.dirname, '../../../dist/client/assets');
const LANDING_BYTES = 130_000;
const FIRST_ROUTE_BYTES = 300_000;

/** These pieces and everything they import, each with its compressed bytes. */
async function scripts(pieces: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const wanted = [...pieces];
  const sizes = new Map<string, number>();
  for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
    if (sizes.has(name)) continue;
    const body = await readFile(join(assets, name));
    sizes.set(name, gzipSync(body).length);
    for (const [, imported] of body.toString().matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)) if (imported) wanted.push(imported);
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

test('the first page of a member loads at most 300 kB of script', async ({ open, circle }) => {
  const ana = await circle.signUp('Ana Ribeiro');
  await circle.post(ana, { content: 'Good morning' });
  const { page } = await open(ana);
  await card(page, 'Good morning').waitFor();
  // Pages that preload for later do not count. Neither does the worker, which shares the local database but has its own thread.
  const pieces = (await loaded(page)).filter((name) => /^(start|member|open-store)-/.test(name));
  expect(pieces.length).toBe(3);
  expect(await scriptBytes(pieces)).toBeLessThan(FIRST_ROUTE_BYTES);
});

test('the worker shares with the pages the code that opens the local database, and nothing that renders', async () => {
  const built = await readFile(join(assets, '../index.html'), 'utf8');
  const [start] = built.match(/start-[\w-]+\.js/) ?? [];
  const code = await readFile(join(assets, start ?? ''), 'utf8');
  const member = code.match(/member-[\w-]+\.js/)?.[0] ?? '';
  const openStore = code.match(/open-store-[\w-]+\.js/)?.[0] ?? '';
  const worker = (await readFile(join(assets, openStore), 'utf8')).match(/replication-[\w-]+\.js/)?.[0] ?? '';
  const needed = [...(await scripts([worker])).keys()];
  expect(needed).toContain(worker);
  expect(needed.filter((name) => /^(start|member|pages|open-store|visitor)-/.test(name))).toEqual([]);
  expect([...(await scripts([member, openStore])).keys()]).toEqual(
    expect.arrayContaining(needed.filter((name) => name.startsWith('store-'))),
  );
});
