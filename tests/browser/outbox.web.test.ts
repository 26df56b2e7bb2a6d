/** One place says what has not reached the server, and what can be done about each of it, with a network or without. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from 'vitest';
import { barriers } from '../support/barriers.ts';
import { type FaultyCircle, startFaultyCircle } from '../support/faulty-circle.ts';
import { card, comment, upToDate, writePost } from '../support/on-screen.ts';
import { until } from '../support/until.ts';

let circle: FaultyCircle;
let page: Page;

beforeAll(async () => {
  circle = await startFaultyCircle();
  page = circle.profile.page;
});
afterAll(() => circle?.close());
beforeEach(({ task }) => {
  onTestFailed(async () => {
    await page.screenshot({ path: `test-results/outbox-${task.id}.png` });
  });
});

const outbox = (): Locator => page.getByRole('dialog', { name: 'Outbox' });
const entry = (words: string): Locator => outbox().getByRole('listitem').filter({ hasText: words });
const entries = (): Promise<string[]> => outbox().locator('[data-state] > p:first-child').allTextContents();
const openOutbox = async (words: string | RegExp): Promise<void> => {
  await page.getByRole('link', { name: words }).first().click();
  await outbox().waitFor();
};
const goOffline = async (): Promise<void> => {
  circle.network.cut();
  await page.getByText('Connection lost').waitFor();
};
const goOnline = async (): Promise<void> => {
  circle.network.heal();
  await page.getByRole('button', { name: 'Retry', exact: true }).click();
  await upToDate(page);
};
async function discard(words: string): Promise<void> {
  await entry(words)
    .getByRole('button', { name: /^Discard/ })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await entry(words).waitFor({ state: 'detached' });
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
}
async function closeOutbox(): Promise<void> {
  await outbox().getByRole('button', { name: 'Close' }).click();
  await outbox().waitFor({ state: 'detached' });
}
const serverPosts = async () =>
  (await circle.database.sql<{ content: string }[]>`select content from posts order by created_at, id`).map(({ content }) => content);

test('where everything is sent it says so, over the page that was open, and closes back to it', async () => {
  await page.goto('/friends');
  await openOutbox('Up to date');
  expect(new URL(page.url()).pathname).toBe('/friends');
  await outbox().getByText('Everything is sent').waitFor();
  await outbox().getByText('What you begin to write and do not send is kept here.').waitFor();
  await page.keyboard.press('Escape');
  await outbox().waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Up to date');
});

test('what was written without a network is listed in its order, in words, with its text', async () => {
  // Read with a network already: to have read what one was told of it is no write of the train.
  await page.goto(`/posts/${circle.postId}`);
  await until(async () => {
    const [told] = await circle.database.sql`select is_read from notifications where related_post_id = ${circle.postId}`;
    return told?.is_read === true;
  });
  await writePost(page, 'Written on the train');
  await upToDate(page);
  await goOffline();
  await page.goto(`/posts/${circle.postId}`);
  await comment(page, 'Said in a tunnel');
  await writePost(page, 'Kept for later');
  await writePost(page, 'Better not');
  await page.goto('/posts');
  await openOutbox('Offline – saved on this device');
  await entry('Kept for later').waitFor();
  expect(await entries()).toEqual(['Comment on “Say something”', 'Post', 'Post']);
  await entry('Said in a tunnel').getByText('Waiting to be sent').waitFor();
  await outbox().getByText('You are offline. What waits is sent by itself when you are back.').waitFor();
  expect(await barriers(page, 'the outbox with what waits')).toEqual([]);
});

test('what is discarded is asked about, is gone without a network, and is never sent', async () => {
  await entry('Better not')
    .getByRole('button', { name: /^Discard/ })
    .click();
  const question = page.getByRole('alertdialog', { name: 'Discard this?' });
  await question.waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel');
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Discard: Post');
  await discard('Better not');
  await closeOutbox();
  await expect.poll(() => card(page, 'Better not').count()).toBe(0);
  await page.reload();
  await card(page, 'Kept for later').waitFor();
  expect(await card(page, 'Better not').count()).toBe(0);
});

test('a change that is discarded goes back to what the server has', async () => {
  const [post] = await circle.database.sql`select id from posts where content = 'Written on the train'`;
  await page.goto(`/posts/${post?.id}/edit`);
  await page.getByLabel('What would you like to share?').fill('Written in haste');
  await page.getByRole('button', { name: /^Update Post/ }).click();
  await page.waitForURL(`**/posts/${post?.id}`);
  await page.goto('/posts');
  await openOutbox('Offline – saved on this device');
  await entry('Written in haste').getByText('Change to your post').waitFor();
  await discard('Written in haste');
  await closeOutbox();
  await card(page, 'Written on the train').waitFor();
  expect(await card(page, 'Written in haste').count()).toBe(0);
});

test('back on the network the rest is sent, once each, and the outbox empties itself while it is open', async () => {
  await openOutbox('Offline – saved on this device');
  circle.network.heal();
  await outbox().getByRole('button', { name: 'Retry all' }).click();
  await outbox().getByText('Everything is sent').waitFor();
  expect(await serverPosts()).toEqual(['Say something', 'Written on the train', 'Kept for later']);
  expect(await circle.anasComments()).toEqual({ 'Said in a tunnel': 1 });
  await closeOutbox();
  await upToDate(page);
});

test('what the server refuses stands there with the reason, and leads to where it is written anew', async () => {
  const doomed = await circle.benPosts('Not for long');
  await page.goto(`/posts/${doomed}`);
  await page.getByText('Not for long').first().waitFor();
  await goOffline();
  await comment(page, 'Too late');
  await circle.benDeletes(doomed);
  await goOnline();
  await page.goto('/posts');
  await page.getByText('Your comment was not accepted').waitFor();
  await page.getByRole('link', { name: 'Open outbox' }).click();
  await entry('Too late').getByText('Not accepted: This post has been deleted or is no longer available.').waitFor();
  expect(await entry('Too late').count()).toBe(1);
  expect(await entry('Too late').getByRole('button', { name: 'Copy text' }).count()).toBe(1);
  expect(await barriers(page, 'the outbox with what was refused')).toEqual([]);
  await discard('Too late');
  await closeOutbox();
  await expect.poll(() => page.getByText('Your comment was not accepted').count()).toBe(0);
});

test('drafts are listed with where they belong, lead back, and can be let go of', async () => {
  await page.goto('/posts/create');
  await page.getByLabel('What would you like to share?').fill('Half a thought');
  await openOutbox('Up to date');
  await entry('Half a thought').waitFor();
  await page.goto(`/posts/${circle.postId}`);
  await page.getByLabel('Write a comment').fill('Half an answer');
  await openOutbox('Up to date');
  await entry('Half an answer').getByText('Comment on “Say something”').waitFor();
  await entry('Half a thought').getByText('New post').waitFor();
  await entry('Half a thought').getByRole('link', { name: /^Open/ }).click();
  await expect.poll(() => page.getByLabel('What would you like to share?').inputValue()).toBe('Half a thought');
  await page.goto(`/posts/${circle.postId}?outbox`);
  await discard('Half an answer');
  await closeOutbox();
  await expect.poll(() => page.getByLabel('Write a comment').inputValue()).toBe('');
  await page.reload();
  await page.getByLabel('Write a comment').waitFor();
  expect(await page.getByLabel('Write a comment').inputValue()).toBe('');
});

test('the same write shows once in a second tab, and goes there as well when it is discarded', async () => {
  await page.goto('/posts');
  await upToDate(page);
  await goOffline();
  await writePost(page, 'Seen twice');
  const other = await circle.profile.newTab();
  await other.goto('/posts?outbox');
  const there = other.getByRole('dialog', { name: 'Outbox' }).getByRole('listitem').filter({ hasText: 'Seen twice' });
  await there.waitFor();
  expect(await there.count()).toBe(1);
  await openOutbox('Offline – saved on this device');
  await discard('Seen twice');
  await there.waitFor({ state: 'detached' });
  await other.close();
  await closeOutbox();
  await goOnline();
  await until(async () => !(await serverPosts()).includes('Seen twice'));
});
