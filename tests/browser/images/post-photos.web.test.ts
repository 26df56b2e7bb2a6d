/** Photos of a post, as its readers see them: in frames that never move, offline, and as long as they may see the post. */
import type { Page } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { violations } from '../../support/barriers.ts';
import { waitForOfflineApp } from '../../support/browser.ts';
import { card, frames, upToDate } from '../../support/on-screen.ts';
import { storedImages } from '../../support/own-photo.ts';
import { pictureOf } from '../../support/sent-photos.ts';
import { shifted } from '../../support/shifted.ts';
import { TALL, WIDE, withPictures } from './photos-stage.ts';

const test = withPictures(
  [WIDE, ['skyblue', 'seagreen'], 'A meadow under a clear sky'],
  [TALL, ['indigo', 'peru'], 'The tower at night'],
  [WIDE, ['tomato', 'khaki']],
  [WIDE, ['pink', 'navy']],
  [TALL, ['gold', 'brown']],
);

const shown = (page: Page, text: string) => card(page, text).locator('img[src^="blob:"]');

test('photos stand in their frames before their bytes are there, show as these come, and are there offline', async ({
  open,
  circle,
  send,
  faultProxy: network,
  people: { ana, ben },
  pictures,
}) => {
  await circle.post(ana, { content: 'One photo', photos: pictures.slice(0, 1).map(({ photo }) => photo) });
  const { page } = await open(ben, { url: network.url });
  const frame = card(page, 'One photo').getByRole('button', { name: 'A meadow under a clear sky' });
  await frame.waitFor();
  const before = await frame.boundingBox();
  expect((before?.width ?? 0) / (before?.height ?? 1)).toBeCloseTo(16 / 9, 1);
  // Something of the picture is there already.
  await expect.poll(() => frame.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.width)).toBeGreaterThan(0);
  await frame.getByText('Photo on its way from Ana').waitFor();
  await send(pictures.slice(0, 1));
  await shown(page, 'One photo').waitFor();
  expect(await frame.boundingBox()).toEqual(before);
  expect(await shifted(page, 'article')).toBe(0);
  expect(await violations(page)).toEqual([]);

  await waitForOfflineApp(page);
  network.cut();
  await page.reload();
  await shown(page, 'One photo').waitFor();
  await frames(page, 2);
  expect(await shifted(page, 'article')).toBe(0);
});

test('one, two, three, four and more photos have a grid each; a post without a word is a post', async ({
  open,
  circle,
  send,
  people: { ana, ben },
  pictures,
}) => {
  for (const count of [2, 3, 4]) {
    const own = await Promise.all(pictures.slice(0, count).map(({ photo }) => pictureOf(photo, ['skyblue', 'seagreen'], photo.alt)));
    await circle.post(ana, { content: `With ${count}`, photos: own.map(({ photo }) => photo) });
    await send(own);
  }
  await circle.post(ana, { content: '', photos: pictures.map(({ photo }) => photo) });
  await send(pictures);
  const { page } = await open(ben);
  for (const count of [2, 3, 4]) await expect.poll(() => shown(page, `With ${count}`).count()).toBe(count);
  const wordless = page.getByRole('article').filter({ has: page.getByRole('list', { name: '5 photos' }) });
  await expect.poll(() => wordless.locator('img[src^="blob:"]').count()).toBe(4);
  await wordless.getByText('+1').waitFor();
  await wordless.getByRole('button', { name: 'The tower at night' }).waitFor();
  await wordless.getByRole('button', { name: 'Photo 3 of 5' }).waitFor();
  expect(await violations(page)).toEqual([]);
});

test('a message without a word shows its photos in the chat, and what has no word is mentioned by its photos', async ({
  open,
  circle,
  send,
  people: { ana, ben },
  pictures,
}) => {
  const group = await circle.group(ana, ben);
  const photos = pictures.slice(0, 2).map(({ photo }) => photo);
  const message = { ...circle.messageDocument(ana, group, ''), photos };
  await circle.done(ana, 'group_messages', message);
  await send(pictures.slice(0, 2));
  await circle.message(ben, group, 'Where is that?', message.id);
  await circle.post(ana, { content: '', photos: pictures.slice(2).map(({ photo }) => photo) });
  const { page } = await open(ben, { at: `/groups/${group}` });
  await expect.poll(() => page.getByRole('list', { name: '2 photos' }).locator('img[src^="blob:"]').count()).toBe(2);
  const quote = page.getByRole('button', { name: 'Reply to Ana Ribeiro 2 photos' });
  await expect.poll(() => quote.locator('img[src^="blob:"]').count()).toBe(1);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: /^Notifications/ }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Ana Ribeiro shared 3 photos' });
  await row.waitFor();
  // The number is said once.
  expect(await row.getByText('3 photos').count()).toBe(1);
});

test('photos leave a device with the right to see them', async ({ open, circle, send, people: { ana, ben }, pictures }) => {
  const post = await circle.post(ana, { content: 'For friends', photos: pictures.slice(0, 2).map(({ photo }) => photo) });
  await send(pictures.slice(0, 2));
  const { page } = await open(ben);
  await expect.poll(() => shown(page, 'For friends').count()).toBe(2);
  // Lists need the small ones alone.
  const small = pictures.slice(0, 2).map(({ photo }) => `${photo.id}?size=small`);
  await expect.poll(() => storedImages(page, ben.id)).toEqual(small.sort());
  const { scope: _, ...held } = (await circle.visibleRow(ana, 'posts', post)) ?? { scope: 0, id: post, write_id: '' };
  const [kept] = pictures.map(({ photo }) => photo);
  const edited = await circle.push(ana, 'posts', { ...held, write_id: uuid(), photos: [kept] }, [held.write_id]);
  expect(edited.code).toBeNull();
  await expect.poll(() => shown(page, 'For friends').count()).toBe(1);
  await expect.poll(async () => (await storedImages(page, ben.id)).length).toBe(1);
  await circle.unfriend(ana, ben);
  await expect.poll(() => card(page, 'For friends').count()).toBe(0);
  await expect.poll(() => storedImages(page, ben.id)).toEqual([]);
  await upToDate(page);
});
