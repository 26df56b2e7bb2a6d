/** The viewer of photos: opened from a grid, walked through, and closed in every way, at the place where it was opened. */
import { expect } from 'vitest';
import { DESKTOP, waitForOfflineApp } from '../../support/browser.ts';
import { finger } from '../../support/finger.ts';
import { card, hasFocus, noticeNetwork, upToDate } from '../../support/on-screen.ts';
import { photoFile } from '../../support/photo-files.ts';
import { shifted } from '../../support/shifted.ts';
import { back, entriesAre, forwardOpensNothing, historyLength, watchMoves } from '../shell/back-stage.ts';
import {
  alive,
  atOnce,
  button,
  caption,
  frame,
  isClosed,
  LONG,
  largeNow,
  pathOf,
  photoInAddress,
  photoOf,
  scrollPlace,
  shows,
  test,
  viewer,
  waysToClose,
  widths,
} from './photo-viewer-stage.ts';

test('a press opens that photo, and the keyboard walks: who and when, which of how many, and the description of each', async ({
  open,
  post,
  pictures,
  people: { ben },
}) => {
  const { page } = await open(ben, { at: `/posts/${post}`, viewport: DESKTOP });
  await frame(page, 'The tower at night').focus();
  await page.keyboard.press('Enter');
  await shows(page, 'The tower at night');
  await page.getByRole('dialog', { name: 'Photos from Ana Ribeiro', description: 'The tower at night' }).waitFor();
  await viewer(page).getByText('Ana Ribeiro', { exact: true }).waitFor();
  await viewer(page).locator('time').getByText('Just now').waitFor();
  await viewer(page).getByText('2 of 5').waitFor();
  await caption(page).getByText('The tower at night').waitFor();
  await expect.poll(() => widths(page)).toEqual([360, 900]);
  await expect.poll(() => photoInAddress(page)).toBe(pictures[1]?.photo.id);

  await page.keyboard.press('ArrowRight');
  await shows(page, 'Photo 3 of 5');
  expect(await caption(page).count()).toBe(0);
  await expect.poll(() => widths(page)).toEqual([640, 1600]);
  expect(await shifted(page, '[role=dialog]')).toBe(0);
  await page.keyboard.press('ArrowRight');
  await shows(page, LONG);
  await page.keyboard.press('End');
  await shows(page, 'The last one');
  await expect.poll(() => photoInAddress(page)).toBe(pictures[4]?.photo.id);
  // There is none after it, and the button keeps the focus.
  await button(page, 'Next photo').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  await viewer(page).getByText('5 of 5').waitFor();
  await button(page, 'Previous photo').click();
  await shows(page, LONG);
  await page.keyboard.press('Home');
  await shows(page, 'A meadow under a clear sky');
  await viewer(page).getByText('1 of 5').waitFor();

  // The focus stays inside.
  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press('Tab');
    expect(await viewer(page).evaluate((element) => element.contains(document.activeElement))).toBe(true);
  }
  await page.keyboard.press('Escape');
  await isClosed(page);
  await hasFocus(frame(page, 'The tower at night'));
  await expect.poll(() => photoInAddress(page)).toBeNull();
});

test('Back, Escape, the button and a pull down close it at the same place of the feed; Forward opens nothing', async ({
  open,
  post,
  people: { ben },
}) => {
  const { page } = await open(ben, { at: 'about:blank', hasTouch: true });
  await watchMoves(page);
  await page.goto('/posts');
  const last = frame(page, /, and 1 more$/);
  await last.scrollIntoViewIfNeeded();
  await upToDate(page);
  const [place, before] = [await scrollPlace(page), await shifted(page, 'main')];
  expect(place).toBeGreaterThan(100);
  let length: number | undefined;
  for (const close of await waysToClose(page)) {
    await last.click();
    await shows(page, LONG);
    await entriesAre(page, 1);
    expect([await pathOf(page), await page.evaluate(() => new URLSearchParams(location.search).get('post'))]).toEqual(['/posts', post]);
    length ??= await historyLength(page);
    await close();
    await isClosed(page);
    await entriesAre(page, 0);
    await hasFocus(last);
    expect([await pathOf(page), await photoInAddress(page), await scrollPlace(page)]).toEqual(['/posts', null, place]);
  }
  expect([await historyLength(page), await shifted(page, 'main')]).toEqual([length, before]);
  await forwardOpensNothing(page);
  expect([await viewer(page).count(), await photoInAddress(page)]).toEqual([0, null]);
});

