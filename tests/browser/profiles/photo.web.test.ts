/** The member's own photo, from the chosen file to what friends see. Also the step after signing up that asks for it. */
import type { Page } from 'playwright-core';
import type { Sql } from 'postgres';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { imageWording } from '../../../schemas/wording/image-wording.ts';
import { barriers } from '../../support/barriers.ts';
import { DESKTOP, waitForOfflineApp } from '../../support/browser.ts';
import { offlineTest } from '../../support/fixtures/browser.ts';
import { card, hasFocus, upToDate } from '../../support/on-screen.ts';
import { person, signIn, signUp, verificationLink } from '../../support/people.ts';
import { hugePhoto, look, phonePhoto, plainPhoto } from '../../support/photos.ts';
import { sharePost } from '../../support/post-form.ts';
import { draftStored } from '../../support/stored-drafts.ts';

const test = offlineTest.extend('people', async ({ circle }) => {
  const [ana, ben] = [
    await circle.signUp('Ana Ribeiro', { email: `${uuid()}@kith.test` }),
    await circle.signUp('Ben Okri', { email: `${uuid()}@kith.test` }),
  ];
  await circle.befriend(ana, ben);
  return { ana, ben };
});

type Server = { readonly sql: Sql };

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Your photo' });
const choose = (page: Page, buffer: Buffer) =>
  page.getByLabel('Choose a photo').setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer });
const face = (page: Page) => page.getByRole('main').locator('button img');
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
/** Whether the page shows the face, from a local blob. */
const faceShown = async (page: Page) => (await face(page).count()) === 1 && (await face(page).getAttribute('src'))?.startsWith('blob:');
const press = async (page: Page, name: string, times: number) => {
  for (let time = 0; time < times; time += 1) await button(page, name).click();
};

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

/** The photo of a member on the server. Null if their profile names none; 'on its way' if the named photo has not arrived. */
async function photoOf(server: Server, email: string) {
  const [row] = await server.sql<{ named: boolean; bytes: Uint8Array<ArrayBuffer> | null }[]>`
    select p.profile_image_url is not null as named, i.bytes from users u join profiles p on p.id = u.id
    left join images i on p.profile_image_url like '%' || i.id where u.email = ${email}`;
  if (!row?.named) return null;
  return row.bytes ? look(row.bytes) : 'on its way';
}

