/** Arriving through an invitation: the first page names the inviter, and one answer later their posts are there. */
import type { Page } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import type { Member } from '../../support/fixtures/server.ts';
import { tokenOf } from '../../support/member.ts';
import { card, hasFocus, upToDate } from '../../support/on-screen.ts';
import { sendSignIn, verificationLink } from '../../support/people.ts';
import { plainPhoto } from '../../support/photos.ts';

const DESKTOP = { width: 1280, height: 800 };
const address = (): string => `${uuid()}@kith.test`;
const seat = (page: Page, name = 'Mira Holm') => page.getByRole('heading', { level: 1, name: `${name} keeps a seat for you` });
const question = (page: Page, name = 'Mira Holm') => page.getByRole('heading', { level: 1, name: `${name} would like you at their table` });
const answer = (page: Page, words: 'Accept' | 'Not now') => page.getByRole('button', { name: words, exact: true });
const tribe = (page: Page) => page.getByText('Build your tribe');

const test = browserTest
  /** Mira has a profile photo, and a post for her friends. */
  .extend('mira', async ({ circle, server }) => {
    const mira = await circle.signUp('Mira Holm', { email: address() });
    await fetch(`${server.url}/api/profiles/me/image`, {
      method: 'POST',
      headers: { authorization: `Bearer ${mira.client.token()}`, 'content-type': 'image/png' },
      body: new Uint8Array(await plainPhoto('#2a7f62')),
    });
    await circle.post(mira, { content: 'Soup on Sunday?' });
    return mira;
  })
  /** Invites an address by mail. Returns the path of the link in that mail. */
  .extend('invite', ({ server }) => async (from: Member, email: string): Promise<string> => {
    expect((await from.client.post('/api/friends/invite', { email })).status).toBe(201);
    return `/auth?invite=${tokenOf(await server.mailTo(email), 'invite')}`;
  });

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

test('the first minute: from the mail to the first comment in six presses', async ({ page, server, mira, invite, circle }) => {
  const email = address();
  const presses = await countPresses(page);
  await page.goto(await invite(mira, email));
  await seat(page).waitFor();
  // Her picture came with the server's answer, and the address is filled in.
  await expect
    .poll(() =>
      page
        .locator('main img')
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBe(256);
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(email);
  expect(await barriers(page, 'a seat that is kept')).toEqual([]);
  await page.getByLabel('Name', { exact: true }).fill('Noor Aziz');
  await page.getByLabel('Password', { exact: true }).fill('correct horse 7');
  await page.getByRole('button', { name: 'Sign Up', exact: true }).last().click();
  await page.getByRole('heading', { name: 'Check Your Email' }).waitFor();

  const { pathname, search } = await verificationLink(server, email);
  await page.goto(`${pathname}${search}`);
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await page.getByRole('button', { name: 'Skip for now' }).click();
  await question(page).waitFor();
  await hasFocus(question(page));
  expect(await barriers(page, 'an invitation over the whole screen')).toEqual([]);
  await answer(page, 'Accept').click();
  await card(page, 'Soup on Sunday?').waitFor();
  expect(await tribe(page).count()).toBe(0);
  await card(page, 'Soup on Sunday?').getByText('Soup on Sunday?').click();
  await page.getByLabel('Write a comment').fill('I bring bread');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('listitem').filter({ hasText: 'I bring bread' }).waitFor();
  await upToDate(page);
  expect(presses()).toBeLessThanOrEqual(6);
  const [friends] = await circle.database.read(
    (tx) => tx<{ friends: number }[]>`select count(*)::int as friends from friends where user_id = ${mira.id}`,
  );
  expect(friends).toEqual({ friends: 1 });
});

test('a member who has an account signs in through the link, sent to whatever address, and sees the invitation at once', async ({
  page,
  circle,
  mira,
  invite,
  open,
}) => {
  const otto = await circle.signUp('Otto Berg', { email: address() });
  const link = await invite(mira, address());
  await page.goto(link);
  await seat(page).waitFor();
  await page.getByText('Login', { exact: true }).first().click();
  await sendSignIn(page, { email: otto.email, password: otto.password });
  await question(page).waitFor();
  await answer(page, 'Not now').click();

  // The invitation stays above every page. No page shows the empty state for members without friends.
  await page.getByRole('heading', { name: 'Mira Holm waits for your answer' }).waitFor();
  await page.getByRole('button', { name: 'Accept the invitation of Mira Holm' }).waitFor();
  expect(await tribe(page).count()).toBe(0);
  await page.getByRole('link', { name: 'Groups' }).click();
  await page.getByRole('heading', { name: 'Mira Holm waits for your answer' }).waitFor();
  expect(await tribe(page).count()).toBe(0);
  expect(await barriers(page, 'groups with an invitation above them')).toEqual([]);

  // The member, signed in on another device, opens the same link. The desktop shows the same.
  const { page: desktop } = await open(otto, { at: link, viewport: DESKTOP });
  await question(desktop).waitFor();
  await answer(desktop, 'Accept').press('Enter');
  await card(desktop, 'Soup on Sunday?').waitFor();
  // The first device follows: the card above its page disappears.
  await page.getByRole('heading', { name: 'Mira Holm waits for your answer' }).waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Accept the invitation of Mira Holm' }).waitFor({ state: 'hidden' });
});

test('accepting on the feed shows the posts in place of the invitation, with no empty state in between', async ({ open, circle, mira }) => {
  const pia = await circle.signUp('Pia Lund', { email: address() });
  await circle.invite(mira, { member: pia.id });
  const { page } = await open(pia);
  const shown: string[] = [];
  await page.exposeBinding('kithTribe', (_, text: string) => void shown.push(text));
  await page.evaluate(() =>
    new MutationObserver(() => {
      if (document.body.textContent?.includes('Build your tribe'))
        (globalThis as unknown as { kithTribe(text: string): void }).kithTribe('tribe');
    }).observe(document.body, { subtree: true, childList: true }),
  );
  await page.getByRole('button', { name: 'Accept the invitation of Mira Holm' }).click();
  await card(page, 'Soup on Sunday?').waitFor();
  expect(shown).toEqual([]);
});

test('the page of a link that is no longer open says so, and still offers sign-up and sign-in', async ({ open, circle, mira, invite }) => {
  const link = await invite(mira, address());
  const token = link.split('=').at(-1);
  await mira.client.post(`/api/friends/invitations/${token}/cancel`);
  const { page } = await open(null, { at: link });
  await page.getByText('This invitation is not open any more.').waitFor();
  await page.getByRole('button', { name: 'Sign Up', exact: true }).last().waitFor();
  const quin = await circle.signUp('Quin Ray', { email: address() });
  const { page: member } = await open(quin, { at: link });
  await member.getByText('Invitation not found').waitFor();
  await member.getByRole('button', { name: 'Continue' }).click();
  await tribe(member).waitFor();
});
