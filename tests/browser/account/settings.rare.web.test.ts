/** Settings: changes that were begun or came too late, what somebody wants to be notified of, devices, the password, and blocked people. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { settingId, settingKey } from '../../../schemas/profiles/setting-keys.ts';
import { PAGE_MAX } from '../../../sync-server/http/pages.ts';
import { barriers } from '../../support/barriers.ts';
import { DESKTOP, waitForOfflineApp } from '../../support/browser.ts';
import { crowdOn } from '../../support/crowd.ts';
import { hasFocus, upToDate } from '../../support/on-screen.ts';
import { answerWithPassword, letPresencePass } from '../../support/presence.ts';
import { openAccount } from '../../support/settings-rows.ts';
import { draftStored, storedDrafts } from '../../support/stored-drafts.ts';
import { row, save, test as settingsTest } from './settings-stage.ts';

const test = settingsTest
  /** Ana's settings, up to date */
  .extend('page', async ({ open, people, faultProxy: network }) => {
    const { page } = await open(people.ana, { at: '/settings', url: network.url });
    await upToDate(page);
    return page;
  })
  /** Counts the sessions of Ana. */
  .extend('sessions', ({ server, people }) => async (): Promise<number> => {
    return (await server.sql`select from sessions where user_id = ${people.ana.id}`).length;
  });

const placeField = (page: Page) => page.getByLabel('Place');

test('Escape leaves a field unchanged', async ({ page }) => {
  await row(page, 'Place, add').click();
  await placeField(page).fill('Lisbon');
  await placeField(page).press('Escape');
  await hasFocus(row(page, 'Place, add'));
});

test('a field that was being edited is open again after a reload, with its text, also without a network', async ({
  page,
  faultProxy: network,
}) => {
  await waitForOfflineApp(page);
  network.cut();
  await row(page, 'Place, add').click();
  await placeField(page).fill('Porto');
  await draftStored(page, 'Porto');
  await page.reload();
  await expect.poll(() => placeField(page).inputValue()).toBe('Porto');
  await page.getByText('Draft restored').waitFor();
  expect(await barriers(page, 'settings')).toEqual([]);
  await save(page);
  await row(page, 'Place: Porto, change').waitFor();
});

test('a draft that says what is saved, as a page leaves it that ends between the two, is nothing that was begun', async ({ page }) => {
  await row(page, 'Place, add').click();
  await placeField(page).fill('Porto');
  await save(page);
  await row(page, 'Place: Porto, change').click();
  await placeField(page).fill('Porto, perhaps');
  await placeField(page).fill('Porto');
  await expect.poll(() => storedDrafts(page)).toEqual(['Porto']);
  await page.reload();
  await expect.poll(() => storedDrafts(page)).toEqual([]);
  await row(page, 'Place: Porto, change').waitFor();
});

test('a refused change comes back with its text, to be written again', async ({ page, people: { ana }, faultProxy: network }) => {
  network.cut();
  await row(page, 'A line about you, add').click();
  await page.getByLabel('A line about you').fill('Written on the train');
  await save(page);
  // Another device of the same member was quicker.
  await ana.client.put('/api/profiles/me', { bio: 'Written at home', location: 'Braga' });
  network.heal();
  await page.getByText('This change to your profile was not accepted').waitFor();
  await row(page, 'A line about you: Written at home, change').waitFor();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByText('A line about you: Written on the train').waitFor();
  await page.getByRole('button', { name: 'Use this text' }).click();
  await save(page);
  await row(page, 'A line about you: Written on the train, change').waitFor();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await page.getByText('This change to your profile was not accepted').waitFor({ state: 'detached' });
  await upToDate(page);
  await expect
    .poll(async () => (await ana.client.get('/api/profiles/me')).body.data)
    .toMatchObject({ bio: 'Written on the train', location: 'Braga' });
});

test('how much of the space on the server is used is shown, and said to be unknown without a network', async ({
  page,
  people: { ana },
  server: { sql },
  faultProxy: network,
}) => {
  await sql`
    insert into images (id, owner_id, profile_id, stored_at) select gen_random_uuid(), id, id, now() from profiles where id = ${ana.id}`;
  await sql`
    insert into image_variants (image_id, variant, type, width, height, size, bytes, hash)
    select id, 'large', 'image/webp', 1, 1, 1204000000, '', '' from images where owner_id = ${ana.id}`;
  await openAccount(page);
  const shown = page.getByRole('dialog', { name: 'Account and sign-in' }).getByRole('listitem').filter({ hasText: 'Space on the server' });
  await shown.getByText('1.2 of 2 GB').waitFor();
  await shown.getByText('Photos take 1.2 GB').waitFor();
  await waitForOfflineApp(page);
  network.cut();
  await page.reload();
  await openAccount(page);
  await shown.getByText('Shown once you are back online').waitFor();
});

test('wide screens show the person beside the rows', async ({ open, people: { ana } }) => {
  const { page } = await open(ana, { at: '/settings', viewport: DESKTOP });
  await upToDate(page);
  const person = await row(page, 'Place, add').boundingBox();
  const rows = await row(page, 'Account and sign-in').boundingBox();
  if (!person || !rows) throw new Error('a column is missing');
  expect(person.x + person.width).toBeLessThan(rows.x);
  expect(await barriers(page, 'settings')).toEqual([]);
});

