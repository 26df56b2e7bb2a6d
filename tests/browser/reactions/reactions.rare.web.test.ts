/** Chips and sheets of reactions, and reactions that the server refuses. */
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { allEmoji, openAllEmoji, reactTo } from '../../support/emoji.ts';
import { commentRow, openPost } from '../../support/fixtures/post-stage.ts';
import type { Member } from '../../support/fixtures/server.ts';
import { cutSync, hasFocus, healSync, upToDate } from '../../support/on-screen.ts';
import { picker, test } from './reactions-stage.ts';

/** The friend with this name. */
function named(friends: readonly Member[], name: string): Member {
  const friend = friends.find((one) => one.name === name);
  if (!friend) throw new Error(`${name} is not among the friends`);
  return friend;
}
/** The texts of a comment's chips in order, each an emoji with its count. */
const chips = (row: Locator): Promise<string[]> => row.getByRole('button', { name: /, \d+$/ }).allTextContents();

test('chips stay in place while their counts go up and down', async ({ desktop, circle, people: { ana }, friends }) => {
  const post = await circle.post(ana, { content: 'Which bread?' });
  const comment = await circle.comment(ana, post, 'Rye');
  const react = (name: string, emoji: string) => circle.react(named(friends, name), 'comment', comment, emoji);
  const first = await react('Cleo', '👍');
  await react('Dora', '🔥');
  await react('Emil', '🔥');
  await openPost(desktop, post);
  const rye = commentRow(desktop, 'Rye');
  await expect.poll(() => chips(rye)).toEqual(['👍1', '🔥2']);
  await react('Fay', '🎉');
  await expect.poll(() => chips(rye)).toEqual(['👍1', '🔥2', '🎉1']);
  await rye.getByRole('button', { name: 'Party' }).click();
  await rye.getByRole('button', { name: 'Party, 2' }).waitFor();
  await react('Gus', '🎉');
  await expect.poll(() => chips(rye)).toEqual(['👍1', '🔥2', '🎉3']);
  // The first chip disappears and comes back: the others do not keep its place.
  await circle.done(named(friends, 'Cleo'), 'reactions', { id: first, _deleted: true });
  await expect.poll(() => chips(rye)).toEqual(['🔥2', '🎉3']);
  await react('Hal', '👍');
  await expect.poll(() => chips(rye)).toEqual(['👍1', '🔥2', '🎉3']);
});

test('the badge shows three emoji and the total, its sheet names ten people for each; sheet and pickers have no barriers', async ({
  phone,
  circle,
  people: { ana, ben },
  friends,
}) => {
  const post = await circle.post(ana, { content: 'Twelve of you, at one table' });
  for (const friend of [ben, ...friends]) await circle.react(friend, 'post', post, '❤️');
  for (const friend of friends.slice(0, 3)) await circle.react(friend, 'post', post, '🎉');
  for (const friend of friends.slice(0, 2)) await circle.react(friend, 'post', post, '😂');
  await circle.react(named(friends, 'Cleo'), 'post', post, '🔥');
  const comment = await circle.comment(ben, post, 'Something');
  await circle.react(named(friends, 'Mia'), 'comment', comment, '👏');
  await openPost(phone, post);
  const badge = phone.getByRole('button', { name: '18 reactions' });
  await badge.waitFor();
  // This comes after the faces of some who reacted.
  await expect.poll(() => badge.textContent()).toMatch(/❤️🎉😂18$/u);
  await badge.click();
  const sheet = phone.getByRole('dialog', { name: 'Reactions' });
  const hearts = sheet.getByRole('listitem').filter({ has: phone.getByRole('img', { name: 'Heart', exact: true }) });
  await hearts.getByText('and 2 more').waitFor();
  // Twelve reacted: ten are named, in the order of their reactions, and a line counts the rest.
  await expect.poll(() => hearts.getByRole('listitem').allInnerTexts()).toHaveLength(11);
  expect(await sheet.getByText(/^and \d+ more$/).count()).toBe(1);
  const problems = [...(await barriers(phone, 'who reacted'))];
  await phone.keyboard.press('Escape');

  // The picker of a comment leads to who reacted to it.
  const react = commentRow(phone, 'Something').getByRole('button', { name: /^React to/ });
  await react.click();
  await phone.getByRole('button', { name: 'Who reacted' }).click();
  await phone.getByRole('dialog', { name: 'Reactions' }).getByText('Mia').waitFor();
  await phone.keyboard.press('Escape');
  await hasFocus(react);

  await reactTo(phone).click();
  await picker(phone).waitFor();
  problems.push(...(await barriers(phone, 'picker')));
  await phone.keyboard.press('Escape');
  const search = await openAllEmoji(phone);
  problems.push(...(await barriers(phone, 'all emoji')));
  await search.fill('no such thing at all');
  await allEmoji(phone).getByText('No emoji found').waitFor();
  problems.push(...(await barriers(phone, 'no emoji found')));
  expect(problems).toEqual([]);
});

test('a reaction that the server refuses is undone, says so once, and leaves nothing to discard', async ({
  desktop,
  circle,
  people: { ana },
}) => {
  const post = await circle.post(ana, { content: 'Half said' });
  const comment = await circle.comment(ana, post, 'About to go');
  await openPost(desktop, post);
  const row = commentRow(desktop, 'About to go');
  await row.waitFor();
  await cutSync(desktop);
  await desktop.reload();
  await row.getByRole('button', { name: /^React to/ }).click();
  await desktop.getByRole('button', { name: 'Hug' }).click();
  await row.getByRole('button', { name: 'Hug, 1' }).waitFor();
  await circle.done(ana, 'comments', { id: comment, is_deleted: true });
  await healSync(desktop);
  await desktop.getByRole('alert').getByText('Failed to update reaction. Please try again.').waitFor();
  await desktop.getByText('This comment was deleted').waitFor();
  await expect.poll(() => desktop.getByRole('button', { name: /^Hug/ }).count()).toBe(0);
  await expect.poll(() => desktop.getByRole('alert').count()).toBe(1);
  await upToDate(desktop);
  await desktop.reload();
  await desktop.getByText('This comment was deleted').waitFor();
  expect(await desktop.getByText('not accepted').count()).toBe(0);
  expect(await desktop.getByText('Failed to update reaction. Please try again.').count()).toBe(0);
});
