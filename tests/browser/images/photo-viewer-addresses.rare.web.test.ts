/** The address of a photo: after a reload, in a new tab, and where its post or its code is not there. */
import { expect } from 'vitest';
import { card, frames, hasFocus, upToDate } from '../../support/on-screen.ts';
import { back, entriesAre } from '../shell/back-stage.ts';
import { button, frame, isClosed, pathOf, photoInAddress, scrollPlace, shows, test, viewer } from './photo-viewer-stage.ts';

/** Without a service worker: the code of the viewer comes from the network. */
const networkTest = test.extend('serviceWorkers', () => 'block' as const);

test('a reload keeps the open photo, and Back then closes it over the feed, at its place', async ({
  open,
  post,
  pictures,
  people: { ben },
}) => {
  const { page } = await open(ben);
  const tower = frame(page, 'The tower at night');
  await tower.scrollIntoViewIfNeeded();
  await upToDate(page);
  const place = await scrollPlace(page);
  expect(place).toBeGreaterThan(100);
  await tower.click();
  await shows(page, 'The tower at night');
  await page.keyboard.press('ArrowRight');
  await shows(page, 'Photo 3 of 5');
  await expect.poll(() => photoInAddress(page)).toBe(pictures[2]?.photo.id);
  for (let time = 0; time < 2; time += 1) {
    await page.reload();
    await shows(page, 'Photo 3 of 5');
    await entriesAre(page, 1);
    expect([await pathOf(page), await photoInAddress(page)]).toEqual(['/posts', pictures[2]?.photo.id]);
  }
  await back(page);
  await isClosed(page);
  await expect.poll(() => page.url()).toMatch(/\/posts$/);
  await card(page, 'Our walk').waitFor();
  await expect.poll(() => scrollPlace(page)).toBe(place);
  // It stays there.
  await frames(page, 10);
  expect([await scrollPlace(page), post]).toEqual([place, expect.any(String)]);

  // Closed by its button, it opens no more either.
  await frame(page, 'The tower at night').click();
  await shows(page, 'The tower at night');
  await page.reload();
  await shows(page, 'The tower at night');
  await button(page, 'Close').click();
  await isClosed(page);
  await expect.poll(() => page.url()).toMatch(/\/posts$/);
  await entriesAre(page, 0);
  await page.reload();
  await card(page, 'Our walk').waitFor();
  await upToDate(page);
  expect(await viewer(page).count()).toBe(0);
});

test('opened by its address in a new tab, a photo closes to its post, and to its chat', async ({ open, post, chat, people: { ben } }) => {
  const device = await open(ben);
  const first = device.page;
  await frame(first, 'The tower at night').click();
  await shows(first, 'The tower at night');
  await expect.poll(() => photoInAddress(first)).not.toBeNull();
  const page = await device.newTab();
  await page.goto(first.url());
  await shows(page, 'The tower at night');
  expect(await pathOf(page)).toBe(`/posts/${post}`);
  await page.keyboard.press('Escape');
  await isClosed(page);
  await expect.poll(() => page.url()).toMatch(new RegExp(`/posts/${post}$`));
  await frame(page, 'The tower at night').waitFor();

  await first.goto(`/groups/${chat.group}`);
  await frame(first, 'A meadow under a clear sky').click();
  await shows(first, 'A meadow under a clear sky');
  await expect.poll(() => photoInAddress(first)).not.toBeNull();
  await page.goto(first.url());
  await shows(page, 'A meadow under a clear sky');
  await button(page, 'Close').click();
  await isClosed(page);
  await expect.poll(() => page.url()).toMatch(new RegExp(`/groups/${chat.group}$`));
  await frame(page, 'A meadow under a clear sky').waitFor();
});

test('the address of a photo whose post was deleted leads to where the post was', async ({
  open,
  post,
  pictures,
  circle,
  people: { ana, ben },
}) => {
  await circle.done(ana, 'posts', { id: post, _deleted: true });
  const { page } = await open(ben, { at: `/posts?photo=${pictures[0]?.photo.id}&post=${post}` });
  await page.getByText('Post not found').waitFor();
  await expect.poll(() => page.url()).toMatch(new RegExp(`/posts/${post}$`));
  expect(await viewer(page).count()).toBe(0);
});

networkTest(
  'where its code cannot be loaded, the page says so, and the next press tries again',
  async ({ open, post, people: { ben } }) => {
    const { page, context } = await open(ben, { at: `/posts/${post}` });
    const code = '**/photo-viewer-*.js';
    const tower = frame(page, 'The tower at night');
    await tower.waitFor();
    await context.route(code, (route) => route.abort());
    await tower.click();
    await page.getByText('The photo could not be opened.').waitFor();
    await hasFocus(tower);
    await entriesAre(page, 0);
    expect([await pathOf(page), await photoInAddress(page)]).toEqual([`/posts/${post}`, null]);
    await context.unroute(code);
    await tower.click();
    await shows(page, 'The tower at night');
  },
);
