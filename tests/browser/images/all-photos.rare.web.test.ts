/** A long list of photos: only what is near the screen is in the document, and going back leads to the same place. */
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { examplePhoto } from '../../../schemas/images/photo.ts';
import { barriers, misfits } from '../../support/barriers.ts';
import { DESKTOP } from '../../support/browser.ts';
import { upToDate } from '../../support/on-screen.ts';
import { isClosed, shows, viewer } from './photo-viewer-stage.ts';
import { test } from './photos-stage.ts';

const POSTS = 150;
const SMALL_PHONE = { width: 360, height: 640 } as const;
const TABLET = { width: 820, height: 1080 } as const;

test('a long list comes in pieces, and keeps its place', async ({ open, circle, people: { ana, ben } }) => {
  for (let nth = 1; nth <= POSTS; nth += 1) {
    const photos = Array.from({ length: 6 }, (_, at) => ({ ...examplePhoto, id: uuid(), alt: `${nth} ${at + 1}` }));
    await circle.post(ana, { content: `Post ${nth}`, photos });
  }
  const { page } = await open(ben, { at: `/friends/${ana.id}/photos` });
  await upToDate(page);
  const problems = [...(await barriers(page, 'photos')), ...(await misfits(page, 'photos', [SMALL_PHONE, TABLET, DESKTOP]))];
  expect(problems).toEqual([]);
  const tiles = page.locator('[data-tiles] button');
  const last = page.getByRole('button', { name: /^1 6, / });
  await expect
    .poll(async () => {
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      return last.count();
    })
    .toBe(1);
  // All of them have their space, and most of them nothing else.
  await expect.poll(() => tiles.count()).toBeLessThan(300);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBeGreaterThan((POSTS * 6 * 100) / 3);

  await page.evaluate((to) => scrollTo(0, to), Math.round(height / 2));
  const inView = () =>
    page.evaluate(() => {
      const found = [...document.querySelectorAll('[data-tiles] button')].find((tile) => {
        // Right after a jump the document still holds the tiles of the place before.
        const { top } = tile.getBoundingClientRect();
        return top > 100 && top < innerHeight;
      });
      return `${found?.textContent} ${Math.round(found?.getBoundingClientRect().top ?? 0)}`;
    });
  await expect.poll(inView).toMatch(/^\d+ \d, .* \d+$/);
  const before = await inView();
  await tiles
    .filter({ hasText: before.replace(/ \d+$/, '').slice(0, 12) })
    .first()
    .click();
  // Until it is open, keys move the list.
  await viewer(page).waitFor();
  // It walks on through photos that were never in the document.
  const ofAll = viewer(page).getByText('900 of 900', { exact: true });
  await expect
    .poll(async () => {
      await page.keyboard.press('End');
      return ofAll.count();
    })
    .toBe(1);
  await shows(page, '1 6');
  await page.keyboard.press('Home');
  await shows(page, '150 1');
  await viewer(page).getByText('1 of 900', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await isClosed(page);
  expect(await inView()).toBe(before);
  await page.locator('[data-tiles] button:focus').click();
  await viewer(page)
    .getByRole('link', { name: /Open post/ })
    .click();
  await page.getByRole('heading', { level: 1, name: 'Post' }).waitFor();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect.poll(inView).toBe(before);
});
