/** Reacting to posts and comments: the quick emoji and all others, who gave them, and what becomes of one that the server refuses. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { quickEmoji } from '../../schemas/reactions/reaction.ts';
import { barriers } from '../support/barriers.ts';
import { waitForOfflineApp } from '../support/browser.ts';
import { choose, commentField, commentRow, cutSync, healSync, openPost, openPostStage, type PostStage } from '../support/post-stage.ts';

const others = [
  'Cleo Ruiz',
  'Dora Lind',
  'Emil Berg',
  'Fay Wong',
  'Gus Moss',
  'Hal Ives',
  'Ida Pope',
  'Jon Snow',
  'Kim Lee',
  'Leo Hart',
  'Mia Cole',
];
let stage: PostStage;
let phone: Page;
let desktop: Page;

beforeAll(async () => {
  stage = await openPostStage({ others, env: { MAX_DIRECT_FRIENDS: '20' } });
  ({ phone, desktop } = stage);
});
afterAll(() => stage?.close());

const reactTo = (page: Page): Locator => page.getByRole('button', { name: 'React', exact: true });
const picker = (page: Page): Locator => page.getByRole('dialog', { name: 'Choose a reaction' });
const focused = (target: Locator) => expect.poll(() => target.evaluate((element) => element === document.activeElement)).toBe(true);
/** The emoji of the chips of a comment, in the order in which they stand. */
const chips = (row: Locator): Promise<string[]> => row.getByRole('button', { name: /, \d+$/ }).allTextContents();

describe('the quick emoji', () => {
  test('are fifteen, given and taken back by keyboard', async () => {
    await stage.open(await stage.post('Who is in?'));
    await reactTo(desktop).click();
    expect(await picker(desktop).getByRole('toolbar').getByRole('button').allTextContents()).toEqual([...quickEmoji]);
    await desktop.keyboard.press('Escape');
    // The second emoji, again, and the third.
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
      await focused(reactTo(desktop));
    }
    // Not the first, which comes and goes: who opened that would lose it under their hands.
    await phone.getByRole('button', { name: '1 reaction' }).getByText(String(quickEmoji[2])).click();
    await phone.getByRole('dialog').getByText(stage.ben.name).waitFor();
    await phone.keyboard.press('Escape');
    await focused(phone.getByRole('button', { name: '1 reaction' }));
  });

  test('a double click on a chip is one toggle, and at zero the chip goes', async () => {
    const post = await stage.post('Chips or crisps?');
    const comment = await stage.comment(post, 'Crisps');
    await stage.react('comment', comment, '🔥', stage.ana.name);
    await stage.open(post);
    const chip = commentRow(desktop, 'Crisps').getByRole('button', { name: /^Fire/ });
    await chip.dblclick();
    await commentRow(phone, 'Crisps').getByRole('button', { name: 'Fire, 2' }).waitFor();
    await chip.click();
    await commentRow(phone, 'Crisps').getByRole('button', { name: 'Fire, 1' }).click();
    await chip.waitFor({ state: 'detached' });
  });

  test('chips stay where they are while they are counted up and down', async () => {
    const post = await stage.post('Which bread?');
    const comment = await stage.comment(post, 'Rye', stage.ana.name);
    await stage.react('comment', comment, '👍', 'Cleo Ruiz');
    await stage.react('comment', comment, '🔥', 'Dora Lind');
    await stage.react('comment', comment, '🔥', 'Emil Berg');
    await openPost(desktop, post);
    const rye = commentRow(desktop, 'Rye');
    await expect.poll(() => chips(rye)).toEqual(['👍1', '🔥2']);
    await stage.react('comment', comment, '🎉', 'Fay Wong');
    await expect.poll(() => chips(rye)).toEqual(['👍1', '🔥2', '🎉1']);
    await rye.getByRole('button', { name: 'Party' }).click();
    await rye.getByRole('button', { name: 'Party, 2' }).waitFor();
    await stage.react('comment', comment, '🎉', 'Gus Moss');
    await expect.poll(() => chips(rye)).toEqual(['👍1', '🔥2', '🎉3']);
    // The first goes and comes again: the others do not move up for good.
    await stage.react('comment', comment, '👍', 'Cleo Ruiz');
    await expect.poll(() => chips(rye)).toEqual(['🔥2', '🎉3']);
    await stage.react('comment', comment, '👍', 'Hal Ives');
    await expect.poll(() => chips(rye)).toEqual(['👍1', '🔥2', '🎉3']);
  });
});

