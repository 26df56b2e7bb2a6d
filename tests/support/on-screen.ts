/** Actions and checks on members' screens that several tests share. */
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

export const card = (page: Page, text: string): Locator => page.getByRole('article').filter({ hasText: text });
export const comments = (page: Page): Locator => page.getByRole('main').getByRole('listitem');

/** The sync state, as the page exposes it in an attribute besides its words. */
export type SyncKind = 'offline' | 'connecting' | 'syncing' | 'sending' | 'live';
export const inSync = (page: Page, kind: SyncKind): Locator => page.locator(`[data-sync=${kind}]`);
/**
 * Waits until the page is at rest: everything written here is sent and everything typed is stored, everything new has arrived and is drawn.
 * A page that was opened by a press may still be loading.
 */
export const upToDate = (page: Page, timeout?: number): Promise<void> =>
  page.locator(':root[data-rest]').waitFor(timeout === undefined ? {} : { timeout });

/** Waits until this element has the focus. */
export const hasFocus = (element: Locator): Promise<void> =>
  expect.poll(() => element.evaluate((one) => one === document.activeElement), { interval: 20 }).toBe(true);

/** Waits until the page has been painted this many times. */
export const frames = (page: Page, count: number): Promise<void> =>
  page.evaluate(async (wanted) => {
    for (let frame = 0; frame < wanted; frame += 1) await new Promise(requestAnimationFrame);
  }, count);

/** Makes the browser report to its page that the network is back. */
export const noticeNetwork = (page: Page): Promise<void> =>
  page.evaluate(() => {
    dispatchEvent(new Event('online'));
  });

/** The requests of the device's worker fail; those of the page itself go on. */
export async function cutSync(page: Page): Promise<void> {
  await page.context().route('**/api/sync/**', (route) => route.abort());
}
export async function healSync(page: Page): Promise<void> {
  await page.context().unroute('**/api/sync/**');
  await noticeNetwork(page);
}

/** The page becomes hidden or visible again, as browsers report it to their pages. */
export const setVisible = (page: Page, visible: boolean): Promise<void> =>
  page.evaluate(
    (state) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => state === 'hidden' });
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    visible ? 'visible' : 'hidden',
  );

/** Writes a comment on the open post, and resolves once it shows and is kept: it shows before that, and its text stays in the field. */
export async function comment(page: Page, text: string): Promise<void> {
  const field = page.getByLabel('Write a comment');
  await field.fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('listitem').filter({ hasText: text }).waitFor();
  await expect.poll(() => field.inputValue()).toBe('');
}

/** Reacts to the first reactable item on the page. */
export async function react(page: Page, emoji: string): Promise<void> {
  await page.getByRole('button', { name: 'React', exact: true }).first().click();
  await page.getByRole('dialog', { name: 'Choose a reaction' }).getByText(emoji).click();
}

/** Collects everything that the pages of a browser show their member without being asked, across reloads and tabs. */
export async function watchNotices(context: BrowserContext) {
  const errors: string[] = [];
  let mostBanners = 0;
  await context.exposeBinding('kithNotices', (_, banners: number, alerts: string[]) => {
    mostBanners = Math.max(mostBanners, banners);
    errors.push(...alerts);
  });
  await context.addInitScript(() => {
    const reported = new WeakSet<Element>();
    const look = () => {
      const banners = document.querySelectorAll('[class*="notices"] > *').length;
      const alerts = [...document.querySelectorAll('[data-toast] [role=alert]')].filter((alert) => !reported.has(alert));
      for (const alert of alerts) reported.add(alert);
      const report = (globalThis as unknown as { kithNotices(banners: number, alerts: string[]): Promise<void> }).kithNotices;
      if (banners > 0 || alerts.length > 0)
        void report(
          banners,
          alerts.map((alert) => alert.textContent ?? ''),
        );
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true });
  });
  return {
    /** the texts of error messages */
    errors: errors as readonly string[],
    /** the largest number of banners that showed at the same time */
    mostBanners: () => mostBanners,
  };
}
