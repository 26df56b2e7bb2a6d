/** The viewer over all photos of a person or of a group: it walks through them in their order, and closes at their place. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { hasFocus, upToDate } from '../../support/on-screen.ts';
import { shifted } from '../../support/shifted.ts';
import { back, entriesAre } from '../shell/back-stage.ts';
import { isClosed, pathOf, photoInAddress, scrollPlace, shows, viewer, waysToClose } from './photo-viewer-stage.ts';
import { picturesOf, withPictures } from './photos-stage.ts';

const SIZE = { width: 900, height: 600 } as const;
const names = ['A meadow', 'The tower', 'A bridge', 'The harbour', 'A boat', 'The end'];

const test = withPictures(...names.map((name) => [SIZE, ['skyblue', 'seagreen'], name] as const)).extend(
  'posts',
  /** Three posts of Ana with two photos each, the newest first, over many others. */
  async ({ circle, people: { ana }, pictures, send }) => {
    const many = await picturesOf(Array.from({ length: 30 }, (_, nth) => [SIZE, ['pink', 'navy'], `Old ${nth}`]));
    for (let at = 0; at < many.length; at += 6) {
      await circle.post(ana, { content: 'Before', photos: many.slice(at, at + 6).map(({ photo }) => photo) });
    }
    const ids: string[] = [];
    for (const at of [4, 2, 0]) {
      ids.unshift(await circle.post(ana, { content: `Walk ${at}`, photos: pictures.slice(at, at + 2).map(({ photo }) => photo) }));
    }
    await send(pictures);
    return ids;
  },
);

const tile = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name: new RegExp(`^${name}, `) });

test('a tile opens its photo, the walk goes through all of them, and every way to close leads to the tile at its place', async ({
  open,
  posts,
  people: { ana, ben },
}) => {
  const { page } = await open(ben, { at: `/friends/${ana.id}`, hasTouch: true });
  await page.getByRole('link', { name: 'Ana’s photos' }).click();
  const opener = tile(page, 'Old 11');
  await opener.scrollIntoViewIfNeeded();
  await upToDate(page);
  const place = await scrollPlace(page);
  expect(place).toBeGreaterThan(100);
  const grid = await pathOf(page);
  for (const close of await waysToClose(page)) {
    await opener.click();
    await shows(page, 'Old 11');
    await entriesAre(page, 1);
    await page.keyboard.press('ArrowRight');
    await viewer(page)
      .getByText(/^\d+ of 36$/)
      .waitFor();
    await close();
    await isClosed(page);
    await entriesAre(page, 0);
    await hasFocus(opener);
    expect([await pathOf(page), await photoInAddress(page), await scrollPlace(page)]).toEqual([grid, null, place]);
  }

  // From the last photo of a post to the first one of the next.
  await tile(page, 'The tower').click();
  for (const [nth, name] of [...names.entries()].slice(1)) {
    await shows(page, name);
    await viewer(page)
      .getByText(`${nth + 1} of 36`, { exact: true })
      .waitFor();
    await expect.poll(() => page.url()).toContain(`post=${posts[Math.floor(nth / 2)]}`);
    await page.keyboard.press('ArrowRight');
  }
  expect(await shifted(page, '[role=dialog]')).toBe(0);
  await page.keyboard.press('Home');
  await shows(page, 'A meadow');
});

test('it stays with its photo while others come and go, and closes when its post is deleted', async ({
  open,
  circle,
  posts,
  people: { ana, ben },
}) => {
  const { page } = await open(ben, { at: `/friends/${ana.id}/photos` });
  await tile(page, 'A bridge').click();
  await shows(page, 'A bridge');
  await viewer(page).getByText('3 of 36', { exact: true }).waitFor();
  await circle.post(ana, { content: 'New', photos: (await picturesOf([[SIZE, ['gold', 'brown'], 'New']])).map(({ photo }) => photo) });
  await viewer(page).getByText('4 of 37', { exact: true }).waitFor();
  await shows(page, 'A bridge');
  await circle.done(ana, 'posts', { id: posts[2] ?? '', _deleted: true });
  await viewer(page).getByText('4 of 35', { exact: true }).waitFor();
  await circle.done(ana, 'posts', { id: posts[1] ?? '', _deleted: true });
  await isClosed(page);
  await entriesAre(page, 0);
  expect([await pathOf(page), await photoInAddress(page)]).toEqual([`/friends/${ana.id}/photos`, null]);
  await tile(page, 'A meadow').waitFor();
});

test('a reload keeps it over the grid; in a new tab its address closes to the post, and to the chat', async ({
  open,
  circle,
  posts,
  people: { ana, ben },
}) => {
  const device = await open(ben, { at: `/friends/${ana.id}/photos` });
  const { page } = device;
  await tile(page, 'A bridge').click();
  await shows(page, 'A bridge');
  await expect.poll(() => photoInAddress(page)).not.toBeNull();
  await page.reload();
  await shows(page, 'A bridge');
  await viewer(page).getByText('3 of 36', { exact: true }).waitFor();
  await page.keyboard.press('ArrowLeft');
  await shows(page, 'The tower');
  await expect.poll(() => page.url()).toContain(`post=${posts[0]}`);
  const other = await device.newTab();
  await other.goto(page.url());
  await shows(other, 'The tower');
  await viewer(other).getByText('2 of 2', { exact: true }).waitFor();
  await other.keyboard.press('Escape');
  await isClosed(other);
  await expect.poll(() => pathOf(other)).toBe(`/posts/${posts[0]}`);
  await back(page);
  await isClosed(page);
  expect(await pathOf(page)).toBe(`/friends/${ana.id}/photos`);

  const group = await circle.group(ana, ben);
  const photos = (await picturesOf([[SIZE, ['gold', 'brown'], 'A dog']])).map(({ photo }) => photo);
  await circle.done(ana, 'group_messages', { ...circle.messageDocument(ana, group, ''), photos });
  await page.goto(`/groups/${group}/photos`);
  await page
    .getByRole('main')
    .getByRole('button', { name: /^A dog, / })
    .click();
  await shows(page, 'A dog');
  await expect.poll(() => photoInAddress(page)).not.toBeNull();
  await other.goto(page.url());
  await shows(other, 'A dog');
  await other.keyboard.press('Escape');
  await isClosed(other);
  await expect.poll(() => pathOf(other)).toBe(`/groups/${group}`);
});