test('a photo is chosen on the phone, cropped by buttons, seen by friends, changed without a network, and removed', async ({
  open,
  people: { ana, ben },
  server,
}) => {
  const { page, context, newTab } = await open(ana, { at: '/settings' });
  await upToDate(page);
  await waitForOfflineApp(page);
  const other = await newTab();
  await other.goto('/settings');
  await button(other, 'Add a photo').waitFor();

  await button(page, 'Add a photo').click();
  const tooLarge = Buffer.alloc(5 * 1024 * 1024 + 1);
  tooLarge.set([0xff, 0xd8, 0xff, 0xe0]);
  const whole = await phonePhoto();
  const damaged = Buffer.concat([whole.subarray(0, whole.indexOf(Buffer.from([0xff, 0xda]))), Buffer.alloc(64)]);
  for (const [file, said] of [
    [Buffer.from('%PDF-1.7'), imageWording.IMAGE_TYPE],
    [tooLarge, imageWording.IMAGE_TOO_LARGE],
    [damaged, imageWording.IMAGE_DAMAGED],
    [await hugePhoto(), imageWording.IMAGE_TOO_MANY_PIXELS],
  ] as const) {
    await choose(page, file);
    await sheet(page).getByRole('alert').getByText(said).waitFor();
  }
  expect(await barriers(page, 'choosing a photo')).toEqual([]);

  // Closed again, everything is as before.
  await choose(page, whole);
  await button(page, 'Use photo').waitFor();
  await page.keyboard.press('Escape');
  await hasFocus(button(page, 'Add a photo'));
  expect(await face(page).count()).toBe(0);

  // Dropping or pasting a picture works the same.
  await button(page, 'Add a photo').click();
  // The hint is for people with a mouse. It shows as long as the browser says that something is held there.
  const dropHint = page.getByText('Drop the picture here');
  await expect.poll(() => dispatchPicture(page, 'dragover', whole).then(() => dropHint.count())).toBe(1);
  await dispatchPicture(page, 'drop', Buffer.from('%PDF-1.7'));
  await sheet(page).getByRole('alert').getByText(imageWording.IMAGE_TYPE).waitFor();
  await dispatchPicture(page, 'paste', await plainPhoto('#00a000'));
  await press(page, 'Zoom in', 1);
  await sheet(page).locator('[aria-valuetext="Zoom 125 %"]').waitFor();
  await pinch(page, 40, 80);
  await sheet(page).locator('[aria-valuetext="Zoom 250 %"]').waitFor();
  await dispatchPicture(page, 'drop', whole);
  await sheet(page).locator('[aria-valuetext="Zoom 100 %"]').waitFor();
  await press(page, 'Zoom in', 4);
  await press(page, 'Move down', 12);
  // Another file that is refused leaves this picture in place.
  await choose(page, Buffer.from('%PDF-1.7'));
  await sheet(page).getByRole('alert').getByText(imageWording.IMAGE_TYPE).waitFor();
  await page.getByRole('slider', { name: 'Zoom' }).and(page.locator('[aria-valuetext="Zoom 200 %"]')).waitFor();
  expect(await barriers(page, 'cropping a photo')).toEqual([]);
  await button(page, 'Use photo').click();
  await hasFocus(button(page, 'Change photo'));
  await expect.poll(() => faceShown(page)).toBe(true);
  await expect.poll(() => faceShown(other)).toBe(true);
  // The upper third, upright, in its own size, without location and camera.
  const red = { width: 200, height: 200, format: 'webp', exif: undefined, top: 'red', left: 'red', bottom: 'red', right: 'red' };
  await expect.poll(() => photoOf(server, ana.email), { timeout: 20_000 }).toEqual(red);

  await page.goto('/posts/create');
  await sharePost(page, 'This is me');
  await card(page, 'This is me').locator('img').waitFor();
  const { page: bens } = await open(ben, { at: `/friends/${ana.id}`, viewport: DESKTOP });
  await bens.getByRole('main').locator('img').first().waitFor();

  await page.goto('/settings');
  await button(page, 'Change photo').waitFor();
  await expect.poll(() => faceShown(page)).toBe(true);
  const before = await face(page).getAttribute('src');
  await context.setOffline(true);
  await button(page, 'Change photo').click();
  const typesAsked = await withoutWebp(page);
  await choose(page, await plainPhoto('#00a000'));
  await sheet(page).getByText('You are offline. Your photo is saved on this device').waitFor();
  await button(page, 'Use photo').click();
  await expect.poll(() => face(page).getAttribute('src')).not.toBe(before);
  expect((await typesAsked()).slice(-2)).toEqual(['image/webp', 'image/jpeg']);
  await page.reload();
  await expect.poll(() => faceShown(page)).toBe(true);
  expect(await photoOf(server, ana.email)).toEqual(red);
  await context.setOffline(false);
  await expect.poll(() => photoOf(server, ana.email), { timeout: 30_000 }).toMatchObject({ width: 512, height: 512, top: 'green' });

  await button(page, 'Change photo').click();
  await button(page, 'Remove photo').click();
  await hasFocus(button(page, 'Keep it'));
  expect(await barriers(page, 'removing a photo')).toEqual([]);
  await button(page, 'Keep it').click();
  await button(page, 'Remove photo').click();
  await button(page, 'Remove photo').click();
  await hasFocus(button(page, 'Add a photo'));
  expect(await face(page).count()).toBe(0);
  await expect.poll(() => photoOf(server, ana.email)).toBeNull();
});

