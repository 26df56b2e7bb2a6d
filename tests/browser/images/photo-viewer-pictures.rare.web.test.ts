/** The pictures of a viewer: small and large, held and let go, saved and shared, and gone with the right to see them. */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect } from 'vitest';
import { waitForOfflineApp } from '../../support/browser.ts';
import { noticeNetwork } from '../../support/on-screen.ts';
import { storedImages } from '../../support/own-photo.ts';
import {
  alive,
  atOnce,
  button,
  frame,
  isClosed,
  LONG,
  largeNow,
  photoInAddress,
  photoOf,
  shows,
  test,
  viewer,
  widths,
} from './photo-viewer-stage.ts';

test('[R-58] no more than three large pictures are held, and none once it is closed', async ({ open, post, people: { ben } }) => {
  const { page } = await open(ben, { at: `/posts/${post}` });
  await frame(page, 'A meadow under a clear sky').click();
  const seen = new Set<string>();
  const look = async () => {
    const now = await largeNow(page);
    expect(now.length).toBeLessThanOrEqual(3);
    for (const url of now) seen.add(url);
    return now.length;
  };
  for (const [name, count] of [
    ['A meadow under a clear sky', 2],
    ['The tower at night', 3],
    ['Photo 3 of 5', 3],
    [LONG, 3],
    ['The last one', 2],
  ] as const) {
    await shows(page, name);
    await expect.poll(look).toBe(count);
    await page.keyboard.press('ArrowRight');
  }
  expect(seen.size).toBe(5);
  await expect.poll(() => alive(page, seen), atOnce).toHaveLength(2);
  await page.keyboard.press('Escape');
  await isClosed(page);
  await expect.poll(() => alive(page, seen), atOnce).toEqual([]);
});

test('without a network the small picture is shown in the place of the large one, which comes with the network and stays', async ({
  open,
  post,
  people: { ben },
  faultProxy: network,
}) => {
  const { page } = await open(ben, { url: network.url, at: `/posts/${post}` });
  await waitForOfflineApp(page);
  await expect.poll(async () => (await storedImages(page, ben.id)).length).toBe(5);
  network.cut();
  await page.reload();
  await page.getByText('Connection lost').first().waitFor();
  const meadow = frame(page, 'A meadow under a clear sky');
  await meadow.click();
  const hint = viewer(page).getByText('Offline – shown in a smaller size');
  await hint.waitFor();
  await expect.poll(() => widths(page)).toEqual([640]);
  const box = await photoOf(page).boundingBox();
  await button(page, 'Save').click();
  await page.getByText('The whole picture is not here yet.').waitFor();

  network.heal();
  await noticeNetwork(page);
  await expect.poll(() => widths(page)).toEqual([640, 1600]);
  await hint.waitFor({ state: 'detached' });
  expect(await photoOf(page).boundingBox()).toEqual(box);
  network.cut();
  await page.getByText('Connection lost').first().waitFor();
  await page.reload();
  await expect.poll(() => widths(page)).toEqual([640, 1600]);
  expect(await hint.count()).toBe(0);
});

test('a photo whose bytes are not there yet is shown as it is known, and comes in its place', async ({
  open,
  circle,
  send,
  pictures,
  people: { ana, ben },
}) => {
  const sent = pictures.slice(0, 1);
  await circle.post(ana, { content: 'Our walk', photos: sent.map((one) => one.photo) });
  const { page } = await open(ben);
  await frame(page, 'A meadow under a clear sky').click();
  await photoOf(page).getByText('Photo on its way from Ana').waitFor();
  expect(await viewer(page).getByText(/ of /).count()).toBe(0);
  const box = await photoOf(page).boundingBox();
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(16 / 9, 1);
  await send(sent);
  await expect.poll(() => widths(page)).toEqual([640, 1600]);
  expect(await photoOf(page).boundingBox()).toEqual(box);
});

test('it closes with the friendship, and its pictures are gone', async ({ open, post, circle, people: { ana, ben } }) => {
  const { page } = await open(ben, { at: `/posts/${post}` });
  await frame(page, 'A meadow under a clear sky').click();
  await expect.poll(() => widths(page)).toEqual([640, 1600]);
  const urls = await largeNow(page);
  await circle.unfriend(ana, ben);
  await isClosed(page);
  await expect.poll(() => alive(page, urls), atOnce).toEqual([]);
  await expect.poll(() => storedImages(page, ben.id)).toEqual([]);
  await page.getByText('Post not found').waitFor();
  await expect.poll(() => photoInAddress(page)).toBeNull();
});

test('Save downloads the large picture under the name of its author, its day and its place; Share hands it to other apps', async ({
  open,
  post,
  people: { ben },
}) => {
  const { page, context } = await open(ben, { at: 'about:blank' });
  await context.addInitScript(() => {
    const shared: unknown[] = [];
    Object.assign(navigator, {
      canShare: ({ files }: ShareData) => files?.every(({ type }) => type === 'image/webp') ?? false,
      share: async ({ files }: ShareData) => void shared.push(...(files ?? []).map(({ name, type, size }) => ({ name, type, size }))),
    });
    Object.assign(window, { shared });
  });
  await page.goto(`/posts/${post}`);
  await frame(page, 'The tower at night').click();
  await expect.poll(() => widths(page)).toEqual([360, 900]);
  const saved = page.waitForEvent('download');
  await button(page, 'Save').click();
  const file = await saved;
  const today = await page.evaluate(() => {
    const now = new Date();
    return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
  });
  expect(file.suggestedFilename()).toBe(`Ana-Ribeiro-${today}-2.webp`);
  const bytes = await readFile(await file.path());
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 900, height: 1600 });
  await button(page, 'Share').click();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { shared: unknown[] }).shared))
    .toEqual([{ name: `Ana-Ribeiro-${today}-2.webp`, type: 'image/webp', size: bytes.length }]);
});

test('where the browser shares no pictures, no button promises it', async ({ open, post, people: { ben } }) => {
  const { page } = await open(ben, { at: `/posts/${post}` });
  await page.evaluate(() => Object.assign(navigator, { canShare: undefined }));
  await frame(page, 'The tower at night').click();
  await button(page, 'Save').waitFor();
  expect(await button(page, 'Share').count()).toBe(0);
});

test('it closes in a group that is left, and over the posts of somebody who is blocked', async ({
  open,
  post,
  chat,
  circle,
  people: { ana, ben },
}) => {
  const { page } = await open(ben, { at: `/groups/${chat.group}` });
  await frame(page, 'A meadow under a clear sky').click();
  await shows(page, 'A meadow under a clear sky');
  await circle.leave(ben, chat.group);
  await isClosed(page);
  await expect.poll(() => photoInAddress(page)).toBeNull();

  await page.goto(`/posts/${post}`);
  await frame(page, 'The tower at night').click();
  await shows(page, 'The tower at night');
  expect((await ben.client.put(`/api/profiles/${ana.id}/block`)).status).toBe(200);
  await isClosed(page);
  await page.getByText('Post not found').waitFor();
});
