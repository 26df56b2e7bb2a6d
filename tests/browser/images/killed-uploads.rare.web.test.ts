/** The tab is killed at each moment of a photo's way to the server. Nothing is lost, nothing arrives twice, and the bytes are those that were chosen. */
import type { BrowserContext, Page, Request, Route } from 'playwright-core';
import sharp from 'sharp';
import { expect } from 'vitest';
import { PAGE_WITHOUT_APP } from '../../support/browser.ts';
import { crash } from '../../support/crash.ts';
import type { FaultProxy } from '../../support/fault-proxy.ts';
import { card, upToDate } from '../../support/on-screen.ts';
import type { PhotoFile } from '../../support/photo-files.ts';
import { draftStored } from '../../support/stored-drafts.ts';
import { test as photosTest } from './photos-stage.ts';

const test = photosTest.extend('serviceWorkers', () => 'block' as const);

/** About 200 KB of noise: several parts, and no other photo looks like it. */
const noise = async (name: string): Promise<PhotoFile> => {
  const grain = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  const image = sharp({ create: { width: 900, height: 600, channels: 3, background: 'grey', noise: grain } });
  return { name, mimeType: 'image/jpeg', buffer: await image.jpeg({ quality: 92 }).toBuffer() };
};

/** The part that a request sends. */
const partOf = (request: Request) => {
  const [, start = 0, end = 0, total = 0] = /(\d+)-(\d+)\/(\d+)/.exec(request.headers()['content-range'] ?? '')?.map(Number) ?? [];
  return { isPart: request.method() === 'PUT', isFirst: start === 0, isLast: end + 1 === total };
};
const ofImage = (request: Request, holds: (part: ReturnType<typeof partOf>) => boolean): boolean =>
  request.url().includes('/api/images/') && partOf(request).isPart && holds(partOf(request));

interface Moment {
  readonly at: string;
  /** the request at which the tab is killed; none for the moment after the choice */
  readonly request?: (request: Request, text: string) => boolean;
  /** how far it gets: not to the server, into the line, to the server without its answer, or to the page with its answer */
  readonly gets?: 'nowhere' | 'into the line' | 'to the server' | 'back';
}

const isRow = (request: Request, text: string) => request.url().endsWith('/api/sync/push') && (request.postData() ?? '').includes(text);
const first = (request: Request) => ofImage(request, ({ isFirst }) => isFirst);
const middle = (request: Request) => ofImage(request, ({ isFirst, isLast }) => !isFirst && !isLast);
const last = (request: Request) => ofImage(request, ({ isLast }) => isLast);

const moments: readonly Moment[] = [
  { at: 'after the choice' },
  { at: 'before the row', request: isRow, gets: 'nowhere' },
  { at: 'after the row, without its answer', request: isRow, gets: 'to the server' },
  { at: 'before the server is asked', request: (one) => one.url().includes('/api/images/') && one.method() === 'HEAD', gets: 'nowhere' },
  { at: 'before the first part', request: first, gets: 'nowhere' },
  { at: 'within a part', request: middle, gets: 'into the line' },
  { at: 'after a part, without its answer', request: middle, gets: 'to the server' },
  { at: 'after a part', request: first, gets: 'back' },
  { at: 'before the last part', request: last, gets: 'nowhere' },
  { at: 'after the last part, without its answer', request: last, gets: 'to the server' },
  { at: 'after the last part', request: last, gets: 'back' },
];

/** Settles when the moment has come. What is not answered by then stays so. */
function theMoment(context: BrowserContext, network: FaultProxy, { request, gets = 'nowhere' }: Moment, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    const handle = async (route: Route): Promise<void> => {
      if (isOver || !request?.(route.request(), text)) return route.fallback();
      isOver = true;
      if (gets === 'to the server') await route.fetch();
      if (gets === 'back') await route.fulfill({ response: await route.fetch() });
      if (gets === 'into the line') {
        network.throttle(20_000, 'one line');
        const sent = network.sent();
        void route.continue();
        await expect.poll(() => network.sent() - sent, { interval: 5 }).toBeGreaterThan(4_000);
      }
      resolve();
    };
    context.route('**/api/**', (route) => void handle(route).catch(reject)).catch(reject);
  });
}

const chosen = (page: Page) => page.getByRole('list', { name: '1 photo' }).locator('img[src^="blob:"]');

