/** What `index.html` shows before the app runs: the page for visitors or the outlines of the feed, and how the app takes over. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { DESKTOP, PHONE } from '../../support/browser.ts';
import { test } from '../../support/fixtures/browser.ts';
import { card, frames } from '../../support/on-screen.ts';

/** Holds back the scripts of the app until the returned function is called. `theme.js` is a part of the page itself. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue().catch(() => undefined);
  });
  return release;
}

interface Seen {
  shift: number;
  /** what was shown, frame by frame, without repetitions */
  readonly parts: string[];
}
/** From now on each page keeps the sum of its layout shifts, and which part of its static page was on the screen. */
const watch = (page: Page) =>
  page.addInitScript(() => {
    const seen: Seen = { shift: 0, parts: [] };
    Object.assign(globalThis, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { readonly value: number })[]) seen.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
    const look = () => {
      const shown = [...document.querySelectorAll<HTMLElement>('#static > *')].filter((part) => part.checkVisibility());
      const now = shown.map(({ dataset }) => dataset.static).join() || (document.querySelector('#root main, #root h1') ? 'app' : 'nothing');
      if (seen.parts.at(-1) !== now) seen.parts.push(now);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
const seen = (page: Page): Promise<Seen> => page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);

/** The markup, without what only the app knows, and without styles, which the content policy allows to scripts alone. */
const asDrawn = (markup: string): string =>
  markup.replaceAll(/ (?:style|data-style|src|data-discover)="[^"]*"/g, '').replace(/<b>[^<]*<\/b> – /, '');

const title = (page: Page) => page.getByRole('heading', { name: 'A small table for your closest people' });

test.for([
  ['phone', { viewport: PHONE, colorScheme: 'dark' }],
  ['desktop', { viewport: DESKTOP }],
] as const)('a visitor reads the page before the app is there, and the app takes over without a change: %s', async ([, look], { open }) => {
  const { page } = await open(null, { ...look, at: 'about:blank' });
  await watch(page);
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await title(page).waitFor();
  const login = page.getByRole('link', { name: 'Login', exact: true });
  await login.focus();
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate(() => window.scrollTo(0, 40));
  const before = asDrawn(await page.locator('[data-static=landing]').innerHTML());
  const picture = await page.screenshot({ mask: [page.locator('img')] });
  release();
  await page.locator('#static').waitFor({ state: 'detached' });
  expect(asDrawn(await page.locator('#root').innerHTML())).toBe(before);
  await frames(page, 3);
  expect((await page.screenshot({ mask: [page.locator('img')] })).equals(picture)).toBe(true);
  expect(await login.evaluate((link) => link === document.activeElement)).toBe(true);
  expect(await page.evaluate(() => scrollY)).toBe(40);
  expect(await seen(page)).toEqual({ shift: 0, parts: ['landing', 'app'] });
});

test('a member sees the outlines of the feed, then the feed, and never the page for visitors', async ({ open, circle }) => {
  const ana = await circle.signUp('Ana Ribeiro');
  await circle.post(ana, { content: 'Good morning' });
  for (const [path, viewport] of [
    ['/posts', PHONE],
    ['/', DESKTOP],
    // as an installed app starts
    ['/posts?source=pwa', PHONE],
  ] as const) {
    const { page } = await open(ana, { viewport });
    await card(page, 'Good morning').waitFor();
    await watch(page);
    const release = await holdScripts(page);
    await page.goto(path, { waitUntil: 'commit' });
    const outlines = page.locator('[data-static=feed]:visible');
    await outlines.getByText('Posts').first().waitFor();
    expect(await outlines.locator('main [data-style]').count()).toBeGreaterThan(10);
    release();
    await card(page, 'Good morning').waitFor();
    const { shift, parts } = await seen(page);
    expect([path, ...parts]).toEqual([path, 'feed', 'app']);
    expect(shift).toBeLessThanOrEqual(0.02);
    await page.close();
  }
});

test('other addresses show neither, and a page whose session ends leads to the page for visitors', async ({ open, circle }) => {
  const visitor = await open(null, { at: 'about:blank' });
  await watch(visitor.page);
  await visitor.page.goto('/auth');
  await visitor.page.getByText('Forgot password?').waitFor();
  expect((await seen(visitor.page)).parts.filter((part) => part !== 'nothing')).toEqual(['app']);

  const { page } = await open(await circle.signUp('Ben Okri'), { at: 'about:blank' });
  await watch(page);
  await page.goto('/friends');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect((await seen(page)).parts.filter((part) => part !== 'nothing')).toEqual(['app']);
  await page.goto('/posts');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(() => localStorage.removeItem('kith-session'));
  await page.goto('/');
  await title(page).waitFor();
  expect((await seen(page)).parts).not.toContain('feed');
});

test('without scripts the page can be read', async ({ chromium, app }) => {
  const context = await chromium.newContext({ javaScriptEnabled: false, baseURL: app.url, viewport: PHONE });
  try {
    const page = await context.newPage();
    await page.goto('/');
    await title(page).waitFor();
    expect(await page.locator('noscript').textContent()).toBe('Kith needs JavaScript.');
    expect(await page.locator('img').isVisible()).toBe(false);
    expect(await page.locator('[data-static=feed]:visible').count()).toBe(0);
  } finally {
    await context.close();
  }
});
