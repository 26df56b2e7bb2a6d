/** The screen of one post: what it shows, to whom it offers what, and what it says when the post is not, or no longer, there. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { barriers } from '../support/barriers.ts';
import { card } from '../support/on-screen.ts';
import { choose, commentField, commentRow, cutSync, healSync, openPost, openPostStage, type PostStage } from '../support/post-stage.ts';

const GONE = 'This post has been deleted or is no longer available.';
const UNKNOWN = '00000000-0000-7000-8000-000000000000';
let stage: PostStage;
let phone: Page;
let desktop: Page;

beforeAll(async () => {
  stage = await openPostStage();
  ({ phone, desktop } = stage);
});
afterAll(() => stage?.close());

const onScreen = (target: Locator) =>
  target.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    const field = document.querySelector('form:has(textarea[aria-label="Write a comment"])')?.getBoundingClientRect().top ?? innerHeight;
    return top >= 0 && bottom <= field;
  });

describe('a post', () => {
  test('shows its text, reactions and comments with their count above a field that stays in its place', async () => {
    const post = await stage.post('Bring chairs.\nBring soup. https://soup.example', stage.ana.name, 'friends_of_friends');
    await stage.react('post', post, '🎉');
    for (let n = 1; n <= 25; n++) await stage.comment(post, `Chair ${n}`);
    await openPost(phone, post);
    const article = phone.getByRole('article');
    await article.getByText('Bring chairs.\nBring soup.').waitFor();
    expect(await article.getByRole('link', { name: 'https://soup.example' }).getAttribute('target')).toBe('_blank');
    await article.getByText('Friends of friends').waitFor();
    await article.getByRole('button', { name: '1 reaction' }).waitFor();
    await phone.getByRole('heading', { name: '25 comments' }).waitFor();
    const names = await phone
      .getByRole('main')
      .getByRole('listitem')
      .getByText(/^Chair/)
      .allTextContents();
    expect(names).toEqual(Array.from({ length: 25 }, (_, n) => `Chair ${n + 1}`));
    const place = () => commentField(phone).evaluate((element) => element.getBoundingClientRect().bottom);
    const before = await place();
    expect(before).toBeLessThanOrEqual(844);
    await phone.mouse.move(200, 400);
    await phone.mouse.wheel(0, 5000);
    await expect.poll(() => onScreen(commentRow(phone, 'Chair 25'))).toBe(true);
    expect(await place()).toBe(before);
  });

  test('offers Edit and Delete to its author alone; Delete asks first, then goes to the feed', async () => {
    const post = await stage.post('To be or not');
    await stage.open(post);
    await phone.getByRole('banner').getByRole('button', { name: 'More' }).waitFor();
    expect(await desktop.getByRole('banner').getByRole('button', { name: 'More' }).count()).toBe(0);
    await choose(phone, phone.getByRole('banner'), 'Edit');
    await phone.waitForURL(`**/posts/${post}/edit`);
    await openPost(phone, post);
    await choose(phone, phone.getByRole('banner'), 'Delete');
    await phone.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await phone.getByRole('article').getByText('To be or not').waitFor();
    await choose(phone, phone.getByRole('banner'), 'Delete');
    await phone.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await phone.waitForURL('**/posts');
    await card(phone, 'To be or not').waitFor({ state: 'detached' });
    await expect.poll(async () => (await stage.client(stage.ana.name).get(`/api/posts/${post}`)).status).toBe(404);
  });

  test('that never was reads "Post not found", with a way back', async () => {
    await desktop.goto(`/posts/${UNKNOWN}`);
    await desktop.getByText('Post not found').waitFor();
    await desktop.getByRole('button', { name: 'Go back' }).click();
    await desktop.waitForURL('**/posts');
  });

  test('that is not on this device yet says that it will load when online, and then does', async () => {
    await cutSync(desktop);
    // A stream that is open already would still bring it.
    await desktop.goto('/posts');
    await desktop.getByText('Connection lost').waitFor();
    const post = await stage.post('News from the hills');
    await desktop.goto(`/posts/${post}`);
    await desktop.getByText('It will load when you are online.').waitFor();
    expect(await desktop.getByText('Post not found').count()).toBe(0);
    const problems = [...(await barriers(desktop, 'post that is not here yet'))];
    await healSync(desktop);
    await desktop.getByRole('article').getByText('News from the hills').waitFor();
    problems.push(...(await barriers(desktop, 'post')));
    expect(problems).toEqual([]);
  });
});

describe('a post that goes while it is open', () => {
  test('says so kindly, and what was being written is there to copy', async () => {
    const post = await stage.post('Not for long');
    await stage.open(post);
    await desktop.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await commentField(desktop).fill('I was about to say');
    await choose(phone, phone.getByRole('banner'), 'Delete');
    await phone.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await desktop.getByText(GONE).waitFor();
    await desktop.getByText('What you were writing is still here.').waitFor();
    await desktop.getByText('I was about to say').waitFor();
    expect(await barriers(desktop, 'post that is gone')).toEqual([]);
    await desktop.getByRole('button', { name: 'Copy text' }).click();
    await desktop.getByText('Copied').waitFor();
    expect(await desktop.evaluate(() => navigator.clipboard.readText())).toBe('I was about to say');
    await desktop.getByRole('button', { name: 'Discard' }).click();
    await desktop.getByText('I was about to say').waitFor({ state: 'detached' });
    await desktop.getByRole('button', { name: 'Go back' }).click();
    await desktop.waitForURL('**/posts');
  });

  test('says nothing of what was not written', async () => {
    const post = await stage.post('Kept to myself');
    await openPost(desktop, post);
    const narrowed = await stage
      .client(stage.ana.name)
      .put(`/api/posts/${post}`, { content: 'Kept to myself', visibility_type: 'private' });
    expect(narrowed.status).toBe(200);
    await desktop.getByText(GONE).waitFor();
    expect(await desktop.getByText('What you were writing').count()).toBe(0);
  });

  test('stays where only its audience moved and one is still in it', async () => {
    const post = await stage.post('Wider and wider');
    await openPost(desktop, post);
    await commentField(desktop).fill('In the middle of a sentence');
    await desktop.evaluate((words) => {
      new MutationObserver(() => {
        if (document.body.textContent?.includes(words)) document.body.setAttribute('data-was-gone', '');
      }).observe(document.body, { childList: true, subtree: true });
    }, GONE);
    await stage.client(stage.ana.name).put(`/api/posts/${post}`, { content: 'Wider and wider', visibility_type: 'friends_of_friends' });
    await desktop.getByRole('article').getByText('Friends of friends').waitFor();
    expect(await commentField(desktop).inputValue()).toBe('In the middle of a sentence');
    expect(await desktop.evaluate(() => document.body.hasAttribute('data-was-gone'))).toBe(false);
  });
});

describe('the address of a comment', () => {
  let post: string;
  const ids: string[] = [];
  beforeAll(async () => {
    post = await stage.post('A long talk');
    for (let n = 1; n <= 60; n++) ids.push(await stage.comment(post, `Word ${n}.`));
  });
  const row = (page: Page, n: number) => commentRow(page, `Word ${n}.`);
  const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);

  test('leads to it, gives it the focus and marks it for a moment', async () => {
    await phone.goto(`/posts/${post}?comment=${ids[39]}`, { waitUntil: 'commit' });
    await phone.locator('[data-marked]').and(row(phone, 40)).waitFor();
    await expect.poll(() => onScreen(row(phone, 40))).toBe(true);
    await expect.poll(() => hasFocus(row(phone, 40))).toBe(true);
    await expect.poll(() => row(phone, 40).getAttribute('data-marked'), { timeout: 10_000 }).toBeNull();
    expect(await onScreen(row(phone, 40))).toBe(true);
  });

  test('leads to where a deleted one was', async () => {
    await stage.client(stage.ben.name).delete(`/api/posts/${post}/comments/${ids[49]}`);
    await phone.goto(`/posts/${post}?comment=${ids[49]}`);
    const tombstone = phone.getByRole('listitem').filter({ hasText: 'This comment was deleted' });
    await tombstone.waitFor();
    await expect.poll(() => onScreen(tombstone)).toBe(true);
    await expect.poll(() => hasFocus(tombstone)).toBe(true);
  });

  test('leads there also when the comment comes later', async () => {
    await openPost(desktop, post);
    await row(desktop, 60).waitFor();
    await cutSync(desktop);
    await desktop.reload();
    await desktop.getByText('Connection lost').waitFor();
    const late = await stage.comment(post, 'Late to the table', stage.ana.name);
    await desktop.goto(`/posts/${post}?comment=${late}`);
    await row(desktop, 1).waitFor();
    expect(await desktop.evaluate(() => scrollY)).toBe(0);
    await healSync(desktop);
    const comment = commentRow(desktop, 'Late to the table');
    await comment.waitFor();
    await expect.poll(() => onScreen(comment)).toBe(true);
    await expect.poll(() => hasFocus(comment)).toBe(true);
  });

  test('is just the post where there is no such comment', async () => {
    await phone.goto(`/posts/${post}?comment=${UNKNOWN}`);
    await row(phone, 1).waitFor();
    await commentRow(phone, 'Late to the table').waitFor();
    expect(await phone.evaluate(() => scrollY)).toBe(0);
    expect(await phone.getByRole('alert').count()).toBe(0);
    expect(await phone.locator('[data-marked]').count()).toBe(0);
  });
});

test('a post of somebody who is a friend no longer goes while it is open', async () => {
  const post = await stage.post('Among friends');
  await openPost(desktop, post);
  await commentField(desktop).fill('Dear friend');
  const ended = await stage.client(stage.ana.name).delete(`/api/friends/${stage.idOf(stage.ben.name)}/unfriend`);
  expect(ended.status).toBe(200);
  await desktop.getByText(GONE).waitFor();
  await desktop.getByText('Dear friend').waitFor();
});
