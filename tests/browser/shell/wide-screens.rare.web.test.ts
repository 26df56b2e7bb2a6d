/** Pages on wide screens: what stays in its place from page to page, and what is beside what. Also faces in lists, which every page has. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { demoPeople } from '../../../sync-server/demo/demo-story.ts';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import type { Template } from '../../support/postgres.ts';

const WIDTHS = [1024, 1280, 1440, 1600, 1920] as const;

const test = browserTest
  .extend('template', { scope: 'file' }, (): Template => 'demo')
  /** Hanna, and the ids of her friend Ana, of a group and of a post */
  .extend('hanna', { scope: 'file' }, async ({ server }) => {
    const [row] = await server.sql<{ id: string; email: string; ana: string; group: string; post: string }[]>`
      select u.id, u.email, a.id as ana, g.id as group, p.id as post
      from users u join profiles h on h.id = u.id, profiles a, groups g, posts p
      where h.name = ${demoPeople.hanna.name} and a.name = ${demoPeople.ana.name}
        and g.name = 'Cold water club' and p.content like 'We were four at the table%'`;
    if (!row) throw new Error('Hanna, Ana, the group or the post is not in the demo');
    return { ...row, name: demoPeople.hanna.name };
  });

const sidebar = (page: Page): Locator => page.getByRole('navigation', { name: 'Main' });
const title = (page: Page): Locator => page.getByRole('heading', { level: 1 });
const boxOf = async (element: Locator) => {
  const box = await element.boundingBox();
  if (!box) throw new Error(`${element} is not on the screen`);
  return box;
};

test('the sidebar is at the same place on every page, and texts to be read are in the middle of what it leaves', async ({
  open,
  hanna,
}) => {
  const { page } = await open(hanna, { at: 'about:blank', viewport: { width: 1440, height: 900 } });
  const centred = ['/contact', '/terms', '/privacy', '/security'];
  const places: Record<number, Record<string, number>> = {};
  for (const address of [
    '/posts',
    '/groups',
    `/groups/${hanna.group}/settings`,
    '/friends',
    `/friends/${hanna.ana}`,
    `/posts/${hanna.post}`,
    '/posts/create',
    '/notifications',
    '/settings',
    '/chat',
    ...centred,
  ]) {
    await page.goto(address);
    await title(page).waitFor();
    // Groups opens the newest conversation, which has columns of its own.
    if (address === '/groups') await page.waitForURL('**/groups/*');
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const bar = await boxOf(sidebar(page));
      places[width] = { ...places[width], [address]: Math.round(bar.x) };
      const main = await boxOf(page.getByRole('main'));
      expect.soft(main.x, `${address} at ${width}`).toBeGreaterThanOrEqual(bar.x + bar.width);
      if (!centred.includes(address)) continue;
      const left = main.x - (bar.x + bar.width);
      const right = width - bar.x - (main.x + main.width);
      expect.soft(Math.abs(left - right), `${address} at ${width}`).toBeLessThanOrEqual(24);
    }
  }
  for (const width of WIDTHS) expect.soft(new Set(Object.values(places[width] ?? {})).size, JSON.stringify(places[width])).toBe(1);
});

/** How far the middle of each face is from the middle of its row, whether it is a photo, and how high the row is. */
const rowsOf = (list: Locator) =>
  list.getByRole('listitem').evaluateAll((rows) =>
    rows.flatMap((row) => {
      const face = row.querySelector('[class*=avatar]');
      if (!face) return [];
      const box = row.getBoundingClientRect();
      const { top, bottom } = face.getBoundingClientRect();
      const off = Math.abs((top + bottom) / 2 - (box.top + box.bottom) / 2);
      return [{ off, photo: face.querySelector('img') !== null, height: Math.round(box.height) }];
    }),
  );

test('faces are in the middle of their rows, and a row with a photo is as high as with initials', async ({ open, hanna }) => {
  const { page } = await open(hanna, { at: '/friends' });
  for (const [address, name] of [
    ['/friends', 'My Friends'],
    [`/groups/${hanna.group}/settings`, 'Members'],
  ] as const) {
    await page.goto(address);
    const list = page.getByRole('list', { name });
    await expect.poll(async () => (await rowsOf(list)).some(({ photo }) => photo)).toBe(true);
    const rows = await rowsOf(list);
    for (const { off } of rows) expect.soft(off, name).toBeLessThanOrEqual(0.75);
    if (name === 'My Friends') expect.soft([...new Set(rows.map(({ height }) => height))]).toEqual([64]);
  }
});

test('Friends has the circle at the left and the lists at the right', async ({ open, hanna }) => {
  const { page } = await open(hanna, { at: '/friends', viewport: { width: 1440, height: 900 } });
  const circle = page.getByRole('region', { name: 'Your circle' });
  const lists = page.getByRole('main').getByRole('list');
  await page.getByRole('list', { name: 'My Friends' }).waitFor();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const [left, right] = [await boxOf(circle), await boxOf(lists.first())];
    expect.soft(left.x + left.width, `${width}`).toBeLessThanOrEqual(right.x);
    expect.soft(right.y, `${width}`).toBeLessThan(left.y + 100);
    expect.soft(right.width, `${width}`).toBeGreaterThanOrEqual(380);
    expect.soft(right.x + right.width, `${width}`).toBeLessThanOrEqual(width);
  }
});

test('an empty list, a link that expired and a missing page have drawings of their own', async ({ open, circle }) => {
  const drawing = async (page: Page): Promise<string> => {
    const picture = page.locator('svg[viewBox="0 0 240 160"]');
    await picture.waitFor();
    return picture.innerHTML();
  };
  const tea = await circle.signUp('Tea Ahl');
  await circle.befriend(tea, await circle.signUp('Uwe Ott'));
  const { page } = await open(tea, { at: '/posts' });
  await page.getByRole('heading', { name: 'No posts yet' }).waitFor();
  const empty = await drawing(page);
  const nobody = '00000000-0000-7000-8000-000000000000';
  const missing: string[] = [];
  for (const [address, text] of [
    [`/posts/${nobody}`, 'Post not found'],
    [`/groups/${nobody}`, 'Group not found'],
    [`/friends/${nobody}`, 'Friend not found or you are not friends with this user'],
  ] as const) {
    await page.goto(address);
    await page.getByRole('heading', { name: text }).waitFor();
    missing.push(await drawing(page));
  }
  expect(new Set(missing).size).toBe(1);
  const { page: visitor } = await open(null, { at: '/auth/reset-password' });
  await visitor.getByRole('heading', { name: /expired/i }).waitFor();
  expect(new Set([empty, missing[0], await drawing(visitor)]).size).toBe(3);
});
