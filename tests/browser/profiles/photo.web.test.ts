/** The member's own photo, from the chosen file to what friends see. */
import { expect } from 'vitest';
import { IMAGE_MAX_BYTES } from '../../../schemas/images/image.ts';
import { DESKTOP } from '../../support/browser.ts';
import { card, hasFocus, upToDate } from '../../support/on-screen.ts';
import { largePhoto, phonePhoto } from '../../support/photos.ts';
import { sharePost } from '../../support/post-form.ts';
import { button, chooseRedPhoto, photoOf, red, sheet, test } from './photo-stage.ts';

test('a photo is chosen on the phone, cropped by keys, and seen by friends', async ({ open, people: { ana, ben }, server }) => {
  const { page } = await open(ana);
  await chooseRedPhoto(page);
  await hasFocus(button(page, 'Change photo'));
  await expect.poll(() => photoOf(server, ana.email)).toEqual(red);
  await page.goto('/posts/create');
  await sharePost(page, 'This is me');
  await card(page, 'This is me').locator('img').waitFor();
  const { page: bens } = await open(ben, { at: `/friends/${ana.id}`, viewport: DESKTOP });
  await bens.getByRole('main').locator('img').first().waitFor();
});

test('one press opens the picker, and a photo larger than the server takes is shrunk before it is sent', async ({
  open,
  people: { ana },
  server,
}) => {
  const { page } = await open(ana, { at: '/settings' });
  await upToDate(page);
  const buffer = await largePhoto();
  expect(buffer.length).toBeGreaterThan(IMAGE_MAX_BYTES);
  const picker = page.waitForEvent('filechooser');
  await button(page, 'Add a photo').click();
  expect(await sheet(page).count()).toBe(0);
  await (await picker).setFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer });
  await button(page, 'Use photo').click();
  await expect.poll(() => photoOf(server, ana.email)).toMatchObject({ width: 512, height: 512, format: 'webp' });
});

test('fingers drag the picture or tap on it, and only a keyboard is offered arrows', async ({ open, people: { ana } }) => {
  const { page } = await open(ana, { at: '/settings', hasTouch: true });
  await upToDate(page);
  const picker = page.waitForEvent('filechooser');
  await button(page, 'Add a photo').tap();
  await (await picker).setFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto() });
  const picture = page.getByRole('application');
  await picture.waitFor();
  expect(await button(page, 'Move down').count()).toBe(0);
  const box = await picture.boundingBox();
  if (!box) throw new Error('no picture is there');
  const image = sheet(page).locator('img');
  const before = await image.getAttribute('style');
  // What is tapped on moves to the middle: the upper part of a high picture.
  await page.touchscreen.tap(box.x + box.width / 2, box.y + 20);
  await expect.poll(() => image.getAttribute('style')).not.toBe(before);
  expect(await button(page, 'Move down').count()).toBe(0);
  await page.keyboard.press('ArrowUp');
  await button(page, 'Move down').click();
});
