/** One place lists what has not reached the server, and what can be done about each entry, with and without a network. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { DESKTOP, waitForOfflineApp } from '../../support/browser.ts';
import { offlineTest as browserTest } from '../../support/fixtures/browser.ts';
import { card, comment, hasFocus, inSync, noticeNetwork, type SyncKind, upToDate } from '../../support/on-screen.ts';
import { writePost } from '../../support/post-form.ts';

const test = browserTest
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
  /** Ana's texts on the server, each with its count. */
  .extend('sent', async ({ server, people: { ana } }) => async (): Promise<Record<string, number>> => {
    const rows = await server.sql<{ content: string; count: number }[]>`
      select content, count(*)::int as count
      from (select content, author_id from posts union all select content, author_id from post_comments) written
      where author_id = ${ana.id} group by content`;
    return Object.fromEntries(rows.map((row) => [row.content, row.count]));
  });

const outbox = (page: Page): Locator => page.getByRole('dialog', { name: 'Outbox' });
const entry = (page: Page, words: string): Locator => outbox(page).getByRole('listitem').filter({ hasText: words });
/** Opens the outbox from the sync status, once that has reached this kind. When there is no status, the link is in Settings. */
const openOutbox = async (page: Page, kind: SyncKind): Promise<void> => {
  await inSync(page, kind).waitFor();
  if (kind === 'live') await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings', exact: true }).click();
  const link = page.getByTitle('Outbox');
  // Status words that show for a moment lead there too. The permanent link is the one in Settings.
  await (kind === 'live' ? link.filter({ hasText: 'Outbox' }) : link.last()).click();
  await outbox(page).waitFor();
};
async function discard(page: Page, words: string): Promise<void> {
  await entry(page, words)
    .getByRole('button', { name: /^Discard/ })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await entry(page, words).waitFor({ state: 'detached' });
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
}
async function closeOutbox(page: Page): Promise<void> {
  await outbox(page).getByRole('button', { name: 'Close' }).click();
  await outbox(page).waitFor({ state: 'detached' });
}

test('when everything is sent it says so over the open page; drafts are listed, lead back, and can be discarded', async ({
  page,
  people,
}) => {
  await openOutbox(page, 'live');
  expect(new URL(page.url()).pathname).toBe('/settings');
  await outbox(page).getByText('Everything is sent').waitFor();
  await outbox(page).getByText('What you begin to write and do not send is kept here.').waitFor();
  await page.keyboard.press('Escape');
  await outbox(page).waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('');
  await hasFocus(page.getByTitle('Outbox').last());

  const field = page.getByLabel('Write a comment');
  await page.goto('/posts/create');
  await page.getByLabel('What would you like to share?').fill('Half a thought');
  await openOutbox(page, 'live');
  await entry(page, 'Half a thought').waitFor();
  await page.goto(`/posts/${people.post}`);
  await field.fill('Half an answer');
  await openOutbox(page, 'live');
  await entry(page, 'Half an answer').getByText('Comment on “Say something”').waitFor();
  await entry(page, 'Half a thought').getByText('New post').waitFor();
  await entry(page, 'Half a thought').getByRole('link', { name: /^Open/ }).click();
  await expect.poll(() => page.getByLabel('What would you like to share?').inputValue()).toBe('Half a thought');
  await page.goto(`/posts/${people.post}?outbox`);
  await discard(page, 'Half an answer');
  await closeOutbox(page);
  await expect.poll(() => field.inputValue()).toBe('');
  await page.reload();
  await field.waitFor();
  expect(await field.inputValue()).toBe('');
});

