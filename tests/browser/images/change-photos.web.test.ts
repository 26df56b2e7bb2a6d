/** Chosen photos that are cropped, turned and sent in full size: from their file, as long as it is there. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { violations } from '../../support/barriers.ts';
import { lyingPhoto } from '../../support/chosen-photos.ts';
import { hasFocus } from '../../support/on-screen.ts';
import { draftStored } from '../../support/stored-drafts.ts';
import { test as photosTest } from './photos-stage.ts';

const test = photosTest
  /** A form with a photo of four colours, as a camera stores it that lies on its side, and what can be done with it. */
  .extend('page', async ({ open, people: { ana } }) => {
    const { page } = await open(ana, { at: '/posts/create' });
    const buffer = await lyingPhoto({ width: 4000, height: 3000 }, 6);
    await page.locator('input[type=file]').setInputFiles({ name: 'colours.jpg', mimeType: 'image/jpeg', buffer });
    await options(page);
    return page;
  });

const options = (page: Page) => page.getByRole('button', { name: 'Photo, no description' }).click();
const crop = (page: Page) => page.getByRole('button', { name: 'Crop' });
const frame = (page: Page) => page.getByRole('application', { name: 'The part to keep' });
const use = (page: Page) => page.getByRole('button', { name: 'Use this part' }).click();

/** The size of the large photo in the sheet, and the colours in its four quarters. */
const look = (page: Page) =>
  page.getByRole('dialog').evaluate(async (sheet) => {
    const image = sheet.querySelector('img');
    if (!image?.naturalWidth) return undefined;
    const { naturalWidth: width, naturalHeight: height } = image;
    const context = Object.assign(document.createElement('canvas'), { width: 8, height: 8 }).getContext('2d');
    context?.drawImage(image, 0, 0, 8, 8);
    const colours = [
      [1, 1],
      [6, 1],
      [1, 6],
      [6, 6],
    ].map(([x = 0, y = 0]) => {
      const [red = 0, green = 0, blue = 0] = context?.getImageData(x, y, 1, 1).data ?? [];
      if (blue > 128) return 'blue';
      return green < 100 ? 'red' : red > 128 ? 'yellow' : 'green';
    });
    return `${width} × ${height}: ${colours.join(' ')}`;
  });
const shows = (page: Page, what: string) => expect.poll(() => look(page)).toBe(what);

test('a photo is cropped by keys, out of all pixels of its file, and what was cut away comes back', async ({ page }) => {
  await shows(page, '2048 × 1536: red green blue yellow');
  await crop(page).click();
  await hasFocus(frame(page));
  expect(await violations(page)).toEqual([]);
  for (let press = 0; press < 25; press += 1) await page.keyboard.press('Shift+ArrowLeft');
  for (let press = 0; press < 60; press += 1) await page.keyboard.press('ArrowRight');
  await page.getByText('50 % wide, 100 % high, from 50 % left and 0 % top').waitFor();
  await use(page);
  // The smaller photo has 1,024 by 1,536 pixels there.
  await shows(page, '1365 × 2048: green green yellow yellow');
  await hasFocus(crop(page));
  await page.getByRole('button', { name: 'Turn right' }).click();
  await shows(page, '2048 × 1365: yellow green yellow green');

  await crop(page).click();
  // The frame is where it was, in the picture as it is turned now.
  await expect
    .poll(() =>
      frame(page).evaluate(({ style: { left, top, width, height } }) =>
        [left, top, width, height].map((side) => Math.round(Number.parseFloat(side))),
      ),
    )
    .toEqual([0, 50, 100, 50]);
  await page.getByRole('button', { name: 'Whole photo' }).click();
  await use(page);
  await shows(page, '1536 × 2048: blue red yellow green');
});

test('a photo is cropped by hand; after a reload only the smaller one can be, which is said', async ({ page }) => {
  await shows(page, '2048 × 1536: red green blue yellow');
  await draftStored(page, '"width":2048,"height":1536');
  await page.reload();
  await options(page);
  await page.getByText('The full size is not on this device any more').waitFor();
  await crop(page).click();
  await page.getByText('Only the smaller photo is on this device now').waitFor();
  await frame(page).waitFor();
  const box = await page.getByRole('dialog').locator('img').boundingBox();
  if (!box) throw new Error('no picture is there');
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const;
  // One corner is dragged, and another follows a tap.
  await page.mouse.move(...at(0.99, 0.99));
  await page.mouse.down();
  await page.mouse.move(...at(0.7, 0.7));
  await page.mouse.move(...at(0.49, 0.49));
  await page.mouse.up();
  await page.mouse.click(...at(0.25, 0.25));
  await use(page);
  await expect.poll(async () => (await look(page))?.split(': ')[1]).toBe('red red red red');
  const [width = 0, height = 0] = (await look(page))?.match(/\d+/g)?.map(Number) ?? [];
  expect(Math.abs(width - 2048 / 4)).toBeLessThan(12);
  expect(Math.abs(height - 1536 / 4)).toBeLessThan(12);
  await page.getByRole('button', { name: 'Close' }).click();
  // The draft has the cropped one.
  await draftStored(page, `"width":${width},"height":${height}`);
  await page.reload();
  await options(page);
  await expect.poll(async () => (await look(page))?.split(': ')[1]).toBe('red red red red');
});

test('full size is chosen by its size, and stays after a reload', async ({ page }) => {
  await shows(page, '2048 × 1536: red green blue yellow');
  await page.getByText(/^0\.\d\sMB now\. Full size: 4,000 × 3,000 pixels, at most 5\.2\sMB\.$/).waitFor();
  await page.getByText('Full size', { exact: true }).click();
  await shows(page, '4000 × 3000: red green blue yellow');
  await page.getByText(/^4,000 × 3,000 pixels, \d\.\d\sMB$/).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Turn right' }).click();
  await shows(page, '3000 × 4000: blue red yellow green');
  await page.getByRole('button', { name: 'Close' }).click();
  await draftStored(page, '"width":3000,"height":4000');
  await page.reload();
  await options(page);
  await shows(page, '3000 × 4000: blue red yellow green');
  expect(await page.getByRole('radio', { name: 'Full size' }).isChecked()).toBe(true);
  await page.getByText('Smaller', { exact: true }).click();
  await shows(page, '1536 × 2048: blue red yellow green');
});
