/** A photo in the less common ways: refused, dropped, pasted, moved by fingers, changed without a network, and removed. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { refusalWording } from '../../../schemas/wording/refusal-wording.ts';
import { unopenedText } from '../../../src/text/photo-refusals.ts';
import { barriers } from '../../support/barriers.ts';
import { waitForOfflineApp } from '../../support/browser.ts';
import { hasFocus, upToDate } from '../../support/on-screen.ts';
import { hugePhoto, phonePhoto, plainPhoto } from '../../support/photos.ts';
import { button, choose, chooseRedPhoto, face, faceShown, photoOf, press, red, sheet, test as stageTest } from './photo-stage.ts';

const test = stageTest
  /** Ana's phone, where she can choose a photo */
  .extend('choosing', async ({ open, people: { ana } }) => {
    const { page } = await open(ana, { at: '/settings' });
    await upToDate(page);
    await expect.poll(() => button(page, 'Add a photo').isEnabled()).toBe(true);
    return page;
  });

/** Dispatches the event for a picture or text that is held over the page, dropped on it or pasted. */
const dispatchPicture = (page: Page, kind: 'dragover' | 'drop' | 'paste', what: Buffer | string) =>
  page.evaluate(
    ([kind, base64, text]) => {
      const data = new DataTransfer();
      if (base64 === '') data.setData('text/plain', text);
      else data.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], 'photo.jpg', { type: 'image/jpeg' }));
      const eventInit = { bubbles: true, cancelable: true };
      const event =
        kind === 'paste'
          ? new ClipboardEvent(kind, { ...eventInit, clipboardData: data })
          : new DragEvent(kind, { ...eventInit, dataTransfer: data });
      document.body.dispatchEvent(event);
    },
    [kind, typeof what === 'string' ? '' : what.toString('base64'), typeof what === 'string' ? what : ''] as const,
  );

/** Two fingers on the picture, moving from one distance to another on either side of its middle. */
async function pinch(page: Page, from: number, to: number): Promise<void> {
  const box = await page.getByRole('application').boundingBox();
  if (!box) throw new Error('no picture is there');
  const fingers = await page.context().newCDPSession(page);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const points = (away: number) => [-away, away].map((by, id) => ({ x: x + by, y, id }));
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: points(from) });
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: points(to) });
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await fingers.detach();
}

/** Makes the browser unable to write WebP until the next load: it writes a PNG instead, as Safari does. Returns the requested types. */
async function withoutWebp(page: Page): Promise<() => Promise<string[]>> {
  const asked = await page.evaluateHandle(() => {
    const types: string[] = [];
    const toBlob = HTMLCanvasElement.prototype.toBlob;
    HTMLCanvasElement.prototype.toBlob = function (callback, type = '', quality) {
      types.push(type);
      toBlob.call(this, callback, type === 'image/webp' ? 'image/png' : type, quality);
    };
    return types;
  });
  return () => asked.jsonValue();
}

test('a file that is no picture, claims too many pixels or is damaged is refused, and the sheet says what to do', async ({
  choosing: page,
}) => {
  const whole = await phonePhoto();
  const damaged = Buffer.concat([whole.subarray(0, whole.indexOf(Buffer.from([0xff, 0xda]))), Buffer.alloc(64)]);
  for (const [file, said] of [
    [Buffer.from('%PDF-1.7'), unopenedText.IMAGE_TYPE],
    [damaged, unopenedText.IMAGE_DAMAGED],
    [await hugePhoto(), unopenedText.IMAGE_TOO_MANY_PIXELS],
  ] as const) {
    await choose(page, file);
    await sheet(page).getByRole('alert').getByText(said).waitFor();
  }
  expect(await barriers(page, 'choosing a photo')).toEqual([]);
});

test('[R-57] [R-68] where a canvas gives back noise or is left empty, no photo is made of it, and the sheet says what to do', async ({
  choosing: page,
}) => {
  // A large canvas stays white, as on iPhones where memory ends. The photo has other colours.
  await page.evaluate(() => {
    const { drawImage } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.drawImage = function (...of: unknown[]) {
      if (this.canvas.width < 200) Reflect.apply(drawImage, this, of);
    };
  });
  await choose(page, await phonePhoto());
  await sheet(page).getByRole('alert').getByText(unopenedText.IMAGE_NOT_DRAWN).waitFor();
  await page.reload();
  await expect.poll(() => button(page, 'Add a photo').isEnabled()).toBe(true);
  // As in Firefox with `privacy.resistFingerprinting`.
  await page.evaluate(() => {
    const { getImageData } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.getImageData = function (...area: Parameters<typeof getImageData>) {
      const pixels = getImageData.apply(this, area);
      for (let at = 0; at < pixels.data.length; at += 1) pixels.data[at] = (at * 7919) % 256;
      return pixels;
    };
  });
  await choose(page, await phonePhoto());
  await sheet(page).getByRole('alert').getByText(unopenedText.IMAGE_CANVAS).waitFor();
  expect(await button(page, 'Use photo').count()).toBe(0);
});

test('the sheet closed again, everything is as before', async ({ choosing: page }) => {
  await choose(page, await phonePhoto());
  await button(page, 'Use photo').waitFor();
  await page.keyboard.press('Escape');
  await hasFocus(button(page, 'Add a photo'));
  expect(await face(page).count()).toBe(0);
});

