/** Where an invitation that waits for an answer is shown. */
import { expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { DESKTOP, PHONE } from '../../support/browser.ts';
import { settled } from '../../support/feed.ts';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import { upToDate } from '../../support/on-screen.ts';

const test = browserTest.extend('ana', { scope: 'file' }, async ({ circle }) => {
  const [ana, ben, mira] = [await circle.signUp('Ana Ribeiro'), await circle.signUp('Ben Okri'), await circle.signUp('Mira Lind')];
  await circle.befriend(ana, ben);
  const post = await circle.post(ben, { content: 'Bread at eight' });
  await circle.invite(mira, { member: ana.id });
  return { ...ana, ben, post };
});

test.for([
  ['phone', PHONE],
  ['desktop', DESKTOP],
] as const)('on a %s it is above the feed, on Friends and in its notification, once on each', async ([, viewport], { open, ana }) => {
  const { page } = await open(ana, { at: '/posts', viewport });
  const accept = page.getByRole('button', { name: /^Accept/ });
  const card = page.getByRole('main').getByRole('region').filter({ hasText: 'Mira Lind' });
  await card.getByRole('button', { name: /^Accept/ }).waitFor();
  const post = page.getByRole('article').filter({ hasText: 'Bread at eight' });
  await settled(post);
  const [above, below] = [await card.boundingBox(), await post.boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  await expect.poll(() => accept.count()).toBe(1);
  expect(await barriers(page, 'feed with an invitation above it')).toEqual([]);

  await page.goto('/friends');
  await expect.poll(() => accept.count()).toBe(1);

  await page.goto('/notifications');
  await page.getByRole('main').getByRole('listitem').filter({ hasText: 'Mira Lind' }).waitFor();
  if (viewport === DESKTOP) await page.getByRole('complementary').getByRole('heading', { name: 'Your circle' }).waitFor();
  await expect.poll(() => accept.count()).toBe(1);
  await expect.poll(() => page.getByText('Mira Lind').count()).toBe(1);

  await page.goto('/groups');
  await page.getByRole('heading', { name: 'No groups yet' }).waitFor();
  await page.goto(`/posts/${ana.post}`);
  await page.getByRole('main').getByText('Bread at eight').waitFor();
  if (viewport === DESKTOP) await page.getByRole('complementary').waitFor();
  await expect.poll(() => accept.count()).toBe(0);
});

test('a new post moves neither it nor what is below it, under a finger that is about to answer', async ({ open, circle, ana }) => {
  const { page } = await open(ana, { at: '/posts' });
  const accept = page.getByRole('main').getByRole('button', { name: /^Accept/ });
  const post = page.getByRole('article').filter({ hasText: 'Bread at eight' });
  await accept.waitFor();
  await post.waitFor();
  await upToDate(page);
  // On a new device the first posts arrive one page after the other. This one has them.
  await page.reload();
  await accept.waitFor();
  await upToDate(page);
  const suggestion = page.getByRole('link', { name: 'Write your first post' });
  const before = [await settled(accept), await settled(suggestion), await settled(post)];
  await circle.post(ana.ben, { content: 'And rolls at nine' });
  await page.getByRole('button', { name: '1 new post' }).waitFor();
  expect([await settled(accept), await settled(suggestion), await settled(post)]).toEqual(before);
  await page.getByRole('button', { name: '1 new post' }).click();
  await page.getByRole('article').filter({ hasText: 'And rolls at nine' }).waitFor();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});