test('it moves to what is left when a photo is removed, and closes when the post is deleted', async ({
  open,
  post,
  keep,
  pictures,
  circle,
  people: { ana, ben },
}) => {
  const { page } = await open(ben);
  await frame(page, 'The tower at night').click();
  await shows(page, 'The tower at night');
  await expect.poll(() => widths(page)).toEqual([360, 900]);
  const urls = await largeNow(page);
  await keep(pictures.filter((_, nth) => nth !== 1));
  await shows(page, 'Photo 2 of 4');
  await viewer(page).getByText('2 of 4').waitFor();
  await keep(pictures.slice(0, 1));
  await shows(page, 'A meadow under a clear sky');
  await expect.poll(() => widths(page)).toEqual([640, 1600]);
  urls.push(...(await largeNow(page)));
  await circle.done(ana, 'posts', { id: post, _deleted: true });
  await isClosed(page);
  await entriesAre(page, 0);
  await expect.poll(() => page.url()).toMatch(/\/posts$/);
  await expect.poll(() => alive(page, urls), atOnce).toEqual([]);
  await expect.poll(() => card(page, 'Our walk').count()).toBe(0);
});

test('a photo that is not sent yet opens whole, and stays open while the server takes its post', async ({
  open,
  faultProxy: network,
  people: { ana },
}) => {
  const { page } = await open(ana, { url: network.url, at: '/posts/create' });
  await upToDate(page);
  await waitForOfflineApp(page);
  network.cut();
  await page.locator('input[type=file]').setInputFiles([await photoFile('sea.jpg', 800, 600, 'gold')]);
  await page.getByRole('list', { name: '1 photo' }).locator('img[src^="blob:"]').waitFor();
  await page.getByLabel('What would you like to share?').fill('From the train');
  await page.getByRole('button', { name: /^Share/ }).click();
  await card(page, 'From the train').getByRole('button', { name: 'Photo', exact: true }).click();
  await page.getByRole('dialog', { name: 'Your photos' }).waitFor();
  await expect.poll(() => widths(page)).toEqual([640, 800]);
  const saved = page.waitForEvent('download');
  await button(page, 'Save').click();
  expect((await saved).suggestedFilename()).toMatch(/^Ana-Ribeiro-[\d-]+-1\.(webp|jpg)$/);
  const place = await photoOf(page).boundingBox();
  network.heal();
  await noticeNetwork(page);
  await upToDate(page);
  expect(await widths(page)).toEqual([640, 800]);
  expect(await photoOf(page).boundingBox()).toEqual(place);
});

test('in a chat, a press opens the photo, and the message keeps its menu, its long press and its place', async ({
  open,
  chat,
  circle,
  people: { ana, ben },
}) => {
  const { page } = await open(ben, { at: `/groups/${chat.group}`, hasTouch: true });
  const meadow = frame(page, 'A meadow under a clear sky');
  await meadow.waitFor();
  await upToDate(page);
  const place = () => page.locator('[data-chat]').evaluate((element) => element.scrollTop);
  const before = await place();
  // At its upper edge, which the button of the message reaches.
  await meadow.tap({ position: { x: 60, y: 3 } });
  await shows(page, 'A meadow under a clear sky');
  await expect.poll(() => widths(page)).toEqual([640, 1600]);
  await entriesAre(page, 1);
  await back(page);
  await isClosed(page);
  await hasFocus(meadow);
  expect(await place()).toBe(before);

  // A long press is for the message: it opens the actions, and no photo.
  const touch = await finger(page);
  await touch.down(meadow);
  await page.getByRole('dialog', { name: 'Ana Ribeiro’s message' }).waitFor();
  await touch.up();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page
    .getByRole('button', { name: /^Actions for Ana/ })
    .last()
    .press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await viewer(page).count()).toBe(0);

  await meadow.tap();
  await shows(page, 'A meadow under a clear sky');
  await circle.done(ana, 'group_messages', { ...circle.messageDocument(ana, chat.group, ''), id: chat.message, is_deleted: true });
  await isClosed(page);
  expect(await pathOf(page)).toBe(`/groups/${chat.group}`);
});
