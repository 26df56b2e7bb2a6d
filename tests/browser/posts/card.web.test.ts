/** The end of a card and of a post's page, and what invites members to write: to comment, to answer first, to post first. */
import { expect } from 'vitest';
import { violations } from '../../support/barriers.ts';
import { card } from '../../support/on-screen.ts';
import { test } from './card-stage.ts';

test('a card invites a comment, then shows the newest in one line and the faces of those who reacted, but nobody who is blocked', async ({
  open,
  circle,
  people: { ana, ben, cleo },
}) => {
  const post = await circle.post(ana, { content: 'Who brings soup?' });
  const { page } = await open(ana);
  const soup = card(page, 'Who brings soup?');
  const comments = (name: string) => soup.getByRole('link', { name, exact: true });
  const faces = soup.locator('[data-faces] > *');
  await comments('Comment').waitFor();
  expect(await page.getByText('0 comments').count()).toBe(0);
  expect(await faces.count()).toBe(0);
  const before = (await soup.boundingBox())?.height ?? 0;

  await circle.comment(ben, post, 'First of all:\nspoons');
  await comments('1 comment').waitFor();
  await soup.getByText('Ben First of all: spoons').waitFor();
  const last = await circle.comment(cleo, post, `I bring a pot. ${'And then some more of it. '.repeat(40)}`);
  await comments('2 comments').waitFor();
  await soup.getByText(/^Cleo I bring a pot\./).waitFor();
  expect(await soup.getByText('spoons').count()).toBe(0);
  // One line more, however long the comment is.
  expect(((await soup.boundingBox())?.height ?? 0) - before).toBeLessThan(48);
  await circle.react(cleo, 'post', post, '🎉');
  await circle.react(cleo, 'post', post, '👍');
  await expect.poll(() => faces.count()).toBe(1);
  await circle.react(ben, 'post', post, '🎉');
  await expect.poll(() => faces.count()).toBe(2);
  await soup.getByRole('button', { name: '3 reactions' }).waitFor();
  expect(await violations(page)).toEqual([]);

  // Pressing this line opens the post, as pressing the card does.
  await soup.getByText(/^Cleo I bring a pot\./).click();
  await page.waitForURL(`**/posts/${post}`);
  await page.getByRole('button', { name: 'Back' }).click();
  await soup.getByText(/^Cleo/).waitFor();
  expect((await cleo.client.delete(`/api/posts/${post}/comments/${last}`)).status).toBe(200);
  await soup.getByText('Ben First of all: spoons').waitFor();
  await comments('1 comment').waitFor();

  expect((await ana.client.put(`/api/profiles/${ben.id}/block`)).status).toBeLessThan(300);
  await comments('Comment').waitFor();
  await expect.poll(() => faces.count()).toBe(1);
  await expect.poll(() => soup.getByText('spoons').count()).toBe(0);
});
