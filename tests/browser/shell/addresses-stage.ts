/** Where an address leads, and what its page is called. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

export const path = (page: Page): string => new URL(page.url()).pathname;
export const heading = (page: Page) => page.getByRole('heading', { level: 1 });
export const title = (page: Page) => expect.poll(() => page.title());

export async function expectRedirect(page: Page, from: string, to: string): Promise<void> {
  await page.goto(from);
  await page.waitForURL((url) => url.pathname === to);
}
