/** Links that make friends at once: few presses for who comes, and a way back for who gave the link. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { violations } from '../../support/barriers.ts';
import { card, hasFocus, upToDate } from '../../support/on-screen.ts';
import { confirmAddress, fillSignUp } from '../../support/people.ts';
import { address, addressIn, byLink, make, test } from './invite-link-stage.ts';
import { pageElsewhere } from './link-consent-stage.ts';

/** Counts the pointer presses on this page, across every load of the app. */
async function countPresses(page: Page): Promise<() => number> {
  let presses = 0;
  await page.exposeBinding('kithPressed', () => {
    presses += 1;
  });
  await page.addInitScript(() =>
    addEventListener('click', ({ detail }) => detail > 0 && (globalThis as unknown as { kithPressed(): void }).kithPressed(), true),
  );
  return () => presses;
}

async function makeAtOnce(page: Page): Promise<URL> {
  await byLink(page);
  await page.getByText('Friends at once', { exact: true }).click();
  await page.getByText(/^For one person and one hour\./).waitFor();
  await make(page).click();
  await page.getByText(/^Makes one person your friend at once, until /).waitFor();
  return new URL(await addressIn(page));
}

test('a newcomer: four presses to being friends, six to the first comment; the maker can remove them', async ({ open, mira, server }) => {
  const { page } = await open(mira, { at: '/friends' });
  const { pathname, hash } = await makeAtOnce(page);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');

  const { page: newcomer } = await open();
  const presses = await countPresses(newcomer);
  const noor = { name: 'Noor Aziz', email: address(), password: 'correct horse 7' };
  await newcomer.goto(`${pathname}${hash}`);
  await newcomer.getByText('Once you have joined, you are friends').waitFor();
  await fillSignUp(newcomer, noor);
  await confirmAddress(newcomer, server, noor);
  await card(newcomer, 'Soup on Sunday?').waitFor();
  // The press on the link in the mail counts as one of them.
  expect(presses() + 1).toBeLessThanOrEqual(4);
  await card(newcomer, 'Soup on Sunday?').getByText('Soup on Sunday?').click();
  await newcomer.getByLabel('Write a comment').fill('I bring bread');
  await newcomer.getByRole('button', { name: 'Send' }).click();
  await newcomer.getByRole('listitem').filter({ hasText: 'I bring bread' }).waitFor();
  expect(presses() + 1).toBeLessThanOrEqual(6);

  await page.getByText('1 of 8').waitFor();
  await page
    .getByRole('link', { name: /^Notifications/ })
    .first()
    .click();
  await page.getByText('Noor Aziz came by your link. You are friends now.').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove Noor Aziz' }).click();
  await page.getByRole('button', { name: 'Unfriend', exact: true }).click();
  await page.getByText('came by your link').waitFor({ state: 'hidden' });
  await expect.poll(async () => (await mira.client.get('/api/friends')).body.data.items).toEqual([]);
});

test('a member is asked before anything is sent, also by a page elsewhere, and is a friend with one press', async ({
  open,
  circle,
  mira,
  server,
}) => {
  const { body } = await mira.client.post('/api/friends/invite-links', { at_once: true });
  const path = `/auth#invite=${body.data.token}`;
  const otto = await circle.signUp('Otto Berg', { email: address() });
  const { page } = await open(otto);
  await upToDate(page);
  await page.goto(await pageElsewhere(`${server.url}${path}`));
  const question = page.getByRole('heading', { level: 1, name: 'Be friends with Mira Holm?' });
  await question.waitFor();
  await hasFocus(question);
  expect(await violations(page)).toEqual([]);
  expect((await mira.client.get('/api/friends')).body.data.items).toEqual([]);
  expect((await mira.client.get('/api/friends/invite-links')).body.data.items).toMatchObject([{ used: 0 }]);
  await page.getByRole('button', { name: 'Be friends', exact: true }).click();
  await card(page, 'Soup on Sunday?').waitFor();
  expect((await mira.client.get('/api/friends')).body.data.items).toMatchObject([{ friend_id: otto.id }]);
});
