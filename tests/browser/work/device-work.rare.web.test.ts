/**
 * What each act costs the device: transactions and rows of its store, wake-ups of its worker, and how often cards, comments and messages
 * are drawn. On a phone that is online, with 2,000 posts of eight friends.
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { settingKey } from '../../../schemas/profiles/setting-keys.ts';
import { makeCircle } from '../../bench/circle.ts';
import { seedCircle, seedWritten } from '../../bench/seed-circle.ts';
import { type Member, PASSWORD } from '../../support/circle.ts';
import { countWork, readCounted, startCounting } from '../../support/counted-work.ts';
import { toEnd } from '../../support/feed.ts';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import { frames, noticeNetwork, upToDate } from '../../support/on-screen.ts';
import { chooseAudience, field, newPost, submit } from '../../support/post-form.ts';
import { until } from '../../support/until.ts';
import { differences, type Work } from '../../work/differences.ts';
import { bounds } from './device-bounds.ts';

const DAY = 24 * 3_600_000;
const circleSize = { friends: 8, postsEach: 250, commentsPerPost: 1 };
/** How long an act may take to become what its bound says. Only a failure takes that long. */
const PATIENCE_MS = 20_000;

const test = browserTest
  // By its beats the server finds what was written past it: the hundred rows that a pull is to fetch.
  .extend('serverOptions', { scope: 'file' }, () => ({ streamTiming: { beatMs: DAY } }))
  .extend('people', { scope: 'file' }, async ({ db, circle }) => {
    // None of the posts is of today: how many there were would depend on the time of day.
    const seeded = makeCircle(circleSize, Date.now() - 3 * DAY);
    await seedCircle(db.sql, seeded);
    const [ana] = seeded.members as [Member];
    const group = seeded.groups[0]?.id ?? '';
    for (let nth = 1; nth <= 20; nth += 1) await circle.message(ana, group, `Word ${nth}`);
    // The first row of a scope of her own changes what she reads, so it would be followed by a pull, at some heartbeat.
    await circle.setSetting(ana, settingKey.quietHours, 'off');
    const [dora, eve] = [await circle.signUp('Dora'), await circle.signUp('Eve')];
    await circle.invite(eve, { member: dora.id });
    return { ana, dora, eve };
  });

async function workOf(page: Page): Promise<Work> {
  const { page: own, worker } = await readCounted(page);
  const isNew = (name: string) => name.startsWith('new ');
  return {
    'transactions of the page': own.transactions,
    'rows read by the page': own.rows,
    'transactions of the worker': worker?.transactions ?? [],
    'rows read by the worker': worker?.rows ?? 0,
    'wake-ups of the worker': worker?.wakeUps ?? [],
    'rows drawn': own.renders.filter(isNew).map((name) => name.slice('new '.length)),
    'rows drawn again': own.renders.filter((name) => !isNew(name)),
  };
}

/** Everything that was begun before has ended, also what the worker does after the page is at rest. */
async function isQuiet(page: Page): Promise<void> {
  await upToDate(page);
  const read = async () => JSON.stringify(await readCounted(page));
  await until(async () => {
    const before = await read();
    await frames(page, 10);
    return before === (await read());
  });
}

test('each act costs the device what its bound says', async ({ open, people: { ana, dora, eve }, db }) => {
  /** Does this, and waits until it has cost what it may and everything is at rest. What comes later counts for the next act. */
  async function costs(act: string, page: Page, work: () => Promise<unknown>): Promise<void> {
    await isQuiet(page);
    await startCounting(page);
    await work();
    await hasCost(act, page);
  }
  async function hasCost(act: string, page: Page): Promise<void> {
    let differs: readonly string[] = [];
    const isRight = async () => {
      differs = differences(act, await workOf(page), bounds[act] ?? {});
      return differs.length === 0;
    };
    const isRightAtRest = async () => {
      if (!(await isRight())) return false;
      await upToDate(page);
      await frames(page, 2);
      return isRight();
    };
    await until(isRightAtRest, PATIENCE_MS).catch(() => expect.soft(differs).toEqual([]));
  }
  const tab = (page: Page, name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });

  const { page, context } = await open(ana);
  await upToDate(page);
  await countWork(context);
  const restart = async () => {
    await page.reload();
    await expect.poll(() => page.getByRole('article').count()).toBe(20);
    await upToDate(page);
  };
  // After the first start everything that a first sync has left to do is done.
  await restart();
  await costs('start with 2,000 posts', page, restart);
  await costs('pull of nothing', page, () => noticeNetwork(page));
  await costs('page of the feed', page, async () => {
    await toEnd(page);
    await expect.poll(() => page.getByRole('article').count()).toBe(40);
  });

  await page.evaluate(() => window.scrollTo(0, 0));
  await newPost(page);
  await field(page).fill('Soup at seven');
  await costs('post to 8', page, () => submit(page).click());
  await page.getByRole('article').filter({ hasText: 'Soup at seven' }).getByRole('button', { name: 'React', exact: true }).click();
  await costs('reaction', page, () => page.getByRole('dialog').getByText('🔥').click());
  await page.getByRole('article').first().locator('p').first().click();
  await page.getByLabel('Write a comment').fill('At eight');
  await costs('comment', page, () => page.getByRole('button', { name: 'Send' }).click());
  await page.getByRole('banner').getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await chooseAudience(page, 'Only me');
  await costs('audience narrowed', page, () => submit(page).click());

  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await tab(page, 'Groups').click();
  await costs('open a chat', page, () => page.getByRole('link', { name: /^The table/ }).click());
  await page.getByLabel('Message', { exact: true }).fill('On my way');
  await costs('message', page, () => page.getByRole('button', { name: 'Send' }).click());
  await page.getByRole('button', { name: 'Back', exact: true }).click();

  await tab(page, 'Posts').click();
  await expect.poll(() => page.getByRole('article').count()).toBe(20);
  const { posts, comments } = makeCircle({ ...circleSize, postsEach: 7 }, Date.now() - 2 * DAY, 2000);
  await seedWritten(db.sql, { posts: posts.slice(0, 50), comments: comments.slice(0, 50) });
  await costs('pull of 100 rows', page, () => noticeNetwork(page));
  await context.close();

  const { page: phone, context: newDevice } = await open(null);
  await countWork(newDevice);
  await phone.goto('/auth');
  await phone.getByLabel('Email', { exact: true }).fill(dora.email);
  await phone.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await startCounting(phone);
  await phone.getByRole('button', { name: 'Login', exact: true }).click();
  await upToDate(phone);
  await hasCost('sign-in', phone);
  await tab(phone, 'Friends').click();
  const accept = phone.getByRole('button', { name: `Accept the invitation of ${eve.name}` });
  await accept.waitFor();
  await costs('invitation accepted', phone, () => accept.click());
});
