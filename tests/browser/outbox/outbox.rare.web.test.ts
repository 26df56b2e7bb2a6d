/** The outbox: what can be done about each entry, with and without a network, and where it leads. */
import { expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { card, comment, hasFocus, upToDate } from '../../support/on-screen.ts';
import { writePost } from '../../support/post-form.ts';
import { closeOutbox, discard, entry, openOutbox, outbox, test } from './outbox-stage.ts';

test('when everything is sent it says so over the open page, and closes to where it was opened', async ({ page }) => {
  await openOutbox(page, 'live');
  expect(new URL(page.url()).pathname).toBe('/settings');
  await outbox(page).getByText('Everything is sent').waitFor();
  await outbox(page).getByText('What you start to write and do not send is kept here.').waitFor();
  await page.keyboard.press('Escape');
  await outbox(page).waitFor({ state: 'detached' });
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await hasFocus(page.getByTitle('Outbox').last());
});

test('drafts are listed with what they are for, and lead back', async ({ page, people }) => {
  await page.goto('/posts/create');
  await page.getByLabel('What would you like to share?').fill('Half a thought');
  await openOutbox(page, 'live');
  await entry(page, 'Half a thought').waitFor();
  await page.goto(`/posts/${people.post}`);
  await page.getByLabel('Write a comment').fill('Half an answer');
  await openOutbox(page, 'live');
  await entry(page, 'Half an answer').getByText('Comment on “Say something”').waitFor();
  await entry(page, 'Half a thought').getByText('New post').waitFor();
  await entry(page, 'Half a thought').getByRole('link', { name: /^Open/ }).click();
  await expect.poll(() => page.getByLabel('What would you like to share?').inputValue()).toBe('Half a thought');
});

test('a discarded draft leaves its field, also after a reload', async ({ page, people }) => {
  const field = page.getByLabel('Write a comment');
  await page.goto(`/posts/${people.post}`);
  await field.fill('Half an answer');
  await openOutbox(page, 'live');
  await entry(page, 'Half an answer').waitFor();
  await page.goto(`/posts/${people.post}?outbox`);
  await discard(page, 'Half an answer');
  await closeOutbox(page);
  await expect.poll(() => field.inputValue()).toBe('');
  await page.reload();
  await field.waitFor();
  expect(await field.inputValue()).toBe('');
});

test('discarding asks first, works without a network, and lasts', async ({ page, goOffline }) => {
  await goOffline();
  await writePost(page, 'Kept for later');
  await writePost(page, 'Better not');
  await openOutbox(page, 'offline');
  const discardLast = entry(page, 'Better not').getByRole('button', { name: /^Discard/ });
  await discardLast.waitFor();
  expect(await barriers(page, 'the outbox with what waits')).toEqual([]);
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
});

test('discarding a change brings back what the server has', async ({ page, circle, people, goOffline, goOnline }) => {
  const post = await circle.post(people.ana, { content: 'Written on the train' });
  await card(page, 'Written on the train').waitFor();
  await goOffline();
  await page.goto(`/posts/${post}/edit`);
  await page.getByLabel('What would you like to share?').fill('Written in haste');
  await page.getByRole('button', { name: /^Update/ }).click();
  await page.waitForURL(`**/posts/${post}`);
  await page.goto('/posts');
  await openOutbox(page, 'offline');
  await entry(page, 'Written in haste').getByText('Change to your post').waitFor();
  await discard(page, 'Written in haste');
  await closeOutbox(page);
  await card(page, 'Written on the train').waitFor();
  await expect.poll(() => card(page, 'Written in haste').count()).toBe(0);
  await goOnline();
});

test('that something was seen is sent, but not listed as waiting', async ({ page, server, circle, people, goOffline, goOnline }) => {
  const bread = await circle.post(people.ben, { content: 'Fresh bread' });
  await card(page, 'Fresh bread').waitFor();
  await goOffline();
  await page.goto(`/posts/${bread}`);
  await comment(page, 'On my way');
  await openOutbox(page, 'offline');
  await entry(page, 'On my way')
    .getByRole('button', { name: /^Discard/ })
    .waitFor();
  await outbox(page).getByText('1 not sent').waitFor();
  await discard(page, 'On my way');
  await outbox(page).getByText('Nothing is waiting to be sent').waitFor();
  await closeOutbox(page);
  const isRead = async () => (await server.sql`select is_read from notifications where related_post_id = ${bread}`)[0]?.is_read;
  expect(await isRead()).toBe(false);
  await goOnline();
  await expect.poll(isRead).toBe(true);
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

test('what the server refuses is listed once, with the reason and a button that copies the text', async ({
  page,
  circle,
  people,
  goOffline,
  goOnline,
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
  await expect.poll(() => entry(page, 'Too late').getByRole('button', { name: 'Copy text' }).count()).toBe(1);
  expect(await barriers(page, 'the outbox with what was refused')).toEqual([]);
  await discard(page, 'Too late');
  await closeOutbox(page);
  await expect.poll(() => page.getByText('Your comment was not accepted').count()).toBe(0);
});

test('a discarded entry disappears in a second tab as well, and is never sent', async ({ page, goOffline, goOnline, sent }) => {
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
