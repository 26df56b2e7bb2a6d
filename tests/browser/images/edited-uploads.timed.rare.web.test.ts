/** A post that is edited, from this device or another, while the bytes of its photos are under way; and tabs that take over from each other. */
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect } from 'vitest';
import { card, upToDate } from '../../support/on-screen.ts';
import type { PhotoFile } from '../../support/photo-files.ts';
import { submit } from '../../support/post-form.ts';
import { test as photosTest } from './photos-stage.ts';

const LINE = 20_000;
const STOPS_WITHIN_MS = 1_000;

/** About 300 KB of noise: fifteen seconds on this line. */
const noise = async (name: string): Promise<PhotoFile> => {
  const grain = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  const image = sharp({ create: { width: 1100, height: 800, channels: 3, background: 'grey', noise: grain } });
  return { name, mimeType: 'image/jpeg', buffer: await image.jpeg({ quality: 92 }).toBuffer() };
};

const thumbs = (page: Page) => page.getByRole('list', { name: /^\d photos?$/ }).locator('img[src^="blob:"]');

const test = photosTest
  /** Ana's device on a slow line, with a post whose photos are under way. */
  .extend('uploading', async ({ open, faultProxy: network, people: { ana }, server }) => async (text: string, count: number) => {
    const { page, context } = await open(ana, { url: network.url, at: '/posts/create' });
    await upToDate(page);
    await page.locator('input[type=file]').setInputFiles(await Promise.all(Array.from({ length: count }, (_, nth) => noise(`${nth}.jpg`))));
    await expect.poll(() => thumbs(page).count()).toBe(count);
    await page.getByLabel('What would you like to share?').fill(text);
    network.throttle(LINE, 'one line');
    await page.getByRole('button', { name: /^Share/ }).click();
    const post = async () =>
      (await server.sql<{ id: string; photos: { id: string }[] }[]>`select id, photos from posts where content = ${text}`)[0];
    await expect.poll(post).toBeTruthy();
    const { id, photos } = (await post()) ?? { id: '', photos: [] };
    const parts = (photo: string) => network.requests.filter(({ method, path }) => method === 'PUT' && path.includes(photo)).length;
    const sending = () => photos.map((photo) => photo.id).find((photo) => parts(photo) > 1) ?? '';
    await expect.poll(sending).not.toBe('');
    return { page, context, post: id, photos: photos.map((photo) => photo.id), first: sending(), parts };
  })
  /** The photos of Ana that the server has all bytes of, and those that it waits for. */
  .extend('onServer', ({ server, people: { ana } }) => async () => {
    const images = await server.sql<{ id: string; stored: boolean }[]>`
      select id, stored_at is not null as stored from images where owner_id = ${ana.id}`;
    const ids = (stored: boolean) => images.flatMap((image) => (image.stored === stored ? image.id : [])).sort();
    return { stored: ids(true), missing: ids(false) };
  });

test('[R-64] a photo that an edit takes out stops within a second, and the other one goes on', async ({
  uploading,
  onServer,
  faultProxy: network,
}) => {
  const { page, post, photos, first, parts } = await uploading('Two at once', 2);
  const other = photos.find((id) => id !== first) ?? '';
  const editor = await page.context().newPage();
  await editor.goto(`/posts/${post}/edit`);
  await expect.poll(() => thumbs(editor).count()).toBe(2);
  await editor.getByRole('button', { name: `Remove photo ${photos.indexOf(first) + 1} of 2` }).click();
  const before = parts(first);
  await expect.poll(() => parts(first)).toBeGreaterThan(before);
  const pressed = Date.now();
  await submit(editor).click();
  await expect.poll(() => network.openRequests(new RegExp(first)), { interval: 10 }).toBe(0);
  expect(Date.now() - pressed).toBeLessThan(STOPS_WITHIN_MS);
  const sent = parts(first);
  await expect.poll(() => parts(other)).toBeGreaterThan(1);
  network.throttle();
  await expect.poll(onServer).toEqual({ stored: [other], missing: [] });
  expect(parts(first)).toBe(sent);
});

test('[R-64] another device takes the photo out, and this one stops sending it', async ({
  uploading,
  open,
  onServer,
  people: { ana },
  faultProxy,
}) => {
  const { page, post, first, parts } = await uploading('From two devices', 1);
  const { page: tablet } = await open(ana, { at: `/posts/${post}/edit` });
  await tablet.getByRole('button', { name: 'Remove photo' }).first().click();
  await submit(tablet).click();
  await expect.poll(onServer).toEqual({ stored: [], missing: [] });
  await expect.poll(() => faultProxy.openRequests(new RegExp(first))).toBe(0);
  const sent = parts(first);
  // The line is free for it, so the photo would have gone on by now.
  await page.goto('/posts/create');
  await page.getByLabel('What would you like to share?').fill('Something else');
  await submit(page).click();
  await card(page, 'Something else').waitFor();
  await upToDate(page);
  expect(parts(first)).toBe(sent);
});

test('an edit of the text, here and on another device, leaves the photo on its way', async ({
  uploading,
  open,
  onServer,
  people: { ana },
  faultProxy: network,
}) => {
  const { page, post, first } = await uploading('First words', 1);
  const { page: tablet } = await open(ana, { at: `/posts/${post}/edit` });
  await tablet.getByLabel('What would you like to share?').fill('Other words');
  await submit(tablet).click();
  await card(page, 'Other words').waitFor();
  network.throttle();
  await expect.poll(onServer).toEqual({ stored: [first], missing: [] });
  await card(tablet, 'Other words').locator('img[src^="blob:"]').waitFor();
});

test('[R-63] the tab that sends closes, and another one goes on where it was', async ({ uploading, onServer, faultProxy: network }) => {
  const { page, context, first, parts } = await uploading('In two tabs', 1);
  const other = await context.newPage();
  await other.goto('/posts');
  await card(other, 'In two tabs').locator('img[src^="blob:"]').waitFor();
  const sent = parts(first);
  await page.close();
  await expect.poll(() => parts(first)).toBeGreaterThan(sent + 1);
  network.throttle();
  await expect.poll(onServer).toEqual({ stored: [first], missing: [] });
});
