/**
 * The promise of Kith in one story: what somebody writes without a network is safe, whatever happens to page, browser, server
 * and answers, and reaches their friend exactly once and in order when the network is back.
 */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from 'vitest';
import { openProfile, type Profile, waitForOfflineApp } from '../support/browser.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { person, signUpAndVerify } from '../support/people.ts';
import { freePort, startServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const ana = person('Ana Ribeiro');
const ben = person('Ben Okri');
let server: TestServer;
/** Each has a network of their own, so that one can be without. */
let anaNetwork: FaultProxy;
let benNetwork: FaultProxy;
let anas: Profile;
let bens: Profile;

beforeAll(async () => {
  const port = await freePort();
  [anaNetwork, benNetwork] = await Promise.all([startFaultProxy(port), startFaultProxy(port)]);
  server = await startServer({ port });
  [anas, bens] = await Promise.all([openProfile({ url: anaNetwork.url }), openProfile({ url: benNetwork.url })]);
});
afterAll(async () => {
  await Promise.all([anas?.close(), bens?.close()]);
  await server?.stop();
  await Promise.all([anaNetwork?.close(), benNetwork?.close()]);
});

beforeEach(({ task }) => {
  onTestFailed(async () => {
    await anas.page.screenshot({ path: `test-results/${task.id}-ana.png` });
    await bens.page.screenshot({ path: `test-results/${task.id}-ben.png` });
  });
});

const card = (page: Page, text: string): Locator => page.getByRole('article').filter({ hasText: text });
const upToDate = (page: Page) => page.getByText('Up to date').first().waitFor();

async function writePost(page: Page, text: string): Promise<void> {
  await page.goto('/posts');
  await page.getByRole('link', { name: /^(New post|Create your first post)$/ }).click();
  await page.getByLabel('What would you like to share?').fill(text);
  await page.getByRole('radio', { name: /^Friends Your/ }).check();
  await page.getByRole('button', { name: /^Create Post/ }).click();
  await card(page, text).waitFor();
}

async function comment(page: Page, text: string): Promise<void> {
  await page.getByLabel('Write a comment').fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('listitem').filter({ hasText: text }).waitFor();
}

async function react(page: Page, emoji: string): Promise<void> {
  await page.getByRole('button', { name: 'React', exact: true }).first().click();
  await page.getByRole('dialog', { name: 'Choose a reaction' }).getByText(emoji).click();
}

/** Rows of the server itself, to count what arrived. */
function rows<T extends object>(query: string) {
  if (!server.database) throw new Error('the server has a database of its own');
  return server.database.sql.unsafe<T[]>(query);
}

test('two people sign up and become friends on their own screens', async () => {
  await signUpAndVerify(anas.page, server, ana);
  await signUpAndVerify(bens.page, server, ben);
  await anas.page.getByRole('link', { name: 'Friends', exact: true }).click();
  await anas.page.getByRole('button', { name: 'Invite', exact: true }).first().click();
  await anas.page.getByLabel('Email').fill(ben.email);
  await anas.page.getByRole('button', { name: /Send/ }).click();
  await anas.page.getByText(ben.email).first().waitFor();

  await bens.page.getByRole('link', { name: 'Friends', exact: true }).click();
  await bens.page.getByRole('button', { name: 'Accept' }).first().click();
  await bens.page.getByRole('heading', { name: 'My Friends' }).waitFor();
  await bens.page.getByText(ana.name).first().waitFor();
  await anas.page.getByText(ben.name).first().waitFor();
});

test('what Ana writes without a network survives reloads and a closed browser, and is marked as waiting', async () => {
  await anas.page.goto('/posts');
  await upToDate(anas.page);
  await waitForOfflineApp(anas.page);
  anaNetwork.cut();
  await anas.page.getByText('Connection lost').waitFor({ timeout: 10_000 });

  for (const text of ['The first without a network', 'The second without a network']) await writePost(anas.page, text);
  await card(anas.page, 'The second without a network').getByRole('link').first().click();
  await anas.page.waitForURL(/\/posts\/[0-9a-f-]{36}$/);
  const address = new URL(anas.page.url()).pathname;
  for (const text of ['one', 'two', 'three']) await comment(anas.page, `Comment ${text}`);
  await react(anas.page, '❤️');
  await anas.page.getByRole('button', { name: '1 reaction, yours among them' }).waitFor();

  const holds = async (page: Page) => {
    await page.goto('/posts');
    for (const text of ['The first without a network', 'The second without a network']) {
      await card(page, text).getByText('Saved. Will be sent when you are back online.').waitFor();
    }
    // The newest stands first.
    expect(await page.getByRole('article').first().textContent()).toContain('The second without a network');
    // A deep link, straight out of the service worker.
    await page.goto(address);
    await page.reload();
    const comments = page.getByRole('listitem').filter({ hasText: 'Comment' });
    await comments.nth(2).waitFor();
    expect((await comments.allTextContents()).map((text) => /Comment (one|two|three)/.exec(text)?.[1])).toEqual(['one', 'two', 'three']);
    await comments.first().getByText('Saved, not sent yet').waitFor();
    await page.getByRole('button', { name: '1 reaction, yours among them' }).waitFor();
  };
  await anas.page.reload();
  await holds(anas.page);
  await anas.page.reload();
  await holds(anas.page);
  await holds(await anas.reopen());

  // Offline is one banner, and no toast for what works on behind it.
  expect(await anas.page.getByText('Connection lost').count()).toBe(1);
  expect(await anas.page.locator('[data-toast]').count()).toBe(0);
});

test('back on the network all of it reaches Ben at once, exactly once and in order, though an answer is lost', async () => {
  await bens.page.goto('/posts');
  await upToDate(bens.page);
  await anas.page.goto('/posts');
  const lost = anaNetwork.dropAnswerTo('/api/sync/push');
  anaNetwork.heal();
  await lost;
  const begun = Date.now();
  await card(bens.page, 'The second without a network').waitFor();
  await card(bens.page, 'The first without a network').waitFor();
  expect(Date.now() - begun).toBeLessThan(2000);
  const order = (await bens.page.getByRole('article').allTextContents()).map((text) => /The (first|second) without/.exec(text)?.[1]);
  expect(order).toEqual(['second', 'first']);

  await card(bens.page, 'The second without a network').getByText('3 comments').click();
  const comments = bens.page.getByRole('listitem').filter({ hasText: 'Comment' });
  await comments.nth(2).waitFor();
  expect((await comments.allTextContents()).map((text) => /Comment (one|two|three)/.exec(text)?.[1])).toEqual(['one', 'two', 'three']);
  await bens.page.getByRole('button', { name: '1 reaction' }).waitFor();

  await upToDate(anas.page);
  expect(await rows('select content from posts order by created_at, id')).toEqual([
    { content: 'The first without a network' },
    { content: 'The second without a network' },
  ]);
  expect(await rows('select content from post_comments order by created_at, id')).toHaveLength(3);
  expect(await rows('select emoji_code from post_reactions')).toHaveLength(1);
});

test("Ben's reaction shows at Ana's within a second", async () => {
  await card(anas.page, 'The second without a network').getByText('3 comments').click();
  await anas.page.getByRole('button', { name: '1 reaction, yours among them' }).waitFor();
  await react(bens.page, '🎉');
  const begun = Date.now();
  await anas.page.getByRole('button', { name: '2 reactions, yours among them' }).waitFor();
  expect(Date.now() - begun).toBeLessThan(1000);
});

test('the server is killed in the middle of it all, and nothing is lost or doubled', async () => {
  await bens.page.goto('/posts');
  await writePost(anas.page, 'Written before the fall');
  await card(bens.page, 'Written before the fall').waitFor();
  await server.kill9();
  for (const text of ['Written during the fall', 'And one more']) await writePost(anas.page, text);
  await react(bens.page, '🔥');
  await server.restart();

  await card(bens.page, 'And one more').waitFor();
  await card(bens.page, 'Written during the fall').waitFor();
  await upToDate(anas.page);
  await upToDate(bens.page);
  await until(async () => (await rows("select 1 from post_reactions where emoji_code = '🔥'")).length === 1);
  const written = await rows<{ content: string; times: number }>('select content, count(*)::int as times from posts group by content');
  expect(written).toHaveLength(5);
  expect(written.every(({ times }) => times === 1)).toBe(true);
  expect(await card(anas.page, 'And one more').count()).toBe(1);
});
