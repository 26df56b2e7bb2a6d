/** A post that is not on the device yet, leaves its audience, or is opened by the address of a comment. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { PAGE_WITHOUT_APP } from '../../support/browser.ts';
import { commentAll, commentField, commentRow, openPost, test } from '../../support/fixtures/post-stage.ts';
import { cutSync, hasFocus, healSync, upToDate } from '../../support/on-screen.ts';
import { GONE, onScreen, upTo } from './post-stage.ts';

const UNKNOWN = '00000000-0000-7000-8000-000000000000';

/** Closes the app, so that it comes back without a connection. */
async function closeApp(page: Page): Promise<void> {
  await cutSync(page);
  // An open stream would still deliver current changes to the worker, which lives on for a moment. The worker's lock disappears with the
  // worker.
  await page.goto(PAGE_WITHOUT_APP);
  await expect.poll(() => page.evaluate(async () => (await navigator.locks.query()).held?.length)).toBe(0);
}

async function isFoundAndRead(target: Locator): Promise<void> {
  await expect.poll(() => onScreen(target)).toBe(true);
  await hasFocus(target);
}

test('a post that is not on this device yet loads when online; an unknown post, and editing somebody else’s, reads "Post not found"', async ({
  desktop,
  circle,
  people: { ana },
}) => {
  await desktop.goto('/posts');
  await upToDate(desktop);
  await closeApp(desktop);
  const post = await circle.post(ana, { content: 'News from the hills' });
  await desktop.goto(`/posts/${post}`);
  await desktop.getByText('It will load when you are online.').waitFor();
  expect(await desktop.getByText('Post not found').count()).toBe(0);
  expect(await barriers(desktop, 'post that is not here yet')).toEqual([]);
  await healSync(desktop);
  await desktop.getByRole('article').getByText('News from the hills').waitFor();

  for (const path of [`${post}/edit`, `${UNKNOWN}/edit`, UNKNOWN]) {
    await desktop.goto(`/posts/${path}`);
    await desktop.getByText('Post not found').waitFor();
  }
  await desktop.getByRole('button', { name: 'Go back' }).click();
  await desktop.waitForURL('**/posts');
});

test('an open post stays while the viewer is in its audience, disappears when not, and mentions a comment only if one was begun', async ({
  desktop,
  circle,
  people: { ana, ben },
}) => {
  const dora = await circle.signUp('Dora Vik');
  await circle.befriend(dora, ben);
  const content = 'Wider and wider';
  const post = await circle.post(ana, { content });
  await openPost(desktop, post);
  await commentField(desktop).fill('In the middle of a sentence');
  await desktop.evaluate((words) => {
    new MutationObserver(() => {
      if (document.body.textContent?.includes(words)) document.body.setAttribute('data-was-gone', '');
    }).observe(document.body, { childList: true, subtree: true });
  }, GONE);
  const moved = async (visibility_type: string) => (await ana.client.put(`/api/posts/${post}`, { content, visibility_type })).status;
  expect(await moved('friends_of_friends')).toBe(200);
  await desktop.getByRole('article').getByText('Friends and theirs').waitFor();
  expect(await commentField(desktop).inputValue()).toBe('In the middle of a sentence');
  expect(await desktop.evaluate(() => document.body.hasAttribute('data-was-gone'))).toBe(false);

  await commentField(desktop).fill('');
  expect(await moved('private')).toBe(200);
  await desktop.getByText(GONE).waitFor();
  expect(await desktop.getByText('What you were writing').count()).toBe(0);

  // When a friendship ends, all posts of that friend disappear.
  await openPost(desktop, await circle.post(dora, { content: 'Among friends' }));
  await commentField(desktop).fill('Dear friend');
  expect((await circle.unfriend(dora, ben)).code).toBeNull();
  await desktop.getByText(GONE).waitFor();
  await desktop.getByText('Dear friend').waitFor();
});

test('the address of a comment leads to it, marked for a moment, to where a deleted one was, and to one that arrives later', async ({
  desktop,
  circle,
  people,
}) => {
  const { ana, ben } = people;
  const post = await circle.post(ana, { content: 'A long talk' });
  const ids = await commentAll(
    circle,
    ben,
    post,
    upTo(60, (n) => `Word ${n}.`),
  );
  const row = (n: number) => commentRow(desktop, `Word ${n}.`);
  const lead = (page: Page, comment: string | undefined) => page.goto(`/posts/${post}?comment=${comment}`, { waitUntil: 'commit' });
  await lead(desktop, ids[39]);
  await desktop.locator('[data-marked]').and(row(40)).waitFor();
  await isFoundAndRead(row(40));
  await expect.poll(() => row(40).getAttribute('data-marked')).toBeNull();
  expect(await onScreen(row(40))).toBe(true);

  expect((await ben.client.delete(`/api/posts/${post}/comments/${ids[49]}`)).status).toBe(200);
  await lead(desktop, ids[49]);
  const tombstone = desktop.getByRole('listitem').filter({ hasText: 'This comment was deleted' });
  await tombstone.waitFor();
  await isFoundAndRead(tombstone);

  await closeApp(desktop);
  const late = await circle.comment(ana, post, 'Late to the table');
  await lead(desktop, late);
  await row(1).waitFor();
  expect(await desktop.evaluate(() => scrollY)).toBe(0);
  await healSync(desktop);
  await commentRow(desktop, 'Late to the table').waitFor();
  await isFoundAndRead(commentRow(desktop, 'Late to the table'));

  // With an unknown comment it shows just the post.
  await lead(desktop, UNKNOWN);
  await row(1).waitFor();
  await commentRow(desktop, 'Late to the table').waitFor();
  expect(await desktop.evaluate(() => scrollY)).toBe(0);
  expect(await desktop.getByRole('alert').count()).toBe(0);
  expect(await desktop.locator('[data-marked]').count()).toBe(0);
});