describe('who reacted', () => {
  test('the badge shows three emoji and the total; ten people are named for each, then how many more', async () => {
    const post = await stage.post('Twelve of you, at one table');
    for (const name of [stage.ben.name, ...others]) await stage.react('post', post, '❤️', name);
    for (const name of others.slice(0, 3)) await stage.react('post', post, '🎉', name);
    for (const name of others.slice(0, 2)) await stage.react('post', post, '😂', name);
    await stage.react('post', post, '🔥', 'Cleo Ruiz');
    await openPost(phone, post);
    const badge = phone.getByRole('button', { name: '18 reactions' });
    await badge.waitFor();
    expect(await badge.textContent()).toBe('❤️🎉😂18');
    await badge.click();
    const sheet = phone.getByRole('dialog', { name: 'Reactions' });
    const hearts = sheet.getByRole('listitem').filter({ has: phone.getByRole('img', { name: 'Heart', exact: true }) });
    await hearts.getByText('and 2 more').waitFor();
    // Twelve gave it: ten are named, in the order in which they did, and a line says how many are not.
    expect(await hearts.getByRole('listitem').allInnerTexts()).toHaveLength(11);
    expect(await sheet.getByText(/^and \d+ more$/).count()).toBe(1);
    await phone.keyboard.press('Escape');
  });

  test('of a comment is a press away from its picker', async () => {
    const post = await stage.post('Say something');
    const comment = await stage.comment(post, 'Something');
    await stage.react('comment', comment, '👏', 'Mia Cole');
    await openPost(phone, post);
    const react = commentRow(phone, 'Something').getByRole('button', { name: /^React to/ });
    await react.click();
    await phone.getByRole('button', { name: 'Who reacted' }).click();
    await phone.getByRole('dialog', { name: 'Reactions' }).getByText('Mia Cole').waitFor();
    await phone.keyboard.press('Escape');
    await focused(react);
  });
});

const all = (page: Page): Locator => page.getByRole('dialog', { name: 'Choose an emoji' });
async function openAll(page: Page): Promise<Locator> {
  await reactTo(page).click();
  await page.getByRole('button', { name: 'More emoji' }).click();
  await all(page).getByRole('gridcell', { name: 'Grinning face', exact: true }).waitFor();
  return all(page).getByLabel('Search emoji');
}