/** The large photos on this device with their states, and their bytes as text. */
const onDevice = (page: Page) =>
  page.evaluate(async () => {
    const answered = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const names = (await indexedDB.databases()).map(({ name = '' }) => name).filter((name) => name.includes('images'));
    const database = await answered(indexedDB.open(names[0] ?? ''));
    const [facts, bytes] = ['facts', 'bytes'].map((name) => database.transaction(name).objectStore(name));
    const found = (await answered(facts?.getAll() as IDBRequest<{ key: string; state: string }[]>)).filter(({ key }) => !key.includes('?'));
    const images: { id: string; state: string; bytes: string }[] = [];
    for (const { key, state } of found) {
      const stored = await answered((bytes as IDBObjectStore).transaction.db.transaction('bytes').objectStore('bytes').get(key));
      images.push({ id: key, state, bytes: btoa([...new Uint8Array(stored)].map((byte) => String.fromCharCode(byte)).join('')) });
    }
    database.close();
    return images;
  });

const statesOnDevice = async (page: Page) => (await onDevice(page)).map(({ state }) => state);

/** How far two pictures are from each other, per channel of a pixel. */
async function distance(a: Uint8Array, b: Uint8Array): Promise<number> {
  const [one, two] = await Promise.all([a, b].map((bytes) => sharp(bytes).removeAlpha().raw().toBuffer()));
  if (!one || !two || one.length !== two.length) return Number.POSITIVE_INFINITY;
  return one.reduce((sum, value, at) => sum + Math.abs(value - (two[at] ?? 0)), 0) / one.length;
}

test('[R-63] a tab that is killed at any moment of an upload loses no photo and sends none twice', { timeout: 300_000 }, async ({
  open,
  people: { ana, ben },
  faultProxy: network,
  server,
}) => {
  const { context, page: idle } = await open(ana, { url: network.url, at: PAGE_WITHOUT_APP });
  for (const [nth, moment] of moments.entries()) {
    const text = `Photo ${nth}, killed ${moment.at}`;
    const page = await context.newPage();
    await page.goto('/posts/create');
    // A part of an older photo would bring the moment before this one is shared.
    const older = moments.slice(0, nth).map(() => 'sent');
    if (nth > 0) await expect.poll(() => statesOnDevice(page), { timeout: 60_000 }).toEqual(older);
    await page.locator('input[type=file]').setInputFiles(await noise(`${nth}.jpg`));
    await expect.poll(() => chosen(page).count()).toBe(1);
    if (moment.request) {
      const reached = theMoment(context, network, moment, text);
      await page.getByLabel('What would you like to share?').fill(text);
      await page.getByRole('button', { name: /^Share/ }).click();
      await reached;
      await crash(page);
      network.throttle();
      await context.unrouteAll({ behavior: 'ignoreErrors' });
    } else {
      await draftStored(page, 'thumbhash');
      await crash(page);
      const again = await context.newPage();
      await again.goto('/posts/create');
      await expect.poll(() => chosen(again).count()).toBe(1);
      await again.getByLabel('What would you like to share?').fill(text);
      await again.getByRole('button', { name: /^Share/ }).click();
      await card(again, text).waitFor();
      await crash(again);
    }
  }

  await idle.goto('/posts');
  await upToDate(idle);
  await expect.poll(() => statesOnDevice(idle), { timeout: 60_000 }).toEqual(moments.map(() => 'sent'));
  const images = await server.sql<{ id: string; bytes: Buffer }[]>`
    select i.id, v.bytes from images i join image_variants v on v.image_id = i.id and v.variant = 'large' where i.owner_id = ${ana.id}`;
  const held = new Map((await onDevice(idle)).map(({ id, bytes }) => [id, Buffer.from(bytes, 'base64')]));
  expect(images.map(({ id }) => id).sort()).toEqual([...held.keys()].sort());
  const distances = await Promise.all(images.map(({ id, bytes }) => distance(bytes, held.get(id) ?? Buffer.alloc(0))));
  // One part at another place would make other noise of what follows it: photos differ by about seventy.
  expect(Math.max(...distances)).toBeLessThan(30);
  const [left] = await server.sql`select count(*)::int as count from image_uploads where image_id = any(${images.map(({ id }) => id)})`;
  expect(left?.count).toBe(0);

  const posts = await server.sql<{ id: string; content: string }[]>`select id, content from posts where author_id = ${ana.id}`;
  expect(posts.map(({ content }) => content).sort()).toEqual(moments.map(({ at }, nth) => `Photo ${nth}, killed ${at}`).sort());
  const { page: friend } = await open(ben);
  for (const { id, content } of posts) {
    await friend.goto(`/posts/${id}`);
    await friend.getByRole('main').getByText(content).waitFor();
    await friend.getByRole('main').getByRole('list', { name: '1 photo' }).locator('img[src^="blob:"]').waitFor();
  }
});
