/** An invitation to a table at which every seat is taken: it says so, waits, and its receiver learns of a free seat. */
import type { Page } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import type { PushRequest } from '../../../schemas/protocol/sync.ts';
import { violations } from '../../support/barriers.ts';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import { hasFocus, inSync, upToDate } from '../../support/on-screen.ts';
import type { AppOptions } from '../../support/start-app.ts';

const address = (): string => `${uuid()}@kith.test`;

const test = browserTest
  /** A table with one seat. */
  .extend('serverOptions', { scope: 'file' }, (): AppOptions => ({ env: { MAX_DIRECT_FRIENDS: '1' } }))
  .extend('hanna', ({ circle }) => circle.signUp('Hanna Kern', { email: address() }))
  .extend('ana', ({ circle }) => circle.signUp('Ana Silva', { email: address() }))
  .extend('theo', ({ circle }) => circle.signUp('Theo Brandt', { email: address() }));

const taken = (page: Page) => page.getByRole('heading', { level: 1, name: 'Every seat at Hanna Kern’s table is taken.' });
const tellMe = (page: Page) => page.getByRole('button', { name: 'Tell me when one is free' });
const goOn = (page: Page) => page.getByRole('button', { name: 'Go on' });
const accept = (page: Page) => page.getByRole('button', { name: 'Accept the invitation of Hanna Kern' });
const waitsAt = '/friends/invitations/received';

test('at arrival a full table says so, waits, and the first free seat is theirs', async ({ open, circle, server, hanna, ana, theo }) => {
  const id = await circle.invite(hanna, { email: theo.email });
  await circle.befriend(hanna, ana);
  const { page } = await open(theo, { at: `/auth#invite=${id}` });
  await taken(page).waitFor();
  await hasFocus(taken(page));
  await page.getByText('Your invitation waits.', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Accept' }).count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  await tellMe(page).click();
  await page.getByText('You will be notified when one is free.', { exact: true }).waitFor();
  await hasFocus(taken(page));
  await goOn(page).click();

  // Everywhere else it says the same, and no refused write is shown.
  await page.getByText('Every seat at Hanna Kern’s table is taken. You will be notified when one is free.').waitFor();
  expect((await accept(page).count()) + (await tellMe(page).count())).toBe(0);
  await upToDate(page);
  const stored = async () => (await theo.client.get(`/api${waitsAt}`)).body.data.items;
  await expect.poll(stored).toMatchObject([{ seat: 'taken', waits_for_seat: true }]);

  // Hanna learns that somebody waits, and not who: she had typed an address.
  const { page: hannas } = await open(hanna, { at: '/notifications' });
  await hannas.getByText(`${theo.email} waits for a seat at your table`).waitFor();
  expect(await hannas.getByRole('button', { name: /^Accept the invitation/ }).count()).toBe(0);

  await circle.unfriend(hanna, ana);
  await accept(page).waitFor();
  await page.getByRole('link', { name: 'Notifications, 1 unread' }).first().click();
  await page.getByText('A seat at Hanna Kern’s table is free').waitFor();
  // Theo has not read it: after two minutes the mail is due.
  expect(
    await server.sql`select due_at > now() as later from jobs where data->>'template' = 'seat-free' and data->>'to' = ${theo.email}`,
  ).toEqual([{ later: true }]);
  await server.sql`update jobs set due_at = now() where data->>'template' = 'seat-free' and data->>'to' = ${theo.email}`;
  const mail = await server.mailTo(theo.email, ({ subject }) => subject === 'A seat at the table of Hanna Kern is free');
  expect(mail.text).toContain('the first to accept has the seat');
  await accept(page).click();
  await page.getByText('You accepted.').waitFor();
  await upToDate(page);
  await expect.poll(async () => (await hanna.client.get('/api/friends')).body.data.items).toMatchObject([{ friend_id: theo.id }]);
});

test('an acceptance that is refused later says so in one message, and nothing is left in the outbox', async ({
  open,
  circle,
  faultProxy,
  hanna,
  ana,
  theo,
}) => {
  await circle.invite(hanna, { member: theo.id });
  const { page } = await open(theo, { url: faultProxy.url, at: '/friends' });
  await accept(page).waitFor();
  await upToDate(page);
  faultProxy.cut();
  await accept(page).click();
  await circle.befriend(hanna, ana);
  await inSync(page, 'offline').waitFor();
  faultProxy.heal();
  const message = page.getByText('Every seat at Hanna Kern’s table is taken. Your invitation waits.');
  await message.first().waitFor();
  await tellMe(page).click();
  await page.getByText('You will be notified when one is free.').first().waitFor();
  await upToDate(page);
  expect(await page.getByText('was not accepted').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Discard' }).count()).toBe(0);
});

test('the own full table is said in its own words', async ({ open, circle, hanna, ana, theo }) => {
  const id = await circle.invite(hanna, { member: theo.id });
  await circle.befriend(theo, ana);
  const { page } = await open(theo, { at: '/friends' });
  const ownTaken = page.getByText('All your seats are taken. You can accept once one is free.');
  /** the write ids of the acceptances that the server has answered */
  const answered: string[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname !== '/api/sync/push') return;
    const { changes } = response.request().postDataJSON() as PushRequest;
    // An acceptance also marks its notification as read, which may be sent in a push of its own.
    const acceptances = changes.filter(({ collection, document }) => collection === 'invitations' && document.id === id);
    answered.push(...acceptances.map(({ document }) => document.write_id));
  });
  for (let press = 1; press <= 3; press += 1) {
    await accept(page).click();
    await expect.poll(() => new Set(answered).size).toBe(press);
    await ownTaken.waitFor();
    await expect.poll(() => accept(page).count()).toBe(1);
  }
  // Each press is sent once.
  expect(answered).toHaveLength(3);
  await expect.poll(() => ownTaken.count()).toBe(1);
  expect(await page.getByText('was not accepted').count()).toBe(0);
});
