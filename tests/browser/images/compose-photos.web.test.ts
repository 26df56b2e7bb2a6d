/** Photos of a post and of a message, from choosing them to what a friend sees. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { messageText } from '../../../src/text/messages.ts';
import { photoRefusalText } from '../../../src/text/photo-refusals.ts';
import { violations } from '../../support/barriers.ts';
import { waitForOfflineApp } from '../../support/browser.ts';
import { choose as act } from '../../support/fixtures/chat.ts';
import { card, upToDate } from '../../support/on-screen.ts';
import { heicFile, type PhotoFile, photoFile } from '../../support/photo-files.ts';
import { field, newPost } from '../../support/post-form.ts';
import { draftStored } from '../../support/stored-drafts.ts';
import { test as photosTest } from './photos-stage.ts';

const test = photosTest.extend('files', () =>
  Promise.all([
    photoFile('meadow.jpg', 4000, 3000, 'skyblue'),
    photoFile('tower.jpg', 1200, 1600, 'indigo'),
    photoFile('sea.jpg', 800, 600, 'gold'),
  ]),
);

const thumbs = (page: Page) => page.getByRole('list', { name: /^\d photos?$/ }).locator('img[src^="blob:"]');
const choose = (page: Page, files: readonly PhotoFile[]) => page.locator('input[type=file]').setInputFiles([...files]);
const shown = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name }).locator('img[src^="blob:"]');

test('photos are chosen, described, moved and turned, survive a reload, and a friend sees them', async ({
  open,
  people: { ana, ben },
  files,
}) => {
  const { page } = await open(ana, { at: '/posts/create' });
  await choose(page, files.slice(0, 2));
  await expect.poll(() => thumbs(page).count()).toBe(2);
  await page.getByRole('button', { name: /^Photo 1 of 2/ }).click();
  await page.getByRole('textbox', { name: 'Description' }).fill('A meadow');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Later' }).click();
  await page.getByRole('heading', { name: 'Photo 2 of 2' }).waitFor();
  const picture = page.getByRole('img', { name: 'A meadow' });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth > image.naturalHeight)).toBe(true);
  await page.getByRole('button', { name: 'Turn right' }).click();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth < image.naturalHeight)).toBe(true);
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Photo 2 of 2: A meadow' }).waitFor();
  expect(await violations(page)).toEqual([]);

  await page.reload();
  await expect.poll(() => thumbs(page).count()).toBe(2);
  await page.getByRole('button', { name: 'Photo 2 of 2: A meadow' }).press('ArrowLeft');
  await page.getByRole('button', { name: 'Photo 1 of 2: A meadow' }).waitFor();
  await page.getByRole('button', { name: /^Photo 2 of 2/ }).dragTo(page.getByRole('button', { name: /^Photo 1 of 2/ }));
  await page.getByRole('button', { name: 'Photo 2 of 2: A meadow' }).waitFor();
  await page.getByRole('button', { name: /^Share/ }).click();
  const { page: friend } = await open(ben);
  await shown(friend, 'A meadow').waitFor();
  await shown(friend, 'Photo 1 of 2').waitFor();
});

/** From now on photos reach the worker once `letThemGo` is called in the page. */
const holdPhotos = (page: Page) =>
  page.evaluate(() => {
    const post = Worker.prototype.postMessage;
    const go = new Promise((resolve) => Object.assign(globalThis, { letThemGo: resolve }));
    Worker.prototype.postMessage = function (...message: unknown[]) {
      void go.then(() => Reflect.apply(post, this, message));
    };
  });