test('members choose what they are notified of', async ({ page, people: { ana }, server }) => {
  await row(page, 'Notifications').click();
  await page.getByRole('checkbox', { name: 'A friend shares a post' }).uncheck();
  expect(await barriers(page, 'notification choices')).toEqual([]);
  await page.keyboard.press('Escape');
  await hasFocus(row(page, 'Notifications'));
  await page.getByText('8 of 10').waitFor();
  await upToDate(page);
  const [setting] = await server.sql<{ value: string }[]>`
    select value from settings where user_id = ${ana.id} and key = 'notify_post_created'`;
  expect(setting).toEqual({ value: 'off' });
});

test('devices and blocked people beyond one page of results are all listed, and all other devices are signed out', async ({
  open,
  people: { ana },
  server,
}) => {
  const count = PAGE_MAX + 5;
  const crowd = crowdOn(server);
  await crowd.blocks(ana.id, await crowd.members(count));
  const { page } = await open(ana, { at: '/settings' });
  // More than one page: a server could have more than it makes now, from before.
  await crowd.sessions(ana.id, count);

  await openAccount(page);
  await row(page, 'Blocked people').click();
  await expect.poll(() => row(page, 'Unblock One of many').count()).toBe(count);
  await page.keyboard.press('Escape');

  await row(page, 'Devices').click();
  await page.getByText('This device', { exact: true }).waitFor();
  const others = await server.sql`select from sessions where user_id = ${ana.id} and expires_at > now()`;
  expect(others.length).toBeGreaterThan(count);
  const listed = page.getByRole('list', { name: 'Where you are signed in' }).getByRole('listitem');
  await expect.poll(() => listed.count()).toBe(others.length);
  await row(page, 'Sign out all other devices').click();
  await page.getByText('All other devices are signed out.').waitFor();
  await expect.poll(() => listed.count()).toBe(1);
  expect(await server.sql`select from sessions where user_id = ${ana.id}`).toHaveLength(1);
});

test('a device is signed out from the list of devices', async ({ page, open, people: { ana }, sessions }) => {
  await open(ana);
  const before = await sessions();
  await openAccount(page);
  await row(page, 'Devices').click();
  await page.getByText('This device', { exact: true }).waitFor();
  expect(await barriers(page, 'devices')).toEqual([]);
  await page
    .getByRole('button', { name: /^Sign out (?:Chrome|Unknown)/ })
    .first()
    .click();
  await page.getByText('The device is signed out.').waitFor();
  expect(await sessions()).toBe(before - 1);
  await page.getByRole('button', { name: 'Close' }).first().click();
  await hasFocus(row(page, 'Devices'));
});

test('a new password is entered twice, needs the present one, and signs the other devices out', async ({
  page,
  open,
  people: { ana },
  server,
  sessions,
}) => {
  const { page: elsewhere } = await open(ana);
  await openAccount(page);
  await row(page, 'Change your password').click();
  await hasFocus(page.getByLabel('New password', { exact: true }));
  await letPresencePass(server, ana);
  const submit = page.getByRole('button', { name: 'Change your password' }).last();
  await page.getByLabel('New password', { exact: true }).fill('another horse 8');
  await page.getByLabel('Confirm new password').fill('another horse 9');
  await submit.click();
  await page.getByText('Passwords do not match').waitFor();
  await hasFocus(page.getByLabel('Confirm new password'));
  await page.getByLabel('Confirm new password').fill('another horse 8');
  await submit.click();
  await answerWithPassword(page, ana.password);
  await page.getByText('Password updated successfully').waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  expect(await sessions()).toBe(1);
  await elsewhere
    .getByRole('link', { name: 'Login' })
    .or(elsewhere.getByRole('button', { name: 'Login', exact: true }))
    .first()
    .waitFor();
});

test('blocked people are listed, and unblocked after a question', async ({ page, circle, people: { ana, ben }, server }) => {
  await openAccount(page);
  await row(page, 'Blocked people').click();
  await page.getByText('You have not blocked anybody.').waitFor();
  await page.keyboard.press('Escape');
  await hasFocus(row(page, 'Blocked people'));
  await circle.push(ana, 'settings', {
    id: settingId(ana.id, settingKey.blocked(ben.id)),
    user_id: ana.id,
    key: settingKey.blocked(ben.id),
    value: 'on',
  });
  await page.getByRole('listitem').filter({ hasText: 'Blocked people' }).getByText('1', { exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await row(page, 'Unblock Ben Okri').press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Unblock Ben Okri?' });
  await question.waitFor();
  expect(await barriers(page, 'unblock')).toEqual([]);
  await question.getByRole('button', { name: 'Unblock' }).click();
  await page.getByText('Ben Okri is no longer blocked.').waitFor();
  await page.getByText('You have not blocked anybody.').waitFor();
  await expect.poll(async () => (await server.sql`select from blocks where blocker_id = ${ana.id}`).length).toBe(0);
});

test('without a connection devices, the password and blocked people say so', async ({ page, faultProxy: network }) => {
  network.cut();
  await page.getByText('Offline').first().waitFor();
  await openAccount(page);
  for (const [name, message] of [
    ['Blocked people', 'You have not blocked anybody.'],
    ['Devices', 'You are offline. You can see your devices'],
    ['Change your password', 'You are offline. You can change your password'],
  ] as const) {
    await row(page, name).first().click();
    await page.getByText(message).waitFor();
    await page.keyboard.press('Escape');
  }
});
