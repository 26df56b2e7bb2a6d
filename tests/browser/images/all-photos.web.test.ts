/** All photos of a person, and of a group, by month. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { violations } from '../../support/barriers.ts';
import { waitForOfflineApp } from '../../support/browser.ts';
import { hasFocus } from '../../support/on-screen.ts';
import { pictureOf } from '../../support/sent-photos.ts';
import { isClosed, shows, viewer } from './photo-viewer-stage.ts';
import { withPictures } from './photos-stage.ts';

const SIZE = { width: 900, height: 600 } as const;

const test = withPictures(
  [SIZE, ['skyblue', 'seagreen'], 'A meadow'],
  [SIZE, ['indigo', 'peru'], 'The tower'],
  [SIZE, ['tomato', 'khaki']],
  [SIZE, ['pink', 'navy'], 'The harbour'],
);

const photos = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('button');
const shown = (page: Page) => page.getByRole('main').locator('li img[src^="blob:"]');
const months = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 });

test('the photos of a friend are there by month, offline too, and lead to their posts', async ({
  open,
  circle,
  send,
  db,
  faultProxy: network,
  people: { ana, ben },
  pictures,
}) => {
  const [meadow, tower, plain, harbour] = pictures.map(({ photo }) => photo);
  if (!meadow || !tower || !plain || !harbour) throw new Error('a picture is missing');
  const first = await circle.post(ana, { content: 'On the coast', photos: [harbour] });
  await db.sql`update posts set created_at = '2026-02-15T12:00:00Z' where id = ${first}`;
  await circle.post(ana, { content: 'A word without a photo' });
  await circle.post(ana, { content: '', photos: [meadow, tower, plain] });
  await circle.post(ben, { content: 'By the member', photos: [(await pictureOf(SIZE, ['gold', 'brown'])).photo] });
  await send(pictures);

  const { page } = await open(ben, { url: network.url, at: `/friends/${ana.id}` });
  await page.getByRole('link', { name: 'Ana’s photos' }).click();
  await page.getByRole('heading', { level: 1, name: 'Ana’s photos' }).waitFor();
  await expect.poll(() => shown(page).count()).toBe(4);
  expect(await photos(page).allInnerTexts()).toEqual([
    expect.stringMatching(/^A meadow, .*\d{4}$/),
    expect.stringMatching(/^The tower, .*\d{4}$/),
    expect.stringMatching(/^Photo 3 of 3, .*\d{4}$/),
    expect.stringMatching(/^The harbour, .*2026$/),
  ]);
  expect(await months(page).allInnerTexts()).toEqual([expect.stringMatching(/\d{4}$/), 'February 2026']);
  expect(await violations(page)).toEqual([]);

  await waitForOfflineApp(page);
  network.cut();
  await page.reload();
  await expect.poll(() => shown(page).count()).toBe(4);
  await photos(page).first().focus();
  for (const key of ['ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
  await hasFocus(photos(page).last());
  await page.keyboard.press('Enter');
  await shows(page, 'The harbour');
  await viewer(page).getByText('4 of 4', { exact: true }).waitFor();
  await viewer(page)
    .getByRole('link', { name: /Open post/ })
    .click();
  await page.waitForURL(`**/posts/${first}`);
  await isClosed(page);
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('heading', { level: 1, name: 'Ana’s photos' }).waitFor();
});

test('the photos of a group go with their messages and the people who are blocked, and lead into the chat', async ({
  open,
  circle,
  send,
  people: { ana, ben },
  pictures,
}) => {
  const group = await circle.group(ana, ben);
  const message = async (nth: number) => {
    const sent = { ...circle.messageDocument(ana, group, ''), photos: pictures.slice(nth, nth + 1).map(({ photo }) => photo) };
    await circle.done(ana, 'group_messages', sent);
    return sent.id;
  };
  const { page } = await open(ben, { at: `/groups/${group}/settings` });
  await page.getByRole('link', { name: 'Photos' }).click();
  await page.getByRole('heading', { name: 'No photos yet' }).waitFor();
  expect(await violations(page)).toEqual([]);
  const [kept, removed] = [await message(0), await message(1)];
  await send(pictures.slice(0, 2));
  await page.getByRole('button', { name: /^The tower, from Ana, / }).waitFor();
  await expect.poll(() => shown(page).count()).toBe(2);
  await ana.client.delete(`/api/messages/${removed}`);
  await expect.poll(() => photos(page).count()).toBe(1);
  await photos(page).click();
  await shows(page, 'A meadow');
  await viewer(page)
    .getByRole('link', { name: /Open in chat/ })
    .click();
  await page.waitForURL(`**/groups/${group}?message=${kept}`);
  await page.getByRole('list', { name: '1 photo' }).waitFor();
  await page.goBack();
  await photos(page).waitFor();
  await ben.client.put(`/api/profiles/${ana.id}/block`);
  await page.getByRole('heading', { name: 'No photos yet' }).waitFor();
});
