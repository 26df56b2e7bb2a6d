/** Where a browser keeps photos: in the store of the app, and nowhere else. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { waitForOfflineApp } from '../../support/browser.ts';
import { storedImages } from '../../support/own-photo.ts';
import { frame, shows, test, widths } from './photo-viewer-stage.ts';

test('[R-62] neither the caches of the service worker nor the disk cache of the browser hold a photo that was shown', async ({
  openOnDisk,
  post,
  people: { ben },
  pictures,
}) => {
  const profile = await openOnDisk(ben, { at: `/posts/${post}` });
  const { page } = profile;
  await waitForOfflineApp(page);
  await frame(page, 'The tower at night').click();
  await shows(page, 'The tower at night');
  await expect.poll(() => widths(page)).toEqual([360, 900]);
  const id = pictures[1]?.photo.id ?? '';
  await expect.poll(() => storedImages(page, ben.id)).toEqual(expect.arrayContaining([id, `${id}?size=small`]));
  const cached = await page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return all.flat().map(({ url }) => new URL(url).pathname);
  });
  expect([cached.some((path) => path.startsWith('/assets/')), cached.filter((path) => path.startsWith('/api/'))]).toEqual([true, []]);

  // Each entry of the disk cache names its address.
  await profile.context.close();
  const cache = join(profile.directory, 'Default', 'Cache', 'Cache_Data');
  const files = (await readdir(cache, { withFileTypes: true })).filter((file) => file.isFile());
  const entries = await Promise.all(files.map(async ({ name }) => (await readFile(join(cache, name))).toString('latin1')));
  const holding = (path: string) => entries.filter((entry) => entry.includes(path)).length;
  expect(holding('/assets/')).toBeGreaterThan(0);
  expect([holding('/api/images/'), holding(id)]).toEqual([0, 0]);
});
