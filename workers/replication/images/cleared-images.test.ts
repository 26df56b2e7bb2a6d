/** What the worker fetches after the member has cleared the images of this device. */
import { expect } from 'vitest';
import { smallImageKey } from '../../../schemas/images/image.ts';
import { keysIn, postWithPhotos, test } from '../../../tests/support/fixtures/images.ts';

test('what was cleared comes again when a page shows it, and not before; newer photos come ahead', async ({
  images,
  keep,
  server,
  store,
  tab,
}) => {
  const [first = '', second = ''] = (await postWithPhotos(store, server.there, '2026-01-01T00:00:00.000Z', 2)).map(smallImageKey);
  const kept = keep();
  await expect.poll(() => keysIn(images)).toEqual([first, second].sort());
  const { say, want } = tab();
  const at = Date.parse('2026-01-02T00:00:00.000Z');
  say({ type: 'cleared', keys: await images.clear(at) });
  const [newer = ''] = (await postWithPhotos(store, server.there, '2026-01-03T00:00:00.000Z')).map(smallImageKey);
  await expect.poll(() => keysIn(images)).toEqual([newer]);
  want(first);
  await expect.poll(() => keysIn(images)).toEqual([first, newer].sort());
  // Another worker, after the app was closed, knows it as well.
  await kept.close();
  keep();
  const [newest = ''] = (await postWithPhotos(store, server.there, '2026-01-04T00:00:00.000Z')).map(smallImageKey);
  await expect.poll(() => keysIn(images)).toEqual([first, newer, newest].sort());
  expect(server.asked.filter((request) => request === `read ${second}`)).toHaveLength(1);
});

test('what is cleared while others are fetched ahead is not fetched in that round', async ({ images, keep, server, store, tab }) => {
  const photos = await postWithPhotos(store, server.there, '2026-01-01T00:00:00.000Z', 3);
  const { say } = tab();
  server.onRead = async () => {
    if (server.asked.length === 1) say({ type: 'cleared', keys: await images.clear(Date.parse('2026-01-02T00:00:00.000Z')) });
    // The worker hears it.
    await new Promise((heard) => setTimeout(heard, 20));
    return undefined;
  };
  keep();
  await expect.poll(() => server.asked).toHaveLength(1);
  const [newer = ''] = (await postWithPhotos(store, server.there, '2026-01-03T00:00:00.000Z')).map(smallImageKey);
  await expect.poll(() => keysIn(images)).toContain(newer);
  expect(server.asked.filter((request) => photos.some((id) => request.includes(id)))).toHaveLength(1);
});
