/** Ana, whose post or message has a photo that the server refuses. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { photoFile } from '../../support/photo-files.ts';
import { refusePhotosOf } from '../../support/refused-photos.ts';
import { outbox } from '../outbox/outbox-stage.ts';
import { test as photosTest } from './photos-stage.ts';

/** The size of the photo that is refused. */
export const REFUSED = { width: 800, height: 600 };

export const test = photosTest
  /** Six small photos; the third is the one that is refused. */
  .extend('files', { scope: 'file' }, () =>
    Promise.all(
      ['skyblue', 'indigo', 'gold', 'coral', 'plum', 'khaki'].map((sky, nth) =>
        nth === 2 ? photoFile('third.jpg', REFUSED.width, REFUSED.height, sky) : photoFile(`photo-${nth + 1}.jpg`, 900 + nth, 600, sky),
      ),
    ),
  )
  /** Ends what makes the server refuse that photo. */
  .extend('accept', async ({ server }, { onCleanup }) => {
    const accept = await refusePhotosOf(server, REFUSED);
    let over = false;
    const once = async () => {
      if (!over) await accept();
      over = true;
    };
    onCleanup(once);
    return once;
  })
  /** How many photos of Ana the server has, and for how many it waits. */
  .extend('onServer', ({ server, people: { ana } }) => async (): Promise<{ readonly stored: number; readonly missing: number }> => {
    const [counts] = await server.sql<{ stored: number; missing: number }[]>`
      select count(stored_at)::int as stored, (count(*) - count(stored_at))::int as missing from images where owner_id = ${ana.id}`;
    return counts ?? { stored: 0, missing: 0 };
  });

/** Writes a post with these photos, the third of them with a description if there are so many. */
export async function sharePhotos(page: Page, text: string, files: readonly Awaited<ReturnType<typeof photoFile>>[]): Promise<void> {
  const chosen = page.getByRole('list', { name: /^\d photos?$/ }).locator('img[src^="blob:"]');
  await page.locator('input[type=file]').setInputFiles([...files]);
  await expect.poll(() => chosen.count()).toBe(files.length);
  if (text !== '') await page.getByLabel('What would you like to share?').fill(text);
  if (files.length > 2) {
    await page.getByRole('button', { name: /^Photo 3 of/ }).click();
    await page.getByRole('textbox', { name: 'Description' }).fill('The third');
    await page.getByRole('button', { name: 'Close' }).click();
  }
  await page.getByRole('button', { name: /^Share/ }).click();
}

/** The photos in the open outbox that have failed. */
export const failedPhotos = (page: Page) => outbox(page).locator('[data-photo-state=failed]');
export const openFromLine = (page: Page) => page.getByRole('main').getByRole('link', { name: 'Open outbox' }).first().click();
export const act = (page: Page, name: string) => failedPhotos(page).getByRole('button', { name: new RegExp(`^${name}`) });
