/** A file that was chosen is read at once: what becomes of it afterwards is no matter. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { card } from '../../support/on-screen.ts';
import { photoFile } from '../../support/photo-files.ts';
import { test } from './photos-stage.ts';

test('[R-59] [R-68] a photo whose file is deleted after it was chosen is turned, stays over a reload, and reaches a friend', async ({
  open,
  people: { ana, ben },
}) => {
  const directory = await mkdtemp(join(tmpdir(), 'kith-chosen-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const path = join(directory, 'meadow.jpg');
  await writeFile(path, (await photoFile('meadow.jpg', 2400, 1600, 'skyblue')).buffer);
  const { page } = await open(ana, { at: '/posts/create' });
  const input = page.locator('input[type=file]');
  // An iPhone then hands over a JPG.
  expect(await input.getAttribute('accept')).toBe('image/jpeg,image/png,image/webp');
  await input.setInputFiles(path);
  const small = page.getByRole('list', { name: '1 photo' }).locator('img[src^="blob:"]');
  await small.waitFor();
  await rm(path);
  await page.getByRole('button', { name: /^Photo/ }).click();
  const picture = page.getByRole('dialog').locator('img[src^="blob:"]').first();
  await page.getByRole('button', { name: 'Turn right' }).click();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth < image.naturalHeight)).toBe(true);
  await page.getByRole('button', { name: 'Close' }).click();
  await page.reload();
  await small.waitFor();
  await page.getByLabel('What would you like to share?').fill('From a card');
  await page.getByRole('button', { name: /^Share/ }).click();
  const { page: friend } = await open(ben);
  const shown = card(friend, 'From a card').locator('img[src^="blob:"]');
  await shown.waitFor();
  expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth < image.naturalHeight)).toBe(true);
});