test('a photo shows before it is ready, and is left when its draft is discarded', async ({ open, people: { ana }, files }) => {
  const { page } = await open(ana, { at: '/posts/create' });
  const text = page.getByLabel('What would you like to share?');
  await text.fill('Look');
  await draftStored(page, 'Look');
  await page.reload();
  await page.getByText('Draft restored').waitFor();
  await holdPhotos(page);
  // What the frames of unready ones show is kept.
  await page.evaluate(() => {
    const shown: string[] = [];
    Object.assign(globalThis, { shown });
    new MutationObserver(() => {
      for (const { src } of document.querySelectorAll<HTMLImageElement>('[data-working] img')) if (shown.at(-1) !== src) shown.push(src);
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
  await choose(page, files.slice(1));
  await page.locator('[data-working]').nth(1).waitFor();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.locator('[data-working]').first().waitFor({ state: 'detached' });
  await choose(page, files.slice(0, 1));
  await page.evaluate('letThemGo()');
  // The discarded ones are ahead of it, so they would be here by now.
  await page.getByRole('list', { name: '1 photo' }).waitFor();
  expect(await text.inputValue()).toBe('');
  expect(await page.evaluate('shown.length')).toBe(1);
});

test('a photo that is chosen and sent without a network shows at once, and a friend sees it later', async ({
  open,
  faultProxy: network,
  people: { ana, ben },
  files,
}) => {
  const { page } = await open(ana, { url: network.url, at: '/posts/create' });
  await upToDate(page);
  await waitForOfflineApp(page);
  network.cut();
  await choose(page, files.slice(2));
  await expect.poll(() => thumbs(page).count()).toBe(1);
  await page.getByLabel('What would you like to share?').fill('From the train');
  await page.getByRole('button', { name: /^Share/ }).click();
  await card(page, 'From the train').locator('img[src^="blob:"]').waitFor();
  await page.reload();
  await card(page, 'From the train').locator('img[src^="blob:"]').waitFor();
  network.heal();
  const { page: friend } = await open(ben);
  await card(friend, 'From the train').locator('img[src^="blob:"]').waitFor();
});

test('a message is a photo alone; an edit takes it out again', async ({ open, circle, people: { ana, ben }, files }) => {
  const group = await circle.group(ana, ben);
  const { page } = await open(ana, { at: `/groups/${group}` });
  await choose(page, files.slice(0, 2));
  await expect.poll(() => thumbs(page).count()).toBe(2);
  await page.getByRole('button', { name: 'Send' }).click();
  const { page: friend } = await open(ben, { at: `/groups/${group}` });
  await expect.poll(() => thumbs(friend).count()).toBe(2);
  await act(page, '', 'Edit');
  await page.getByRole('button', { name: 'Remove photo 1 of 2' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => thumbs(friend).count()).toBe(1);
  await friend.getByText(messageText.edited).waitFor();
});

test('[R-61] a photo that is ready late is added to the draft that it was chosen for, whatever its form shows by then', async ({
  open,
  circle,
  people: { ana, ben },
  files,
}) => {
  const group = await circle.group(ana, ben);
  const { page } = await open(ana, { at: `/groups/${group}` });
  const message = page.getByLabel('Message', { exact: true });
  await message.fill('See you there');
  await page.getByRole('button', { name: 'Send' }).click();
  await holdPhotos(page);
  await message.fill('Look');
  await choose(page, files.slice(1));
  await page.locator('[data-working]').nth(1).waitFor();
  await act(page, 'See you there', 'Edit');
  // They belong to the new message.
  expect(await page.locator('[data-working]').count()).toBe(0);
  await page.evaluate('letThemGo()');
  await draftStored(page, '"photos":[{');
  expect(await thumbs(page).count()).toBe(0);
  await page.getByRole('button', { name: 'Stop editing' }).click();
  await expect.poll(() => thumbs(page).count()).toBe(2);
  expect(await message.inputValue()).toBe('Look');
});

test('[R-61] a photo that is ready when its form was left and opened again joins what was typed since', async ({
  open,
  people: { ana },
  files,
}) => {
  const { page } = await open(ana);
  await newPost(page);
  await holdPhotos(page);
  await choose(page, files.slice(1, 2));
  await page.locator('[data-working]').waitFor();
  await page.goBack();
  await newPost(page);
  await page.locator('[data-working]').waitFor();
  await field(page).fill('Typed since');
  await page.evaluate('letThemGo()');
  await page.getByRole('button', { name: 'Photo, no description' }).waitFor();
  expect(await field(page).inputValue()).toBe('Typed since');
});

test('what is no photo is said in words, the text stays, and at most six are taken', async ({ open, people: { ana }, files }) => {
  const { page } = await open(ana, { at: '/posts/create' });
  await page.getByLabel('What would you like to share?').fill('Look');
  const broken: PhotoFile = { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]) };
  const letter: PhotoFile = { name: 'letter.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('%PDF-1.7 Dear Ana') };
  const film: PhotoFile = { name: 'film.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0isommp42', 'latin1') };
  const heic: PhotoFile = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: heicFile };
  await choose(page, [broken, letter, film, heic, files[2] as PhotoFile]);
  await expect.poll(() => thumbs(page).count()).toBe(1);
  for (const code of ['IMAGE_DAMAGED', 'IMAGE_TYPE', 'IMAGE_VIDEO', 'IMAGE_FORMAT'] as const) {
    await page.getByText(photoRefusalText[code]).waitFor();
  }
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Hide this' }).first().click();
  await page.getByText(photoRefusalText.IMAGE_DAMAGED).waitFor({ state: 'detached' });
  await choose(
    page,
    Array.from({ length: 6 }, () => files[2] as PhotoFile),
  );
  await page.getByText('At most 6 photos fit').waitFor();
  await expect.poll(() => thumbs(page).count()).toBe(6);
  await page.getByRole('button', { name: 'No more than 6 photos' }).waitFor();
  await page.getByRole('button', { name: 'Remove photo 6 of 6' }).click();
  await expect.poll(() => thumbs(page).count()).toBe(5);
  expect(await page.getByLabel('What would you like to share?').inputValue()).toBe('Look');
});
