/** Ana in front of her outbox, on a network that can be cut. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { DESKTOP, waitForOfflineApp } from '../../support/browser.ts';
import { offlineTest as browserTest } from '../../support/fixtures/browser.ts';
import { inSync, noticeNetwork, type SyncKind, upToDate } from '../../support/on-screen.ts';

export const test = browserTest
  /** Ben has written a post that Ana, his friend, can answer. */
  .extend('people', { scope: 'file' }, async ({ circle }) => {
    const [ana, ben] = [await circle.signUp('Ana'), await circle.signUp('Ben')];
    await circle.befriend(ana, ben);
    return { ana, ben, post: await circle.post(ben, { content: 'Say something' }) };
  })
  /** Ana, whose device is up to date and could go on without a network */
  .extend('page', async ({ open, faultProxy: network, people }) => {
    const { page } = await open(people.ana, { url: network.url, viewport: DESKTOP });
    await upToDate(page);
    await waitForOfflineApp(page);
    return page;
  })
  /** Cuts Ana's network, and waits until the page says so. */
  .extend('goOffline', async ({ page, faultProxy: network }) => async (): Promise<void> => {
    network.cut();
    await page.getByText('Connection lost').waitFor();
  })
  .extend('goOnline', async ({ page, faultProxy: network }) => async (): Promise<void> => {
    network.heal();
    await noticeNetwork(page);
    await upToDate(page);
  })
  /** Waits until Ana has seen Ben's post. Marking the notification as read is a write too, and not for the outbox of a test. */
  .extend('readByAna', ({ page, server, people: { post } }) => async (): Promise<void> => {
    await page.goto(`/posts/${post}`);
    await expect
      .poll(async () => (await server.sql`select is_read from notifications where related_post_id = ${post}`)[0]?.is_read)
      .toBe(true);
    await upToDate(page);
  })
  /** Ana's texts on the server, each with its count. */
  .extend('sent', async ({ server, people: { ana } }) => async (): Promise<Record<string, number>> => {
    const rows = await server.sql<{ content: string; count: number }[]>`
      select content, count(*)::int as count
      from (select content, author_id from posts union all select content, author_id from post_comments) written
      where author_id = ${ana.id} group by content`;
    return Object.fromEntries(rows.map((row) => [row.content, row.count]));
  });

export const outbox = (page: Page): Locator => page.getByRole('dialog', { name: 'Outbox' });
export const entry = (page: Page, words: string): Locator => outbox(page).getByRole('listitem').filter({ hasText: words });
/** Opens the outbox from the sync status, once that has reached this kind. When there is no status, the link is in Settings. */
export const openOutbox = async (page: Page, kind: SyncKind): Promise<void> => {
  await inSync(page, kind).waitFor();
  if (kind === 'live') await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings', exact: true }).click();
  const link = page.getByTitle('Outbox');
  // Status words that show for a moment lead there too. The permanent link is the one in Settings.
  await (kind === 'live' ? link.filter({ hasText: 'Outbox' }) : link.last()).click();
  await outbox(page).waitFor();
};
export async function discard(page: Page, words: string): Promise<void> {
  await entry(page, words)
    .getByRole('button', { name: /^Discard/ })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await entry(page, words).waitFor({ state: 'detached' });
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
}
export async function closeOutbox(page: Page): Promise<void> {
  await outbox(page).getByRole('button', { name: 'Close' }).click();
  await outbox(page).waitFor({ state: 'detached' });
}
