/** Inviting, answering and cancelling on the friends screen. */
import type { Locator, Page } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { describe, expect } from 'vitest';
import { MAX_DIRECT_FRIENDS } from '../../../schemas/friends/friend.ts';
import { barriers } from '../../support/barriers.ts';
import { DESKTOP } from '../../support/browser.ts';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import { upToDate } from '../../support/on-screen.ts';

const test = browserTest
  /** Ana's friend is Ben, and Ben's other friend is Carl. */
  .extend('people', { scope: 'file' }, async ({ circle }) => {
    const [ana, ben, carl] = [await circle.signUp('Ana Ribeiro'), await circle.signUp('Ben Okri'), await circle.signUp('Carl Vik')];
    await circle.befriend(ana, ben);
    await circle.befriend(ben, carl);
    return { ana, ben, carl };
  })
  /** Ana, on her friends screen */
  .extend('page', async ({ open, people }) => {
    const { page } = await open(people.ana, { at: '/friends' });
    await page.getByText('1 of 8').waitFor();
    return page;
  });

const invite = (page: Page) => page.getByRole('button', { name: 'Invite', exact: true }).click();
const submit = (page: Page): Locator => page.getByRole('button', { name: 'Send Invitation' });
const send = (page: Page) => submit(page).click();

/** Types into the focused field. Returns whether the button is disabled when that event ends. */
const isDisabledAfterTyping = (page: Page, text: string): Promise<boolean> =>
  submit(page).evaluate((button: HTMLButtonElement, typed) => {
    document.execCommand('insertText', false, typed);
    return button.disabled;
  }, text);

test('the form needs a valid address of somebody new; a sent invitation is listed, not sent twice, and can be cancelled', async ({
  page,
  people,
}) => {
  await invite(page);
  const email = page.getByLabel('Email');
  await expect.poll(() => email.evaluate((field) => field === document.activeElement)).toBe(true);
  await expect.poll(() => submit(page).isDisabled()).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByText('Please enter an email address').waitFor();
  // If the button were still disabled, Enter right after the address would do nothing.
  expect(await isDisabledAfterTyping(page, 'dora@kith')).toBe(false);
  await page.keyboard.press('Enter');
  await page.getByText('Please enter a valid email address').waitFor();
  for (const [address, reason] of [
    [people.ana.email, 'You cannot add yourself as a friend.'],
    [people.ben.email, 'You are already friends with this person.'],
  ] as const) {
    await email.fill(address);
    await send(page);
    await page.getByText(reason).waitFor();
  }

  await email.fill('dora@kith.test');
  await send(page);
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  const cancel = page.getByRole('button', { name: 'Cancel the invitation to dora@kith.test' });
  await cancel.waitFor();
  await page.getByText('Sent just now', { exact: true }).waitFor();
  await invite(page);
  await email.fill('Dora@kith.test');
  await send(page);
  await page.getByText('You have already sent a friend invitation to this user').waitFor();
  await page.keyboard.press('Escape');
  await cancel.click();
  await cancel.waitFor({ state: 'hidden' });
});

test('every list has its heading, also when it is empty', async ({ open, circle }) => {
  const gus = await circle.signUp('Gus Alm');
  const { page } = await open(gus, { at: '/friends' });
  for (const [heading, line] of [
    ['My Friends', 'Nobody sits at your table yet.'],
    ['Pending Sent Invitations', 'Nobody whom you asked still has to answer.'],
    ['Pending Received Invitations', 'Nobody waits for your answer.'],
  ] as const) {
    await page.getByRole('region', { name: heading }).getByText(line).waitFor();
    await page.getByRole('heading', { name: heading, exact: true }).waitFor();
  }
});

test('text without an @ is taken as a member id', async ({ open, circle }) => {
  const [finn, edda] = [await circle.signUp('Finn Aas'), await circle.signUp('Edda Lind')];
  const { page } = await open(finn, { at: '/friends' });
  await invite(page);
  await page.getByLabel('Email').fill(edda.id);
  await send(page);
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Cancel the invitation to Edda Lind' }).click();
  await page.getByText('Nobody whom you asked still has to answer.').waitFor();
});

test('an inviter is shown with the friend in between, and takes a seat when accepted', async ({ page, people, circle }) => {
  const { ana, ben, carl } = people;
  await circle.invite(carl, { email: ana.email });
  await page.getByText(`Friend of ${ben.name}`).waitFor();
  await page.getByRole('button', { name: `Accept the invitation of ${carl.name}` }).click();
  await page.getByText('2 of 8').waitFor();
  await page.getByText('Nobody waits for your answer.').waitFor();
  await expect.poll(() => page.getByText('Friends since today').count()).toBe(2);
});

test('a seat leads to the friend on it, and a new friend’s arrival is shown once', async ({ open, circle }) => {
  const [kim, lea] = [
    await circle.signUp('Kim Berg', { email: `${uuid()}@kith.test` }),
    await circle.signUp('Lea Roos', { email: `${uuid()}@kith.test` }),
  ];
  await circle.invite(lea, { member: kim.id });
  const { page } = await open(kim, { at: '/friends', reducedMotion: 'no-preference' });
  await page.getByRole('button', { name: `Accept the invitation of ${lea.name}` }).click();
  const table = page.getByRole('group', { name: '1 of 8 seats taken' });
  await expect.poll(() => table.locator('[data-fresh]').count()).toBe(1);
  await page.reload();
  const seat = table.getByRole('link', { name: lea.name });
  await seat.waitFor();
  await upToDate(page);
  expect(await table.locator('[data-fresh]').count()).toBe(0);
  await seat.click();
  await page.getByRole('heading', { name: lea.name }).waitFor();
});

