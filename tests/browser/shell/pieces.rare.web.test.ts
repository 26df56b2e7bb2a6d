/**
 * Pieces of the app that fail to load for a moment, in a browser that caches none of them: the app waits for them instead of reloading the
 * page.
 */
import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { offlineTest as browserTest } from '../../support/fixtures/browser.ts';
import { card, upToDate } from '../../support/on-screen.ts';
import { withoutServiceWorker } from '../../support/pieces.ts';
import { openAccount } from '../../support/settings-rows.ts';
import { until } from '../../support/until.ts';

const groups = /^\/assets\/(?:groups|group-list)-[\w-]+\.(?:js|css)$/;

const opened = /^\/assets\/(?:reaction-choices|person-sheet)-[\w-]+\.(?:js|css)$/;

const test = browserTest
  .extend('ana', { scope: 'file' }, ({ circle }) => circle.signUp('Ana Ribeiro'))
  /**
   * Ana on her feed, after the pieces that a press on a card opens failed to preload. `loads` counts the page loads, this first one
   * included.
   */
  .extend('withoutChoices', async ({ open, circle, ana, faultProxy: network }) => {
    await circle.post(ana, { content: 'Good morning' });
    const { page, context } = await open(ana, { url: network.url, at: 'about:blank' });
    await withoutServiceWorker(page);
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    const failed = namesOf(page, 'requestfailed');
    network.refuse(opened);
    await page.goto('/posts');
    await upToDate(page);
    // Twice: once when all pieces were preloaded, and once when the failed ones were requested again.
    const look = /^reaction-choices-[\w-]+\.css$/;
    await until(() => failed.filter((name) => look.test(name)).length >= 2 && has(failed, /^person-sheet-/));
    return { page, loads: () => loads };
  })
  /**
   * Ana on the feed. The piece of the groups failed when all pieces were preloaded. `loads` counts the page loads, this first one included.
   */
  .extend('withoutGroups', async ({ open, ana, faultProxy: network }) => {
    const { page, context } = await open(ana, { url: network.url, at: 'about:blank' });
    await withoutServiceWorker(page);
    const session = await context.newCDPSession(page);
    // The name of a piece contains a hash of its content, so a browser with a cache requests each piece only once.
    await session.send('Network.enable');
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    const failed = namesOf(page, 'requestfailed');
    const finished = namesOf(page, 'requestfinished');
    network.refuse(groups);
    await page.goto('/posts');
    await upToDate(page);
    await until(() => has(failed, /^groups-[\w-]+\.js$/) && has(failed, /^groups-[\w-]+\.css$/));
    await until(() => has(finished, /^security-[\w-]+\.js$/));
    expect(loads).toBe(1);
    return { page, loads: () => loads };
  });

/** The names of the app's files whose requests fail, or finish, from now on. */
function namesOf(page: Page, event: 'requestfailed' | 'requestfinished'): readonly string[] {
  const names: string[] = [];
  const note = (request: Request) => void names.push(new URL(request.url()).pathname.replace('/assets/', ''));
  if (event === 'requestfailed') page.on(event, note);
  else page.on(event, note);
  return names;
}
const has = (names: readonly string[], name: RegExp) => names.some((one) => name.test(one));
const openGroups = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Groups' }).click();
/** text of the piece itself: the bar above it names the page before the piece is there */
const content = (page: Page) => page.getByRole('main').getByText('A group needs people.');
/** whether the page has the CSS rules of the groups; those of a stylesheet that failed to load cannot be read */
const isStyled = (page: Page) =>
  page.evaluate(() =>
    [...document.styleSheets].some((sheet) => {
      if (!/\/groups-[\w-]+\.css$/.test(sheet.href ?? '')) return false;
      try {
        return sheet.cssRules.length > 0;
      } catch {
        return false;
      }
    }),
  );

test('a piece that fails to preload causes no error, and comes with its styles once it is needed and the server is back', async ({
  faultProxy: network,
  withoutGroups: { page, loads },
}) => {
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await isStyled(page)).toBe(false);
  // The server is away as long as a restart takes. The app waits for a piece that it needs in that time.
  network.refuse(/^\//);
  network.cut();
  network.heal();
  const since = network.requests.length;
  await openGroups(page);
  await page.getByRole('main').getByRole('status').waitFor();
  // The same file, requested twice.
  await until(() => {
    const paths = network.requests.slice(since).flatMap(({ path }) => (groups.test(path) ? [path] : []));
    return new Set(paths).size < paths.length;
  });
  network.refuse(null);
  await content(page).waitFor();
  expect(await isStyled(page)).toBe(true);
  expect(loads()).toBe(1);
});

test('a server that stays away counts as a network failure, and Try Again shows the page without a full reload', async ({
  faultProxy: network,
  withoutGroups: { page, loads },
}) => {
  network.refuse(null);
  network.cut();
  await openGroups(page);
  const screen = page.getByRole('alert').filter({ hasText: 'Page Error' });
  await screen.getByText('This page could not be loaded. Please check your connection.').waitFor();
  network.heal();
  await screen.getByRole('button', { name: 'Try Again' }).click();
  await content(page).waitFor();
  expect(loads()).toBe(1);
});

test('a press whose piece fails to load says so, and the next press opens it', async ({
  faultProxy: network,
  withoutChoices: { page, loads },
}) => {
  const react = card(page, 'Good morning').getByRole('button', { name: 'React', exact: true });
  await react.click();
  await page.getByText('The emoji could not be loaded. Please check your connection.').waitFor();
  await expect.poll(() => react.getAttribute('aria-expanded')).toBe('false');
  await page.getByRole('button', { name: 'Ana Ribeiro' }).first().click();
  await page.getByText('Failed to load user profile').waitFor();
  network.refuse(null);
  await react.click();
  const choices = page.getByRole('dialog', { name: 'Choose a reaction' });
  await choices.waitFor();
  // Its own button closes it again, and has the focus.
  await react.click();
  await choices.waitFor({ state: 'detached' });
  await expect.poll(() => react.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: 'Ana Ribeiro' }).first().click();
  await page.getByRole('dialog', { name: 'Profile' }).waitFor();
  expect(loads()).toBe(1);
});

test('a sheet whose code cannot be loaded without a connection says so, and not that there is a new version', async ({
  open,
  ana,
  faultProxy: network,
}) => {
  const { page } = await open(ana, { url: network.url, at: 'about:blank' });
  await withoutServiceWorker(page);
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  network.refuse(/^\/assets\/(?:passkeys-sheet|second-factor-sheet)-/);
  await page.goto('/settings');
  await upToDate(page);
  network.refuse(null);
  network.cut();
  await openAccount(page);
  await page.getByRole('button', { name: 'Passkeys' }).click();
  const screen = page.getByRole('alert').filter({ hasText: 'Page Error' });
  await screen.getByText('This page could not be loaded. Please check your connection.').waitFor();
  // Without a connection another attempt leaves the page as it is.
  for (let time = 0; time < 2; time += 1) await screen.getByRole('button', { name: 'Try Again' }).click();
  await screen.getByText('Technical details').waitFor();
  await screen.getByText('This page could not be loaded. Please check your connection.').waitFor();
  expect(loads).toBe(1);
  network.heal();
  await screen.getByRole('button', { name: 'Try Again' }).click();
  await page.getByRole('button', { name: 'Account and sign-in' }).waitFor();
  expect(loads).toBe(2);
});
