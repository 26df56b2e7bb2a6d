/** The page of one post: what it shows, what it offers to whom, and what it says when the post is not there or no longer there. */
import { expect } from 'vitest';
import { violations } from '../../support/barriers.ts';
import { choose, commentAll, commentField, commentRow, openOnAll, openPost, test } from '../../support/fixtures/post-stage.ts';
import { card } from '../../support/on-screen.ts';
import { GONE, onScreen, upTo } from './post-stage.ts';

test('a post shows its text, reactions and comments with their count above a field that stays in place', async ({
  phone,
  circle,
  people,
}) => {
  const { ana, ben } = people;
  const post = await circle.post(ana, { content: 'Bring chairs.\nBring soup. https://soup.example', audience: 'friends_of_friends' });
  await circle.react(ben, 'post', post, '🎉');
  const chairs = upTo(25, (n) => `Chair ${n}`);
  await commentAll(circle, ben, post, chairs);
  await openPost(phone, post);
  const article = phone.getByRole('article');
  await article.getByText('Bring chairs.\nBring soup.').waitFor();
  expect(await article.getByRole('link', { name: 'https://soup.example' }).getAttribute('target')).toBe('_blank');
  await article.getByText('Friends and theirs').waitFor();
  await article.getByRole('button', { name: '1 reaction' }).waitFor();
  await phone.getByRole('heading', { name: '25 comments' }).waitFor();
  const texts = phone
    .getByRole('main')
    .getByRole('listitem')
    .getByText(/^Chair/);
  await expect.poll(() => texts.allTextContents()).toEqual(chairs);
  const place = () => commentField(phone).evaluate((element) => element.getBoundingClientRect().bottom);
  const before = await place();
  expect(before).toBeLessThanOrEqual(844);
  await phone.mouse.move(200, 400);
  await phone.mouse.wheel(0, 5000);
  await expect.poll(() => onScreen(commentRow(phone, 'Chair 25'))).toBe(true);
  await expect.poll(place).toBe(before);
});

test('only the author can edit and delete; a deleted post says so kindly, and the comment that was being written can be copied', async ({
  phone,
  desktop,
  circle,
  people: { ana },
}) => {
  const post = await circle.post(ana, { content: 'To be or not' });
  await openOnAll([phone, desktop], post);
  await phone.getByRole('banner').getByRole('button', { name: 'More' }).waitFor();
  await desktop.getByRole('banner').getByRole('button', { name: 'More' }).click();
  await desktop.getByRole('menuitem', { name: 'Report' }).waitFor();
  for (const name of ['Edit', 'Delete']) expect(await desktop.getByRole('menuitem', { name }).count()).toBe(0);
  await desktop.keyboard.press('Escape');
  await desktop.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await commentField(desktop).fill('I was about to say');

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
  await expect.poll(async () => (await ana.client.get(`/api/posts/${post}`)).status).toBe(404);

  await desktop.getByText(GONE).waitFor();
  await desktop.getByText('What you were writing is still here.').waitFor();
  await desktop.getByText('I was about to say').waitFor();
  expect(await violations(desktop)).toEqual([]);
  await desktop.getByRole('button', { name: 'Copy text' }).click();
  await desktop.getByText('Copied').waitFor();
  expect(await desktop.evaluate(() => navigator.clipboard.readText())).toBe('I was about to say');
  await desktop.getByRole('button', { name: 'Discard' }).click();
  await desktop.getByText('I was about to say').waitFor({ state: 'detached' });
  await desktop.getByRole('button', { name: 'Go back' }).click();
  await desktop.waitForURL('**/posts');
});
