/** The photos that this device stores: counted in the settings, and cleared there. */
import { expect } from 'vitest';
import { violations } from '../../support/barriers.ts';
import { waitForOfflineApp } from '../../support/browser.ts';
import { card, hasFocus, noticeNetwork, setVisible, upToDate } from '../../support/on-screen.ts';
import { storedImages } from '../../support/own-photo.ts';
import { openDevice } from '../../support/settings-rows.ts';
import { alive } from './photo-viewer-stage.ts';
import { WIDE, withPictures } from './photos-stage.ts';

const test = withPictures([WIDE, ['skyblue', 'seagreen'], 'First'], [WIDE, ['indigo', 'peru'], 'Second']);

test('photos are counted, and cleared from every tab; offline they wait, and online they come again where somebody looks', async ({
  open,
  circle,
  send,
  pictures,
  faultProxy: network,
  people: { ana, ben },
}) => {
  for (const { photo } of pictures) await circle.post(ana, { content: `${photo.alt} walk`, photos: [photo] });
  await send(pictures);
  const device = await open(ben, { url: network.url });
  const feed = device.page;
  const shown = card(feed, 'First walk').locator('img[src^="blob:"]');
  await shown.waitFor();
  await expect.poll(async () => (await storedImages(feed, ben.id)).length).toBe(2);
  const address = (await shown.getAttribute('src')) ?? '';

  const settings = await device.newTab();
  await settings.goto('/settings');
  await upToDate(settings);
  await waitForOfflineApp(settings);
  await openDevice(settings);
  const row = settings.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Photos' });
  await row.getByText('1 MB, 2 photos').waitFor();
  expect(await violations(settings)).toEqual([]);
  network.cut();
  await noticeNetwork(settings);
  const clear = row.getByRole('button', { name: 'Clear photos' });
  await clear.click();
  const question = settings.getByRole('alertdialog', { name: 'Clear photos from this device?' });
  await question.getByText('2 photos (1 MB), profile photos included, will be removed').waitFor();
  await question.getByText('You are offline').waitFor();
  expect(await violations(settings)).toEqual([]);
  await question.getByRole('button', { name: 'Clear photos' }).click();
  await row.getByText('None on this device').waitFor();
  await row.getByText('Cleared. They load again when you look at them.').waitFor();
  await hasFocus(clear);
  expect(await storedImages(settings, ben.id)).toEqual([]);
  await clear.click();
  await row.getByText('Nothing to clear.').waitFor();

  // The other tab has let go of its pictures, and shows their blur.
  await expect.poll(() => shown.count()).toBe(0);
  expect(await alive(feed, [address])).toEqual([]);
  await card(feed, 'First walk').locator('canvas').waitFor();
  network.heal();
  await noticeNetwork(feed);
  await shown.waitFor();
  await row.getByText('1 MB, 2 photos').waitFor();

  // A tab that nobody sees asks for nothing.
  await setVisible(feed, false);
  await clear.click();
  await question.getByRole('button', { name: 'Clear photos' }).click();
  await row.getByText('None on this device').waitFor();
  await expect.poll(() => shown.count()).toBe(0);
  expect(await storedImages(settings, ben.id)).toEqual([]);
  await setVisible(feed, true);
  await shown.waitFor();
});
