/**
 * The promise of Kith in one story. What somebody writes without a network is safe, whatever happens to page, browser and answers. It
 * reaches their friend exactly once and in order when the network is back. The story begins with two strangers. `server-killed` tests the
 * same for a server that is killed.
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { waitForOfflineApp } from '../../support/browser.ts';
import { offlineTest as test } from '../../support/fixtures/browser.ts';
import { card, comment, react, upToDate } from '../../support/on-screen.ts';
import { person, signUpAndVerify } from '../../support/people.ts';
import { writePost } from '../../support/post-form.ts';

const ana = person('Ana Ribeiro');
const ben = person('Ben Okri');
const FIRST = 'The first without a network';
const SECOND = 'The second without a network';

/** Signs up on both screens; one invites, the other accepts. */
async function becomeFriends(anas: Page, bens: Page, server: Parameters<typeof signUpAndVerify>[1]): Promise<void> {
  await signUpAndVerify(anas, server, ana);
  await signUpAndVerify(bens, server, ben);
  await anas.getByRole('link', { name: 'Friends', exact: true }).click();
  await anas.getByRole('button', { name: 'Invite', exact: true }).first().click();
  await anas.getByLabel('Email').fill(ben.email);
  await anas.getByRole('button', { name: /Send/ }).click();
  await anas.getByText(ben.email).first().waitFor();

  await bens.getByRole('link', { name: 'Friends', exact: true }).click();
  await bens.getByRole('button', { name: 'Accept' }).first().click();
  await bens.getByRole('heading', { name: 'My Friends' }).waitFor();
  await bens.getByText(ana.name).first().waitFor();
  await anas.getByText(ben.name).first().waitFor();
}

/** Three comments are on the page of the post, in order. */
async function showsComments(page: Page): Promise<void> {
  const comments = page.getByRole('listitem').filter({ hasText: 'Comment' });
  await comments.nth(2).waitFor();
  await expect
    .poll(async () => (await comments.allTextContents()).map((text) => /Comment (one|two|three)/.exec(text)?.[1]))
    .toEqual(['one', 'two', 'three']);
}

/** What was written without a network is there and pending, on the feed and through a deep link, straight from the service worker. */
async function showsPending(page: Page, address: string): Promise<void> {
  await page.goto('/posts');
  for (const text of [FIRST, SECOND]) await card(page, text).getByText('Saved. Will be sent when you are back online.').waitFor();
  // The newest comes first.
  await expect.poll(() => page.getByRole('article').first().textContent()).toContain(SECOND);
  await page.goto(address);
  await page.reload();
  await showsComments(page);
  await page.getByRole('listitem').filter({ hasText: 'Comment' }).first().getByText('Saved, not sent yet').waitFor();
  await page.getByRole('button', { name: '1 reaction, yours included' }).waitFor();
}

test('what is written without a network survives reloads and a closed browser, and reaches a friend once and in order, although an answer is lost', async ({
  open,
  openOnDisk,
  faultProxy: network,
  server,
}) => {
  const anas = await openOnDisk(null, { url: network.url });
  const { page: bens } = await open();
  await becomeFriends(anas.page, bens, server);

  await anas.page.goto('/posts');
  await upToDate(anas.page);
  await waitForOfflineApp(anas.page);
  network.cut();
  await anas.page.getByText('Connection lost').waitFor();
  for (const text of [FIRST, SECOND]) await writePost(anas.page, text);
  await card(anas.page, SECOND).getByRole('link').first().click();
  await anas.page.waitForURL(/\/posts\/[0-9a-f-]{36}$/);
  const address = new URL(anas.page.url()).pathname;
  for (const text of ['one', 'two', 'three']) await comment(anas.page, `Comment ${text}`);
  await react(anas.page, '❤️');
  await anas.page.getByRole('button', { name: '1 reaction, yours included' }).waitFor();
  await anas.page.reload();
  await showsPending(anas.page, address);
  await anas.page.reload();
  await showsPending(await anas.reopen(), address);
  // Being offline shows one banner, and no toast for what still works.
  await expect.poll(() => anas.page.getByText('Connection lost').count()).toBe(1);
  expect(await anas.page.locator('[data-toast]').count()).toBe(0);

  await bens.goto('/posts');
  await upToDate(bens);
  await anas.page.goto('/posts');
  const lost = network.dropAnswerTo('/api/sync/push');
  network.heal();
  await lost;
  for (const text of [SECOND, FIRST]) await card(bens, text).waitFor();
  const order = (await bens.getByRole('article').allTextContents()).map((text) => /The (first|second) without/.exec(text)?.[1]);
  expect(order).toEqual(['second', 'first']);
  await card(bens, SECOND).getByText('3 comments').click();
  await showsComments(bens);
  await bens.getByRole('button', { name: '1 reaction' }).waitFor();
  await upToDate(anas.page);
  expect(await server.sql`select content from posts order by created_at, id`).toEqual([{ content: FIRST }, { content: SECOND }]);
  expect(await server.sql`select content from post_comments`).toHaveLength(3);
  expect(await server.sql`select emoji_code from post_reactions`).toHaveLength(1);

  await card(anas.page, SECOND).getByText('3 comments').click();
  await anas.page.getByRole('button', { name: '1 reaction, yours included' }).waitFor();
  await react(bens, '🎉');
  await anas.page.getByRole('button', { name: '2 reactions, yours included' }).waitFor();
});
