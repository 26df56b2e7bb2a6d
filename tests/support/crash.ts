import type { Page } from 'playwright-core';

/** Kills the process of a page and its workers, and closes the tab that is left of it. The browser needs another page to stay open. */
export async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  // The command gets no answer, because the process that would answer is gone.
  session.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
}