/** Presses Tab until the focus is there, as somebody without a mouse has to. */
async function tabTo(page: Page, name: string): Promise<void> {
  await button(page, name).waitFor();
  for (let presses = 0; presses < 40; presses += 1) {
    if (await button(page, name).evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard does not reach ${name}`);
}
/** Without a mouse: goes from the focused button to the picture in its dialog, which then has the focus. */
async function chooseByKeys(page: Page, buffer: Buffer): Promise<void> {
  // Waits before the first Tab: if nothing waits for a file when Enter is pressed, a headless browser answers that none was chosen.
  const asked = page.waitForEvent('filechooser');
  await tabTo(page, 'Choose a photo');
  await page.keyboard.press('Enter');
  await (await asked).setFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer });
  await hasFocus(page.getByRole('application'));
}

test('a step after signing up asks once for name and photo, by keyboard, and shows what the device or the server refuses', async ({
  open,
  people: { ana },
  circle,
  server,
}) => {
  const dora = person('Dora Lind');
  await circle.invite(ana, { email: dora.email });
  const { page, context } = await open(null, { viewport: DESKTOP });
  await signUp(page, dora);
  await page.goto((await verificationLink(server, dora.email)).href);
  await button(page, 'Confirm my address').click();
  await hasFocus(page.getByRole('heading', { name: 'So that friends know you' }));
  expect(await barriers(page, 'arrival')).toEqual([]);

  const name = page.getByLabel('Your name');
  await name.fill(' ');
  await name.press('Enter');
  await page.getByText('Please enter a name').waitFor();
  await name.fill('Dora L.');
  await draftStored(page, 'Dora L.');
  await page.reload();
  await expect.poll(() => name.inputValue()).toBe('Dora L.');

  // The picture is red at the top. Turned, it is red on the right; moved, it is all red.
  await tabTo(page, 'Add a photo');
  await page.keyboard.press('Enter');
  await chooseByKeys(page, await phonePhoto());
  for (const key of ['r', '+', '+', '+', '+', ...Array.from({ length: 14 }, () => 'ArrowLeft')]) await page.keyboard.press(key);
  await tabTo(page, 'Use photo');
  await page.keyboard.press('Enter');
  await hasFocus(button(page, 'Change photo'));
  await expect.poll(() => faceShown(page)).toBe(true);
  await name.press('Enter');

  // Next comes the question about the inviter, then the page she came for. Neither step comes again: not after a reload, and not on another
  // device.
  await page.getByText('Ana Ribeiro').first().waitFor();
  await tabTo(page, 'Not now');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
  // The card exists above the column and beside it. A screen shows one of the two.
  await page.getByText('Ana Ribeiro').filter({ visible: true }).first().waitFor();
  await page.reload();
  await upToDate(page);
  expect(await button(page, 'Skip for now').count()).toBe(0);
  await expect
    .poll(() => photoOf(server, dora.email), { timeout: 20_000 })
    .toMatchObject({ top: 'red', left: 'red', bottom: 'red', right: 'red' });
  const { page: second } = await open(null);
  await signIn(second, dora);
  await upToDate(second);
  await second.goto('/settings');
  await button(second, 'Name: Dora L., change').waitFor();
  await expect.poll(() => faceShown(second)).toBe(true);
  expect(await button(second, 'Skip for now').count()).toBe(0);

  // Skipping changes nothing.
  const emil = person('Emil Holt');
  const { page: emils } = await open(null);
  await signUp(emils, emil);
  await emils.goto((await verificationLink(server, emil.email)).href);
  await button(emils, 'Confirm my address').click();
  await emils.getByLabel('Your name').fill('Somebody else');
  await button(emils, 'Skip for now').click();
  await upToDate(emils);
  await emils.goto('/settings');
  await button(emils, 'Name: Emil Holt, change').waitFor();

  // A device without disk space keeps the cropped photo on the screen.
  await page.goto('/settings');
  await button(page, 'Change photo').click();
  await chooseByKeys(page, await plainPhoto('#00a000'));
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

  // A photo that the server refuses can be replaced.
  await context.route('**/api/images/*', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 422, json: { success: false, code: 'IMAGE_DAMAGED', message: imageWording.IMAGE_DAMAGED } })
      : route.continue(),
  );
  await button(page, 'Use photo').click();
  await page.getByText('This change to your profile was not accepted').waitFor();
  await button(page, 'Edit').click();
  await page.getByText(imageWording.IMAGE_DAMAGED).first().waitFor();
  await context.unroute('**/api/images/*');
  await button(page, 'Choose another photo').click();
  await choose(page, await plainPhoto('#00a000'));
  await button(page, 'Use photo').click();
  await expect.poll(() => faceShown(page)).toBe(true);
  await button(page, 'Discard').click();
  await expect.poll(() => photoOf(server, dora.email), { timeout: 20_000 }).toMatchObject({ top: 'green' });
});
