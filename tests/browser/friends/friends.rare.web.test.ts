/** The friends page in its less common states: without friends, by member id, and with every seat taken. */
import { v7 as uuid } from 'uuid';
import { describe, expect } from 'vitest';
import { MAX_DIRECT_FRIENDS } from '../../../schemas/friends/friend-limits.ts';
import { barriers } from '../../support/barriers.ts';
import { DESKTOP } from '../../support/browser.ts';
import { upToDate } from '../../support/on-screen.ts';
import { invite, send, submit, test } from './friends-stage.ts';

test('every list has its heading, also when it is empty', async ({ open, circle }) => {
  const gus = await circle.signUp('Gus Alm');
  const { page } = await open(gus, { at: '/friends' });
  for (const [heading, line] of [
    ['My Friends', 'Nobody sits at your table yet.'],
    ['Pending Sent Invitations', 'Everybody you asked has answered.'],
    ['Pending Received Invitations', 'Nobody is waiting for your answer.'],
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
  await page.getByText('Everybody you asked has answered.').waitFor();
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
    await desktop.getByRole('complementary').getByText('The people you invite now can accept once a seat is free.').waitFor();
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

  full(
    'a member whom it invites reads so in place of Accept; once a seat is free, success is said when it is one',
    async ({ open, circle, hana, ida }) => {
      await circle.invite(hana, { member: ida.id });
      const { page } = await open(ida, { at: '/friends' });
      const accept = page.getByRole('button', { name: `Accept the invitation of ${hana.name}` });
      const success = page.getByText('Invitation accepted successfully!');
      await page.getByRole('button', { name: `Tell me when one is free at ${hana.name}’s table` }).waitFor();
      expect(await accept.count()).toBe(0);
      expect(await page.getByText(ida.email).count()).toBe(0);

      const [friend] = (await hana.client.get('/api/friends')).body.data.items;
      await hana.client.delete(`/api/friends/${friend.friend_id}/unfriend`);
      await accept.waitFor();
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
    },
  );
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
