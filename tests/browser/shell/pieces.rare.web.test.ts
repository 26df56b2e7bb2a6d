/** Pieces of the app that cannot be had for a moment, in a browser that keeps none of them: they are waited for, not reloaded for. */
import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { offlineTest as browserTest } from '../../support/fixtures/browser.ts';
import { card, upToDate } from '../../support/on-screen.ts';
import { withoutServiceWorker } from '../../support/pieces.ts';
import { until } from '../../support/until.ts';

const groups = /^\/assets\/(?:groups|group-list)-[\w-]+\.(?:js|css)$/;

const opened = /^\/assets\/(?:reaction-choices|person-sheet)-[\w-]+\.(?:js|css)$/;

const test = browserTest
  .extend('ana', { scope: 'file' }, ({ circle }) => circle.signUp('Ana Ribeiro'))
  /** Ana on her feed, what a press on a card opens having failed to come beforehand. `loads` counts from there. */
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
    // Twice: when all pieces were asked for, and when those that had failed were asked for once more.
    const look = /^reaction-choices-[\w-]+\.css$/;
    await until(() => failed.filter((name) => look.test(name)).length >= 2 && has(failed, /^person-sheet-/), 30_000);
    return { page, loads: () => loads };
  })
  /** Ana on the feed. The piece of the groups could not be had when all pieces were asked for beforehand. `loads` counts from there. */
  .extend('withoutGroups', async ({ open, ana, faultProxy: network }) => {
    const { page, context } = await open(ana, { url: network.url, at: 'about:blank' });
    await withoutServiceWorker(page);
    const session = await context.newCDPSession(page);
    // Pieces are named by their content, so that a browser never asks for one twice.
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
    await until(() => has(failed, /^groups-[\w-]+\.js$/) && has(failed, /^groups-[\w-]+\.css$/), 30_000);
    await until(() => has(finished, /^security-[\w-]+\.js$/), 30_000);
    expect(loads).toBe(1);
    return { page, loads: () => loads };
  });

/** The files of the app for which this becomes true from now on, by their names. */
function namesOf(page: Page, event: 'requestfailed' | 'requestfinished'): readonly string[] {
  const names: string[] = [];
  const note = (request: Request) => void names.push(new URL(request.url()).pathname.replace('/assets/', ''));
  if (event === 'requestfailed') page.on(event, note);
  else page.on(event, note);
  return names;
}
const has = (names: readonly string[], name: RegExp) => names.some((one) => name.test(one));
const openGroups = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Groups' }).click();
/** of the piece itself: the bar above it says where one is before it is there */
const content = (page: Page) => page.getByRole('main').getByText('A group needs people.');
/** whether the page has the rules of the groups; those of a sheet that could not be had cannot be read */
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

test('what is fetched beforehand and cannot be had is nobody’s business, and comes with its look once it is wanted and the server back', async ({
  faultProxy: network,
  withoutGroups: { page, loads },
}) => {
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await isStyled(page)).toBe(false);
  // The server is away for as long as a restart takes: what is wanted meanwhile is waited for.
  network.refuse(/^\//);
  network.cut();
  network.heal();
  const since = network.requests.length;
  await openGroups(page);
  await page.getByRole('main').getByRole('status').waitFor();
  // The same file, asked for twice.
  await until(() => {
    const paths = network.requests.slice(since).flatMap(({ path }) => (groups.test(path) ? [path] : []));
    return new Set(paths).size < paths.length;
  }, 30_000);
  network.refuse(null);
  await content(page).waitFor();
  expect(await isStyled(page)).toBe(true);
  expect(loads()).toBe(1);
});

test('a server that stays away is a failure of the network, and Try Again shows the page without loading all of it anew', async ({
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

test('what a press opens and cannot be had is said, and the next press opens it', async ({
  faultProxy: network,
  withoutChoices: { page, loads },
}) => {
  const react = card(page, 'Good morning').getByRole('button', { name: 'React', exact: true });
  await react.click();
  await page.getByText('The emoji could not be loaded. Please check your connection.').waitFor();
  expect(await react.getAttribute('aria-expanded')).toBe('false');
  await page.getByRole('button', { name: 'Ana Ribeiro' }).first().click();
  await page.getByText('Failed to load user profile').waitFor();
  network.refuse(null);
  await react.click();
  const choices = page.getByRole('dialog', { name: 'Choose a reaction' });
  await choices.waitFor();
  // Its own button closes it again, and has the focus.
  await react.click();
  await choices.waitFor({ state: 'detached' });
  expect(await react.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: 'Ana Ribeiro' }).first().click();
  await page.getByRole('dialog', { name: 'Profile' }).waitFor();
  expect(loads()).toBe(1);
});
