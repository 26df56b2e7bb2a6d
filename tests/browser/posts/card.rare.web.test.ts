/** Cards and forms in their less common states: without friends, without a text, and of members who wrote today. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { DESKTOP } from '../../support/browser.ts';
import { commentField, commentRow, openPost } from '../../support/fixtures/post-stage.ts';
import { card, upToDate } from '../../support/on-screen.ts';
import { audienceLine, audienceSheet, chooseAudience, field, newPost, someone, submit } from '../../support/post-form.ts';
import { test } from './card-stage.ts';

/** Leaves the form of a post without sending it. */
async function leave(page: Page): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^(Back|Cancel)$/ })
    .click();
  await page.waitForURL('**/posts');
}

test('on the desktop the field is right under the last comment and always in view; without comments it invites the first answer', async ({
  open,
  circle,
  people: { ana, cleo },
}) => {
  const post = await circle.post(ana, { content: 'A quiet table' });
  const { page } = await open(cleo, { viewport: DESKTOP, at: `/posts/${post}` });
  const bottomOf = async (row: ReturnType<typeof commentRow>) => {
    const box = await row.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  const composerTop = () => page.locator('form:has(textarea)').evaluate((form) => form.getBoundingClientRect().top);
  const heading = page.getByRole('heading', { name: 'Be the first to answer' });
  await heading.waitFor();
  await expect.poll(async () => (await composerTop()) - (await bottomOf(heading))).toBeLessThan(64);
  expect(await barriers(page, 'a post without comments')).toEqual([]);
  await commentField(page).fill('Here I am');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: '1 comment', exact: true }).waitFor();
  await expect.poll(async () => (await composerTop()) - (await bottomOf(commentRow(page, 'Here I am')))).toBeLessThan(64);
  for (let nth = 1; nth <= 12; nth += 1) await circle.comment(ana, post, `Chair ${nth}`);
  await page.getByRole('heading', { name: '13 comments' }).waitFor();
  const { bottom, height } = await page.locator('form:has(textarea)').evaluate((form) => ({
    bottom: form.getBoundingClientRect().bottom,
    height: innerHeight,
  }));
  expect(bottom).toBeLessThanOrEqual(height);
});

test('its author is not asked to be the first to answer', async ({ open, circle, people: { ana } }) => {
  const post = await circle.post(ana, { content: 'Anybody there?' });
  const { page } = await open(ana, { at: `/posts/${post}` });
  await page.getByRole('heading', { name: 'No answers yet' }).waitFor();
  expect(await page.getByText('Be the first to answer').count()).toBe(0);
});

test('an audience alone is no draft, and once it is blank again the form keeps nothing either', async ({ open, people: { ana, cleo } }) => {
  const { page } = await open(ana);
  const beginsAnew = async () => {
    await audienceLine(page).getByText('Friends · 2').waitFor();
    expect(await page.getByText('Draft restored').count()).toBe(0);
    expect(await page.getByRole('checkbox').count()).toBe(0);
  };
  await newPost(page);
  await chooseAudience(page, 'Choose people');
  await someone(page, cleo).check();
  await audienceLine(page).getByText('Cleo', { exact: true }).waitFor();
  await leave(page);
  await newPost(page);
  await beginsAnew();
  await chooseAudience(page, 'Only me');
  await page.reload();
  await beginsAnew();

  // The choice stays while the text comes and goes.
  await chooseAudience(page, 'Only me');
  await field(page).fill('Half a thought');
  await leave(page);
  await newPost(page);
  await page.getByText('Draft restored').waitFor();
  await audienceLine(page).getByText('Only me').waitFor();
  await field(page).fill('');
  await audienceLine(page).getByText('Only me').waitFor();
  await leave(page);
  await newPost(page);
  await beginsAnew();
});