describe('all other emoji', () => {
  test('are found by name and chosen with the keyboard, in the skin tone of one’s choice, and nobody else is asked for them', async () => {
    const asked: string[] = [];
    desktop.on('request', (request) => asked.push(request.url()));
    await stage.open(await stage.post('Anything goes'));
    const search = await openAll(desktop);
    await search.fill('no such thing at all');
    await all(desktop).getByText('No emoji found for “no such thing at all”').waitFor();
    await search.fill('avocado');
    await all(desktop).getByRole('gridcell', { name: 'Avocado' }).waitFor();
    await desktop.keyboard.press('Enter');
    await all(desktop).waitFor({ state: 'detached' });
    await focused(reactTo(desktop));
    await phone.getByRole('button', { name: '1 reaction' }).getByText('🥑').waitFor();

    await openAll(desktop);
    await all(desktop)
      .getByRole('button', { name: /^Change skin tone/ })
      .click();
    await search.fill('waving hand');
    await all(desktop).getByRole('gridcell', { name: 'Waving hand' }).click();
    await phone.getByRole('button', { name: '2 reactions' }).getByText('👋🏻').waitFor();
    // The next time it is still that one.
    await openAll(desktop);
    await search.fill('waving hand');
    await all(desktop).getByText('👋🏻').waitFor();
    await desktop.keyboard.press('Escape');
    await focused(reactTo(desktop));
    expect(asked.filter((address) => new URL(address).origin !== stage.server.url)).toEqual([]);
    expect(stage.bens.complaints).toEqual([]);
  });

  test('are walked through with the arrow keys, and the one that is chosen by them is in view', async () => {
    await openPost(desktop, await stage.post('A long way down'));
    await openAll(desktop);
    // Its row is marked, too.
    const active = all(desktop).locator('button[data-active]');
    const name = () => active.getAttribute('aria-label');
    const hidden = () =>
      active.evaluate((element) => {
        const list = element.closest('[frimousse-viewport]')?.getBoundingClientRect();
        const { top, bottom } = element.getBoundingClientRect();
        return list ? Math.max(list.top - top, bottom - list.bottom) : Number.NaN;
      });
    await desktop.keyboard.press('ArrowDown');
    // Further than the first category goes: at its end a heading is in between.
    for (let row = 0; row < 30; row++) {
      const before = await name();
      await desktop.keyboard.press('ArrowDown');
      await expect.poll(name).not.toBe(before);
      expect(await hidden()).toBeLessThanOrEqual(1);
    }
    const stepped = await name();
    // Held down: the same key again and again.
    for (let row = 0; row < 60; row++) await desktop.keyboard.down('ArrowDown');
    await desktop.keyboard.up('ArrowDown');
    await active.waitFor();
    expect(await hidden()).toBeLessThanOrEqual(1);
    expect(await name()).not.toBe(stepped);
    await desktop.keyboard.press('Enter');
    await desktop.getByRole('button', { name: '1 reaction, yours among them' }).waitFor();
  });

  test('are there offline once the app is on the device', async () => {
    const post = await stage.post('Under the ground');
    await openPost(phone, post);
    await waitForOfflineApp(phone);
    await phone.context().setOffline(true);
    try {
      await phone.reload();
      await commentField(phone).waitFor();
      const search = await openAll(phone);
      await search.fill('mole');
      await search.fill('metro');
      await all(phone).getByRole('gridcell', { name: 'Metro' }).click();
      await phone.getByRole('button', { name: '1 reaction, yours among them' }).getByText('🚇').waitFor();
    } finally {
      await phone.context().setOffline(false);
    }
    await openPost(desktop, post);
    await desktop.getByRole('button', { name: '1 reaction' }).getByText('🚇').waitFor();
  });
});

test('one that the server refuses goes back, says so once, and nothing is left to discard', async () => {
  const post = await stage.post('Half said');
  await stage.comment(post, 'About to go', stage.ana.name);
  await stage.open(post);
  const row = commentRow(desktop, 'About to go');
  await row.waitFor();
  await cutSync(desktop);
  await desktop.reload();
  await row.getByRole('button', { name: /^React to/ }).click();
  await desktop.getByRole('button', { name: 'Hug' }).click();
  await row.getByRole('button', { name: 'Hug, 1' }).waitFor();
  await choose(phone, commentRow(phone, 'About to go'), 'Delete');
  await phone.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect
    .poll(async () => (await stage.client(stage.ana.name).get(`/api/posts/${post}/comments`)).body.data.items[0].is_deleted)
    .toBe(true);
  await healSync(desktop);
  await desktop.getByRole('alert').getByText('Failed to update reaction. Please try again.').waitFor();
  await desktop.getByText('This comment was deleted').waitFor();
  expect(await desktop.getByRole('button', { name: /^Hug/ }).count()).toBe(0);
  expect(await desktop.getByRole('alert').count()).toBe(1);
  await desktop.getByText('Up to date').first().waitFor();
  await desktop.reload();
  await desktop.getByText('This comment was deleted').waitFor();
  expect(await desktop.getByText('not accepted').count()).toBe(0);
  expect(await desktop.getByText('Failed to update reaction. Please try again.').count()).toBe(0);
});

test('nothing bars the way to picker, list of all, and who reacted', async () => {
  const post = await stage.post('Anyone for a walk?');
  await stage.react('post', post, '❤️', 'Cleo Ruiz');
  await openPost(phone, post);
  await phone.getByRole('button', { name: '1 reaction' }).click();
  await phone.getByRole('dialog', { name: 'Reactions' }).getByText('Cleo Ruiz').waitFor();
  const problems = [...(await barriers(phone, 'who reacted'))];
  await phone.keyboard.press('Escape');
  await reactTo(phone).click();
  await picker(phone).waitFor();
  problems.push(...(await barriers(phone, 'picker')));
  await phone.keyboard.press('Escape');
  const search = await openAll(phone);
  problems.push(...(await barriers(phone, 'all emoji')));
  await search.fill('no such thing at all');
  await all(phone).getByText('No emoji found').waitFor();
  problems.push(...(await barriers(phone, 'no emoji found')));
  expect(problems).toEqual([]);
});
