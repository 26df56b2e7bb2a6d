/** What members do and see on their screens, as far as several stories need it. */
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

export const card = (page: Page, text: string): Locator => page.getByRole('article').filter({ hasText: text });
export const comments = (page: Page): Locator => page.getByRole('main').getByRole('listitem');

/** How far sync is, as the page says beside its words. */
export type SyncKind = 'offline' | 'connecting' | 'syncing' | 'sending' | 'live';
export const inSync = (page: Page, kind: SyncKind): Locator => page.locator(`[data-sync=${kind}]`);
/** Waits until everything written here is sent and everything new is here. */
export const upToDate = (page: Page, timeout?: number): Promise<void> =>
  inSync(page, 'live').waitFor(timeout === undefined ? {} : { timeout });

/** Waits until this element has the focus. */
export const hasFocus = (element: Locator): Promise<void> =>
  expect.poll(() => element.evaluate((one) => one === document.activeElement), { interval: 20 }).toBe(true);

/** Waits until the page has been painted so many times. */
export const frames = (page: Page, count: number): Promise<void> =>
  page.evaluate(async (of) => {
    for (let frame = 0; frame < of; frame += 1) await new Promise(requestAnimationFrame);
  }, count);

/** The browser tells its page that there is a network again. */
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

/** The page is put away, or looked at again, as browsers tell their pages. */
export const setVisible = (page: Page, visible: boolean): Promise<void> =>
  page.evaluate(
    (state) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => state === 'hidden' });
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    visible ? 'visible' : 'hidden',
  );

/** Writes a comment on the post that is open, and answers once it shows. */
export async function comment(page: Page, text: string): Promise<void> {
  await page.getByLabel('Write a comment').fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('listitem').filter({ hasText: text }).waitFor();
}

/** Reacts to the first thing on the page that one can react to. */
export async function react(page: Page, emoji: string): Promise<void> {
  await page.getByRole('button', { name: 'React', exact: true }).first().click();
  await page.getByRole('dialog', { name: 'Choose a reaction' }).getByText(emoji).click();
}

/** Everything that pages of a browser tell their member unasked, over all that happens to them. */
export async function watchNotices(context: BrowserContext) {
  const errors: string[] = [];
  let mostBanners = 0;
  await context.exposeBinding('kithNotices', (_, banners: number, alerts: string[]) => {
    mostBanners = Math.max(mostBanners, banners);
    errors.push(...alerts);
  });
  await context.addInitScript(() => {
    const told = new WeakSet<Element>();
    const look = () => {
      const banners = document.querySelectorAll('[class*="notices"] > *').length;
      const alerts = [...document.querySelectorAll('[data-toast] [role=alert]')].filter((alert) => !told.has(alert));
      for (const alert of alerts) told.add(alert);
      const tell = (globalThis as unknown as { kithNotices(banners: number, alerts: string[]): Promise<void> }).kithNotices;
      if (banners > 0 || alerts.length > 0)
        void tell(
          banners,
          alerts.map((alert) => alert.textContent ?? ''),
        );
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true });
  });
  return {
    /** the texts of messages about failures */
    errors: errors as readonly string[],
    /** how many banners ever stood at once */
    mostBanners: () => mostBanners,
  };
}