test('a picture can be dropped on the page or pasted', async ({ choosing: page }) => {
  // The hint is for people with a mouse. It shows as long as the browser says that something is held there.
  const dropHint = page.getByText('Drop the picture here');
  const whole = await phonePhoto();
  await expect.poll(() => dispatchPicture(page, 'dragover', whole).then(() => dropHint.count())).toBe(1);
  await dispatchPicture(page, 'drop', Buffer.from('%PDF-1.7'));
  await sheet(page).getByRole('alert').getByText(unopenedText.IMAGE_TYPE).waitFor();
  await dispatchPicture(page, 'paste', await plainPhoto('#00a000'));
  await press(page, 'Zoom in', 1);
  await sheet(page).locator('[aria-valuetext="Zoom 125 %"]').waitFor();
  await dispatchPicture(page, 'drop', whole);
  await sheet(page).locator('[aria-valuetext="Zoom 100 %"]').waitFor();
});

test('two fingers make the picture larger, and a file that is refused then leaves it in place', async ({ choosing: page }) => {
  await choose(page, await plainPhoto('#00a000'));
  await sheet(page).locator('[aria-valuetext="Zoom 100 %"]').waitFor();
  await pinch(page, 40, 80);
  await sheet(page).locator('[aria-valuetext="Zoom 200 %"]').waitFor();
  await choose(page, Buffer.from('%PDF-1.7'));
  await sheet(page).getByRole('alert').getByText(unopenedText.IMAGE_TYPE).waitFor();
  await page.getByRole('slider', { name: 'Zoom' }).and(page.locator('[aria-valuetext="Zoom 200 %"]')).waitFor();
  expect(await barriers(page, 'cropping a photo')).toEqual([]);
});

test('a new photo shows in the other tab', async ({ open, people: { ana } }) => {
  const { page, newTab } = await open(ana);
  const other = await newTab();
  await other.goto('/settings');
  await button(other, 'Add a photo').waitFor();
  await chooseRedPhoto(page);
  await expect.poll(() => faceShown(other)).toBe(true);
});

test('a photo is changed without a network, also in a browser that writes no WebP, and sent later', async ({
  open,
  people: { ana },
  server,
}) => {
  const { page, context } = await open(ana);
  await waitForOfflineApp(page);
  await chooseRedPhoto(page);
  await expect.poll(() => photoOf(server, ana.email)).toEqual(red);
  // The address of the picture changes once more when it was sent.
  await page.goto('/settings');
  await upToDate(page);
  await expect.poll(() => faceShown(page)).toBe(true);
  const before = await face(page).getAttribute('src');
  await context.setOffline(true);
  await button(page, 'Change photo').click();
  const typesAsked = await withoutWebp(page);
  await choose(page, await plainPhoto('#00a000'));
  await sheet(page).getByText('You are offline. Your photo is saved on this device').waitFor();
  await button(page, 'Use photo').click();
  await expect.poll(() => face(page).getAttribute('src')).not.toBe(before);
  await expect.poll(async () => (await typesAsked()).slice(-2)).toEqual(['image/webp', 'image/jpeg']);
  await page.reload();
  await expect.poll(() => faceShown(page)).toBe(true);
  expect(await photoOf(server, ana.email)).toEqual(red);
  await context.setOffline(false);
  await expect.poll(() => photoOf(server, ana.email)).toMatchObject({ width: 512, height: 512, top: 'green' });
});

test('removing a photo asks first', async ({ open, people: { ana }, server }) => {
  const { page } = await open(ana);
  await chooseRedPhoto(page);
  await button(page, 'Change photo').click();
  await button(page, 'Remove photo').click();
  await hasFocus(button(page, 'Keep it'));
  expect(await barriers(page, 'removing a photo')).toEqual([]);
  await button(page, 'Keep it').click();
  await button(page, 'Remove photo').click();
  await hasFocus(button(page, 'Keep it'));
  await button(page, 'Remove photo').click();
  await hasFocus(button(page, 'Add a photo'));
  await expect.poll(() => face(page).count()).toBe(0);
  await expect.poll(() => photoOf(server, ana.email)).toBeNull();
});

test('a device without disk space keeps the cropped photo on the screen', async ({ choosing: page }) => {
  await choose(page, await plainPhoto('#00a000'));
  await page.evaluate(() => {
    const { put } = IDBObjectStore.prototype;
    Object.assign(globalThis, { restorePut: () => Object.assign(IDBObjectStore.prototype, { put }) });
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('', 'QuotaExceededError');
    };
  });
  await button(page, 'Use photo').click();
  await sheet(page).getByRole('alert').getByText('There is no room left on this device for your photo.').waitFor();
  await page.evaluate(() => (globalThis as unknown as { restorePut(): void }).restorePut());
  await button(page, 'Use photo').click();
  await expect.poll(() => faceShown(page)).toBe(true);
});

test('a photo that the server refuses can be replaced', async ({ choosing: page, people: { ana }, server }) => {
  const context = page.context();
  await choose(page, await phonePhoto());
  await context.route('**/api/images/*', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 422, json: { success: false, code: 'IMAGE_DAMAGED', message: refusalWording.IMAGE_DAMAGED } })
      : route.continue(),
  );
  await button(page, 'Use photo').click();
  await page.getByText('This change to your profile was not accepted').waitFor();
  await button(page, 'Edit').click();
  await page.getByText(refusalWording.IMAGE_DAMAGED).first().waitFor();
  await context.unroute('**/api/images/*');
  await button(page, 'Choose another photo').click();
  await choose(page, await plainPhoto('#00a000'));
  await button(page, 'Use photo').click();
  await expect.poll(() => faceShown(page)).toBe(true);
  await button(page, 'Discard').click();
  await expect.poll(() => photoOf(server, ana.email)).toMatchObject({ top: 'green' });
});