test('a member without friends is led to inviting, and from empty pages to a new post; after the first acceptance a first post is suggested', async ({
  open,
  circle,
  people: { ana },
}) => {
  const nia = await circle.signUp('Nia Solo');
  const { page } = await open(nia);
  await page.getByRole('heading', { name: 'Build your tribe first' }).waitFor();
  await page.getByRole('link', { name: 'New post' }).click();
  const asked = await field(page).getAttribute('placeholder');
  await audienceLine(page).click();
  await audienceSheet(page).getByText('Nobody to choose yet: invite a friend first').waitFor();
  await audienceSheet(page).getByText('It waits for your first friend').waitFor();
  await page.keyboard.press('Escape');
  await chooseAudience(page, 'Choose people');
  expect(await barriers(page, 'nobody to choose')).toEqual([]);
  await page.getByRole('button', { name: 'Invite a friend' }).click();
  await page.getByRole('dialog').getByRole('textbox').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await leave(page);

  await circle.post(ana, { content: 'Welcome to the table' });
  await circle.befriend(nia, ana);
  await card(page, 'Welcome to the table').waitFor();
  const first = page.getByRole('region', { name: 'Your first post' });
  await first.getByText('Say hello to Ana').waitFor();
  expect(await barriers(page, 'a first post is suggested')).toEqual([]);
  await first.getByRole('link', { name: 'Write your first post' }).click();
  expect(await field(page).getAttribute('placeholder')).not.toBe(asked);
  await field(page).fill('Hello from Nia');
  await submit(page).click();
  // It is said for five seconds.
  await page.getByRole('status').filter({ hasText: 'Post created successfully!' }).waitFor();
  await card(page, 'Hello from Nia').waitFor();
  expect(await page.locator('[data-toast]').count()).toBe(0);
  await expect.poll(() => first.count()).toBe(0);
});

test('a member who wrote today has a ring, in the feed and around the table; beside the form are the people who will see the post', async ({
  open,
  circle,
}) => {
  const [ida, jon, kai] = [await circle.signUp('Ida Small'), await circle.signUp('Jon Early'), await circle.signUp('Kai Late')];
  for (const friend of [jon, kai]) await circle.befriend(ida, friend);
  await circle.post(jon, { content: 'Written this morning' });
  const old = await circle.post(kai, { content: 'Written last week' });
  await circle.database.write((tx) => tx`update posts set created_at = created_at - interval '7 days' where id = ${old}`);
  const { page } = await open(ida, { viewport: DESKTOP });
  await card(page, 'Written last week').waitFor();
  const ring = (text: string) =>
    card(page, text)
      .locator('header button > span')
      .first()
      .evaluate((avatar) => getComputedStyle(avatar).outlineStyle);
  await expect.poll(() => ring('Written this morning')).toBe('solid');
  expect(await ring('Written last week')).toBe('none');

  await page.goto('/friends');
  const table = page.getByRole('group', { name: '2 of 8 seats taken' });
  await table.getByRole('link', { name: 'Jon Early, wrote today' }).waitFor();
  await table.getByRole('link', { name: 'Kai Late', exact: true }).waitFor();
  await upToDate(page);

  await page.goto('/posts/create');
  const readers = page.getByRole('complementary').getByRole('region', { name: 'Who will see this' });
  await readers.getByText('2 people, and you. It goes no further.').waitFor();
  await expect
    .poll(() => readers.getByRole('listitem').allTextContents())
    .toEqual(['Jon Early', 'Kai Late'].map((name) => expect.stringContaining(name)));
  await chooseAudience(page, 'Choose people');
  await readers.getByText('Nobody is chosen yet.').waitFor();
  await someone(page, kai).check();
  await readers.getByText('1 person, and you.').waitFor();
  await chooseAudience(page, 'Only me');
  await readers.getByText('Nobody but you.').waitFor();
  expect(await readers.getByRole('listitem').count()).toBe(0);
  expect(await barriers(page, 'who will see this')).toEqual([]);

  // The counter is visible only when the text is nearly full. Screen readers can always read it.
  const counter = page.getByText('/ 5000');
  await field(page).fill('x'.repeat(4000));
  await expect.poll(() => counter.textContent()).toBe('4000 / 5000');
  expect((await counter.boundingBox())?.width).toBeLessThan(2);
  await field(page).fill('x'.repeat(4001));
  await expect.poll(async () => (await counter.boundingBox())?.width).toBeGreaterThan(20);
  await openPost(page, old);
  await commentField(page).fill('Short');
  const remaining = page.getByText('4995 characters remaining');
  expect((await remaining.boundingBox())?.width).toBeLessThan(2);
});
