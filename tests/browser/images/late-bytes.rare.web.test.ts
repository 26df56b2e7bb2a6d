/** The bytes of a photo that come long after the row that names it. */
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { imageUrl } from '../../../schemas/images/image.ts';
import { offlineTest as test } from '../../support/fixtures/browser.ts';
import { upToDate } from '../../support/on-screen.ts';
import { photo } from '../../support/own-photo.ts';

/** The third request comes some six seconds after the first, and the next would come eight seconds later. */
const THIRD_REQUEST_MS = 12_000;
const ANNOUNCED_MS = 1_000;

test('a friend sees a photo within a second of the arrival of its bytes, however long the device waits between its own requests', async ({
  open,
  circle,
  server,
}) => {
  const [ana, ben] = [await circle.signUp('Ana Ribeiro'), await circle.signUp('Ben Okri')];
  await circle.befriend(ana, ben);
  const { page: bens } = await open(ben, { at: '/friends' });
  await upToDate(bens);
  await bens.getByText(ana.name).first().waitFor();

  const id = uuid();
  const requests: string[] = [];
  bens.context().on('request', (request) => {
    if (request.url().endsWith(imageUrl(id))) requests.push(request.url());
  });
  const { scope: _, ...held } = (await circle.visibleRow(ana, 'profiles', ana.id)) ?? { scope: 0, id: ana.id, write_id: '' };
  const named = await circle.push(ana, 'profiles', { ...held, write_id: uuid(), profile_image_url: imageUrl(id) }, [held.write_id]);
  expect(named.code).toBeNull();
  await expect.poll(() => requests.length, { timeout: THIRD_REQUEST_MS }).toBeGreaterThanOrEqual(3);

  const { accessToken } = await circle.openSession(ana);
  const sent = await fetch(`${server.url}${imageUrl(id)}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${accessToken}` },
    body: new Uint8Array(await photo('teal')),
  });
  expect(sent.status).toBe(200);
  await bens.getByRole('main').locator('img[src^="blob:"]').first().waitFor({ timeout: ANNOUNCED_MS });
});