test('what was written without a network is listed in order; what is discarded is never sent, the rest once each', async ({
  page,
  server,
  people,
  faultProxy: network,
  goOffline,
  sent,
}) => {
  // Marking the notification as read is a write too. It must not be among the writes made offline.
  await page.goto(`/posts/${people.post}`);
  await expect
    .poll(async () => (await server.sql`select is_read from notifications where related_post_id = ${people.post}`)[0]?.is_read)
    .toBe(true);
  await writePost(page, 'Written on the train');
  await upToDate(page);
  await goOffline();
  await page.goto(`/posts/${people.post}`);
  await comment(page, 'Said in a tunnel');
  await writePost(page, 'Kept for later');
  await writePost(page, 'Better not');
  await page.goto('/posts');
  await openOutbox(page, 'offline');
  await entry(page, 'Kept for later').waitFor();
  const titles = await outbox(page).locator('[data-state] > p:first-child').allTextContents();
  expect(titles).toEqual(['Comment on “Say something”', 'Post', 'Post']);
  await entry(page, 'Said in a tunnel').getByText('Waiting to be sent').waitFor();
  await outbox(page).getByText('You are offline. What waits is sent by itself when you are back.').waitFor();
  expect(await barriers(page, 'the outbox with what waits')).toEqual([]);

  // Discarding asks first, and works without a network.
  const discardLast = entry(page, 'Better not').getByRole('button', { name: /^Discard/ });
  await discardLast.click();
  const question = page.getByRole('alertdialog', { name: 'Discard this?' });
  await hasFocus(question.getByRole('button', { name: 'Cancel' }));
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await hasFocus(discardLast);
  expect(await discardLast.getAttribute('aria-label')).toBe('Discard: Post');
  await discard(page, 'Better not');
  await closeOutbox(page);
  await expect.poll(() => card(page, 'Better not').count()).toBe(0);
  await page.reload();
  await card(page, 'Kept for later').waitFor();
  expect(await card(page, 'Better not').count()).toBe(0);

  // Discarding a change brings back what the server has.
  const [post] = await server.sql`select id from posts where content = 'Written on the train'`;
  await page.goto(`/posts/${post?.id}/edit`);
  await page.getByLabel('What would you like to share?').fill('Written in haste');
  await page.getByRole('button', { name: /^Update Post/ }).click();
  await page.waitForURL(`**/posts/${post?.id}`);
  await page.goto('/posts');
  await openOutbox(page, 'offline');
  await entry(page, 'Written in haste').getByText('Change to your post').waitFor();
  await discard(page, 'Written in haste');
  await closeOutbox(page);
  await card(page, 'Written on the train').waitFor();
  expect(await card(page, 'Written in haste').count()).toBe(0);

  // Back on the network, the outbox empties itself while it is open.
  await openOutbox(page, 'offline');
  network.heal();
  await outbox(page).getByRole('button', { name: 'Retry all' }).click();
  await outbox(page).getByText('Everything is sent').waitFor();
  expect(await sent()).toEqual({ 'Written on the train': 1, 'Kept for later': 1, 'Said in a tunnel': 1 });
});

test('what cannot be taken back, such as that something was seen, is listed without a button for it', async ({
  page,
  circle,
  people,
  goOffline,
  goOnline,
}) => {
  const bread = await circle.post(people.ben, { content: 'Fresh bread' });
  await card(page, 'Fresh bread').waitFor();
  await goOffline();
  await page.goto(`/posts/${bread}`);
  await comment(page, 'On my way');
  await openOutbox(page, 'offline');
  await entry(page, 'On my way')
    .getByRole('button', { name: /^Discard/ })
    .waitFor();
  const seen = entry(page, 'Notification marked as read').first();
  await seen.getByText('Waiting to be sent').waitFor();
  expect(await seen.getByRole('button').count()).toBe(0);
  await discard(page, 'On my way');
  await closeOutbox(page);
  await goOnline();
});

test('when the words that opened it are gone by the time it closes, the heading gets the focus', async ({ page, goOffline, goOnline }) => {
  await goOffline();
  const words = page.getByTitle('Outbox');
  await words.click();
  await outbox(page).waitFor();
  await goOnline();
  await words.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await outbox(page).waitFor({ state: 'detached' });
  await hasFocus(page.getByRole('heading', { level: 1 }));
});

test('what the server refuses is listed with the reason; a discarded entry disappears in a second tab as well', async ({
  page,
  circle,
  people,
  goOffline,
  goOnline,
  sent,
}) => {
  const doomed = await circle.post(people.ben, { content: 'Not for long' });
  await page.goto(`/posts/${doomed}`);
  await page.getByText('Not for long').first().waitFor();
  await goOffline();
  await comment(page, 'Too late');
  await circle.done(people.ben, 'posts', { id: doomed, _deleted: true });
  await goOnline();
  await page.goto('/posts');
  await page.getByText('Your comment was not accepted').waitFor();
  await page.getByRole('link', { name: 'Open outbox' }).click();
  await entry(page, 'Too late').getByText('Not accepted: This post has been deleted or is no longer available.').waitFor();
  expect(await entry(page, 'Too late').count()).toBe(1);
  expect(await entry(page, 'Too late').getByRole('button', { name: 'Copy text' }).count()).toBe(1);
  expect(await barriers(page, 'the outbox with what was refused')).toEqual([]);
  await discard(page, 'Too late');
  await closeOutbox(page);
  await expect.poll(() => page.getByText('Your comment was not accepted').count()).toBe(0);

  // A pending write shows once in a second tab.
  await upToDate(page);
  await goOffline();
  await writePost(page, 'Seen twice');
  const other = await page.context().newPage();
  await other.goto('/posts?outbox');
  const there = entry(other, 'Seen twice');
  await there.waitFor();
  expect(await there.count()).toBe(1);
  await openOutbox(page, 'offline');
  await discard(page, 'Seen twice');
  await there.waitFor({ state: 'detached' });
  await other.close();
  await closeOutbox(page);
  await goOnline();
  // A later write arrives. The discarded one before it would have arrived as well.
  await writePost(page, 'Seen once');
  await expect.poll(async () => (await sent())['Seen once']).toBe(1);
  expect(await sent()).not.toHaveProperty('Seen twice');
});
