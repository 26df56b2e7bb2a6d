/** Reacting to posts and comments: the quick emoji, who reacted, and what happens to a reaction that the server refuses. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { quickEmoji } from '../../../schemas/reactions/reaction.ts';
import { barriers } from '../../support/barriers.ts';
import { allEmoji, openAllEmoji, reactTo } from '../../support/emoji.ts';
import { commentRow, openOnAll, openPost, test as stageTest } from '../../support/fixtures/post-stage.ts';
import type { Member } from '../../support/fixtures/server.ts';
import { cutSync, hasFocus, healSync, upToDate } from '../../support/on-screen.ts';
import type { AppOptions } from '../../support/start-app.ts';

const names = ['Cleo', 'Dora', 'Emil', 'Fay', 'Gus', 'Hal', 'Ida', 'Jon', 'Kim', 'Leo', 'Mia'];

const test = stageTest
  .extend('serverOptions', { scope: 'file' }, (): AppOptions => ({ env: { MAX_DIRECT_FRIENDS: '20' } }))
  /** More friends for Ana, so that with Ben there are twelve. */
  .extend('friends', { scope: 'file' }, async ({ circle, people }): Promise<readonly Member[]> => {
    const friends: Member[] = [];
    for (const name of names) {
      const friend = await circle.signUp(name);
      await circle.befriend(people.ana, friend);
      friends.push(friend);
    }
    return friends;
  });

/** The friend with this name. */
function named(friends: readonly Member[], name: string): Member {
  const friend = friends.find((one) => one.name === name);
  if (!friend) throw new Error(`${name} is not among the friends`);
  return friend;
}

const picker = (page: Page): Locator => page.getByRole('dialog', { name: 'Choose a reaction' });
/** The texts of a comment's chips in order, each an emoji with its count. */
const chips = (row: Locator): Promise<string[]> => row.getByRole('button', { name: /, \d+$/ }).allTextContents();

test('there are fifteen quick emoji, given and taken back by keyboard; a double click on a chip toggles once, and at zero the chip disappears', async ({
  phone,
  desktop,
  circle,
  people: { ana, ben },
}) => {
  const post = await circle.post(ana, { content: 'Crisps?' });
  await circle.react(ana, 'comment', await circle.comment(ben, post, 'Crisps'), '🔥');
  await openOnAll([phone, desktop], post);
  await reactTo(desktop).click();
  expect(await picker(desktop).getByRole('toolbar').getByRole('button').allTextContents()).toEqual([...quickEmoji]);
  await desktop.keyboard.press('Escape');
  // The second emoji, the same again, and the third.
  for (const [steps, total] of [
    [1, '1 reaction, yours among them'],
    [1, undefined],
    [2, '1 reaction, yours among them'],
  ] as const) {
    await reactTo(desktop).focus();
    await desktop.keyboard.press('Enter');
    await desktop.getByRole('button', { name: 'Thumbs up' }).waitFor();
    for (let step = 0; step < steps; step++) await desktop.keyboard.press('ArrowRight');
    await desktop.keyboard.press('Enter');
    if (total) await desktop.getByRole('button', { name: total }).waitFor();
    else await desktop.getByRole('button', { name: /^\d+ reaction/ }).waitFor({ state: 'hidden' });
    await hasFocus(reactTo(desktop));
  }
  // Waits for the last emoji. The earlier one comes and goes, and could disappear under the pointer.
  await phone.getByRole('button', { name: '1 reaction' }).getByText(String(quickEmoji[2])).click();
  await phone.getByRole('dialog').getByText(ben.name).waitFor();
  await phone.keyboard.press('Escape');
  await hasFocus(phone.getByRole('button', { name: '1 reaction' }));

  const chip = commentRow(desktop, 'Crisps').getByRole('button', { name: /^Fire/ });
  await chip.dblclick();
  await commentRow(phone, 'Crisps').getByRole('button', { name: 'Fire, 2' }).waitFor();
  await chip.click();
  await commentRow(phone, 'Crisps').getByRole('button', { name: 'Fire, 1' }).click();
  await chip.waitFor({ state: 'detached' });
});

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
  expect(await badge.textContent()).toMatch(/❤️🎉😂18$/u);
  await badge.click();
  const sheet = phone.getByRole('dialog', { name: 'Reactions' });
  const hearts = sheet.getByRole('listitem').filter({ has: phone.getByRole('img', { name: 'Heart', exact: true }) });
  await hearts.getByText('and 2 more').waitFor();
  // Twelve reacted: ten are named, in the order of their reactions, and a line counts the rest.
  expect(await hearts.getByRole('listitem').allInnerTexts()).toHaveLength(11);
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
  expect(await desktop.getByRole('button', { name: /^Hug/ }).count()).toBe(0);
  expect(await desktop.getByRole('alert').count()).toBe(1);
  await upToDate(desktop);
  await desktop.reload();
  await desktop.getByText('This comment was deleted').waitFor();
  expect(await desktop.getByText('not accepted').count()).toBe(0);
  expect(await desktop.getByText('Failed to update reaction. Please try again.').count()).toBe(0);
});
