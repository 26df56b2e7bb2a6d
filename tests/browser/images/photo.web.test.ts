/**
 * The path of a photo: chosen offline, it shows at once, uploads later, and stays on a friend's device as long as the friend may see it.
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { waitForOfflineApp } from '../../support/browser.ts';
import { offlineTest as test } from '../../support/fixtures/browser.ts';
import { upToDate } from '../../support/on-screen.ts';
import { choosePhoto, photo, storedImages } from '../../support/own-photo.ts';

const PATH = '/api/images/';

/** Waits until the whole picture is there. */
async function showsFace(page: Page): Promise<void> {
  const face = page.getByRole('main').locator('img[src^="blob:"]').first();
  await face.waitFor();
  await expect.poll(() => face.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(64);
}

test('a photo chosen without a network shows at once, reaches a friend later, stays there offline, and is removed when the friend may no longer see it', async ({
  open,
  circle,
  faultProxy: network,
}) => {
  const [ana, ben] = [await circle.signUp('Ana Ribeiro'), await circle.signUp('Ben Okri')];
  await circle.befriend(ana, ben);
  const { page: anas } = await open(ana, { url: network.url, at: '/settings' });
  const { page: bens } = await open(ben, { url: network.url, at: '/friends' });
  for (const page of [anas, bens]) {
    await upToDate(page);
    await waitForOfflineApp(page);
  }
  await bens.getByText(ana.name).first().waitFor();
  expect(await bens.locator('img[src^="blob:"]').count()).toBe(0);

  network.cut();
  await anas.getByText('Connection lost').first().waitFor();
  const url = await choosePhoto(anas, await photo('teal'));
  const id = url.slice(PATH.length);
  await showsFace(anas);
  await anas.reload();
  await showsFace(anas);
  expect(await circle.visibleRow(ana, 'profiles', ana.id)).toMatchObject({ profile_image_url: null });

  network.heal();
  await expect.poll(async () => (await circle.visibleRow(ana, 'profiles', ana.id))?.profile_image_url).toBe(url);
  await showsFace(bens);
  await expect.poll(() => storedImages(bens, ben.id)).toEqual([id]);
  network.cut();
  await bens.reload();
  await showsFace(bens);

  network.heal();
  await upToDate(bens);
  await circle.unfriend(ben, ana);
  await expect.poll(() => storedImages(bens, ben.id)).toEqual([]);
  await expect.poll(() => bens.locator('img[src^="blob:"]').count()).toBe(0);

  // The page must be back online: otherwise signing out would ask about pending changes.
  await upToDate(anas);
  await expect.poll(() => storedImages(anas, ana.id)).toEqual([id]);
  await anas.getByRole('button', { name: 'Sign out', exact: true }).click();
  await anas.waitForURL('**/auth');
  await expect.poll(() => anas.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).toEqual([]);
});