describe('with every seat taken', () => {
  const full = test
    /** Hana has eight friends. */
    .extend('hana', async ({ circle }) => {
      const hana = await circle.signUp('Hana Sato', { email: `${uuid()}@kith.test` });
      for (let seat = 1; seat <= MAX_DIRECT_FRIENDS; seat += 1) {
        await circle.befriend(hana, await circle.signUp(`Friend ${seat}`, { email: `${uuid()}@kith.test` }));
      }
      return hana;
    })
    .extend('ida', ({ circle }) => circle.signUp('Ida Moe', { email: `${uuid()}@kith.test` }));

  full('nobody is accepted, and who invites hears it before', async ({ open, circle, hana, ida }) => {
    await circle.invite(ida, { member: hana.id });
    const { page } = await open(hana, { at: '/friends' });
    const accept = page.getByRole('button', { name: `Accept the invitation of ${ida.name}` });
    await accept.waitFor();
    await expect.poll(() => accept.isDisabled()).toBe(true);
    await page.getByText('All your seats are taken. You can accept once one is free.').waitFor();
    await invite(page);
    await page.getByRole('dialog').getByText('they can accept once a seat is free').waitFor();
    expect(await barriers(page, 'a full circle invites')).toEqual([]);
    await page.getByLabel('Email').fill('dora@kith.test');
    await send(page);
    await page.getByRole('button', { name: 'Cancel the invitation to dora@kith.test' }).waitFor();

    // One seat becomes free, and the invitation can be accepted.
    const [friend] = (await hana.client.get('/api/friends')).body.data.items;
    await hana.client.delete(`/api/friends/${friend.friend_id}/unfriend`);
    await expect.poll(() => accept.isDisabled()).toBe(false);
    await accept.click();
    await page.locator('[data-said]').getByText('Invitation accepted successfully!').waitFor({ state: 'attached' });
    // The circle shows the new friend, so no toast covers it.
    expect(await page.locator('[data-toast=success]').count()).toBe(0);

    const { page: desktop } = await open(hana, { viewport: DESKTOP });
    await desktop.getByRole('complementary').getByText('Whom you invite now can accept once a seat is free.').waitFor();
    await desktop.goto('/friends');
    await invite(desktop);
    await submit(desktop).waitFor();
    // The form has one way out.
    expect(
      await desktop
        .getByRole('dialog')
        .getByRole('button', { name: /^(Close|Cancel)$/ })
        .count(),
    ).toBe(1);
  });

  full('who accepts into it is told so, and nothing else; success is said when it is one', async ({ open, circle, hana, ida }) => {
    await circle.invite(hana, { member: ida.id });
    const { page } = await open(ida, { at: '/friends' });
    const accept = page.getByRole('button', { name: `Accept the invitation of ${hana.name}` });
    const success = page.getByText('Invitation accepted successfully!');
    await accept.click();
    await page.getByText('Your answer to an invitation was not accepted').waitFor();
    await page.getByText('Their circle is full. Every seat is taken.').waitFor();
    await accept.waitFor();
    expect(await success.count()).toBe(0);
    expect(await page.getByText(ida.email).count()).toBe(0);

    await page.getByRole('button', { name: 'Discard' }).click();
    const [friend] = (await hana.client.get('/api/friends')).body.data.items;
    await hana.client.delete(`/api/friends/${friend.friend_id}/unfriend`);
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/sync/push', async (route) => {
      await held;
      await route.continue();
    });
    await accept.click();
    await page.getByText('Sending', { exact: true }).waitFor();
    expect(await success.count()).toBe(0);
    answer();
    await success.waitFor();
    expect(await page.getByText('Their circle is full').count()).toBe(0);
  });
});

test('when two friends lead to somebody, every screen names the one with the longer friendship', async ({ open, circle }) => {
  const member = (name: string) => circle.signUp(name, { email: `${uuid()}@kith.test` });
  const [jo, ruth, elif, yuki] = [await member('Jo Lind'), await member('Ruth Ade'), await member('Elif Kaya'), await member('Yuki Mori')];
  for (const friend of [elif, ruth]) await circle.befriend(jo, friend);
  for (const friend of [ruth, elif]) await circle.befriend(friend, yuki);
  await circle.invite(yuki, { member: jo.id });
  const { page } = await open(jo, { at: '/friends' });
  await page.getByText(`Friend of ${elif.name}`).waitFor();
  await page.getByRole('main').getByRole('button', { name: yuki.name, exact: true }).click();
  const profile = page.getByRole('dialog', { name: 'Profile' });
  await profile.getByText(`Friend of ${elif.name}`).waitFor();
  await profile.getByRole('button', { name: 'View connection' }).click();
  const steps = page.getByRole('dialog', { name: /^How you know/ }).getByRole('listitem');
  await expect.poll(() => steps.count()).toBe(3);
  expect(await steps.nth(1).textContent()).toContain(elif.name);
  const network = (await jo.client.get('/api/friends/network')).body.data.items;
  expect(network.find(({ user_id }: { user_id: string }) => user_id === yuki.id).through_friend_id).toBe(elif.id);
});
