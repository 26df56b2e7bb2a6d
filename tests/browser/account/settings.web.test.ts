/** Settings begin with the person: what members say about themselves, changed in place, and what they want to be notified of. */
import type { Page } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { settingId } from '../../../schemas/profiles/profile.ts';
import { settingKey } from '../../../schemas/profiles/setting-kinds.ts';
import { PAGE_MAX } from '../../../sync-server/http/page-place.ts';
import { barriers } from '../../support/barriers.ts';
import { DESKTOP, waitForOfflineApp } from '../../support/browser.ts';
import { crowdOn } from '../../support/crowd.ts';
import { offlineTest } from '../../support/fixtures/browser.ts';
import { hasFocus, upToDate } from '../../support/on-screen.ts';
import { draftStored, storedDrafts } from '../../support/stored-drafts.ts';

const test = offlineTest.extend('people', async ({ circle }) => {
  const [ana, ben] = [
    await circle.signUp('Ana Ribeiro', { email: `${uuid()}@kith.test` }),
    await circle.signUp('Ben Okri', { email: `${uuid()}@kith.test` }),
  ];
  await circle.befriend(ana, ben);
  return { ana, ben };
});

const row = (page: Page, name: string) => page.getByRole('button', { name });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

test('profile fields are changed in place, by keyboard and also without a network, and shown to friends', async ({
  open,
  people: { ana, ben },
  faultProxy: network,
}) => {
  const { page } = await open(ana, { at: '/settings', url: network.url });
  await upToDate(page);

  await row(page, 'Name: Ana Ribeiro, change').press('Enter');
  const name = page.getByLabel('Name', { exact: true });
  await hasFocus(name);
  await name.fill(' ');
  await name.press('Enter');
  await page.getByText('Please enter a name').waitFor();
  await name.fill('Ana R.');
  await name.press('Enter');
  await hasFocus(row(page, 'Name: Ana R., change'));

  // Escape leaves the field unchanged.
  await row(page, 'Place, add').click();
  await page.getByLabel('Place').fill('Lisbon');
  await page.getByLabel('Place').press('Escape');
  await hasFocus(row(page, 'Place, add'));

  await waitForOfflineApp(page);
  network.cut();
  await row(page, 'A line about you, add').click();
  await page.getByLabel('A line about you').fill('Slow mornings.');
  await save(page);
  await row(page, 'A line about you: Slow mornings., change').waitFor();
  await row(page, 'New interest').click();
  const interest = page.getByLabel('New interest', { exact: true });
  for (const word of ['Choir', 'Soup', 'choir']) {
    await interest.fill(word);
    await interest.press('Enter');
    await expect.poll(() => interest.inputValue()).toBe('');
  }
  await interest.press('Escape');
  await hasFocus(row(page, 'New interest'));
  await row(page, 'Remove Choir').click();
  await row(page, 'Remove Choir').waitFor({ state: 'detached' });
  expect(await barriers(page, 'settings')).toEqual([]);

  // A field that was being edited is open again after a reload, with its text, also without a network.
  await row(page, 'Place, add').click();
  await page.getByLabel('Place').fill('Porto');
  await draftStored(page, 'Porto');
  await page.reload();
  await expect.poll(() => page.getByLabel('Place').inputValue()).toBe('Porto');
  await page.getByText('Draft restored').waitFor();
  await save(page);

  // A draft that says what is saved, as a page leaves it that ends between the two, is nothing that was begun.
  await row(page, 'Place: Porto, change').click();
  await page.getByLabel('Place').fill('Porto, perhaps');
  await page.getByLabel('Place').fill('Porto');
  await expect.poll(() => storedDrafts(page)).toEqual(['Porto']);
  await page.reload();
  await expect.poll(() => storedDrafts(page)).toEqual([]);
  await row(page, 'Place: Porto, change').waitFor();

  network.heal();
  await upToDate(page);
  const { page: bens } = await open(ben, { at: `/friends/${ana.id}`, viewport: DESKTOP });
  await bens.getByRole('heading', { name: 'Ana R.' }).waitFor();
  for (const shown of ['Slow mornings.', 'Porto', 'Soup']) await bens.getByText(shown, { exact: true }).waitFor();
  expect(await bens.getByText('Choir').count()).toBe(0);
});

test('a refused change comes back with its text, to be written again; members choose what they are notified of', async ({
  open,
  people: { ana },
  server,
  faultProxy: network,
}) => {
  const { page } = await open(ana, { at: '/settings', url: network.url });
  await upToDate(page);
  network.cut();
  await row(page, 'A line about you, add').click();
  await page.getByLabel('A line about you').fill('Written on the train');
  await save(page);
  // Meanwhile another device of the same member was quicker.
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
  expect((await ana.client.get('/api/profiles/me')).body.data).toMatchObject({ bio: 'Written on the train', location: 'Braga' });

  await row(page, 'What you want to hear of').click();
  await page.getByRole('checkbox', { name: 'A friend shares a post' }).uncheck();
  expect(await barriers(page, 'notification choices')).toEqual([]);
  await page.keyboard.press('Escape');
  await hasFocus(row(page, 'What you want to hear of'));
  await page.getByText('8 of 9').waitFor();
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
  await crowd.sessions(ana.id, count);
  const { page } = await open(ana, { at: '/settings' });

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

test('devices are listed and signed out, the password is changed, blocked people are unblocked, and offline each of these says so', async ({
  open,
  circle,
  people: { ana, ben },
  server,
  faultProxy: network,
}) => {
  const sessions = async () => (await server.sql`select id from sessions where user_id = ${ana.id}`).length;
  const { page } = await open(ana, { at: '/settings', url: network.url });
  await open(ana);
  const { page: third } = await open(ana);
  await upToDate(page);
  const before = await sessions();

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

  await row(page, 'Change your password').click();
  const present = page.getByLabel('Your password', { exact: true });
  await hasFocus(present);
  const submit = page.getByRole('button', { name: 'Change your password' }).last();
  await present.fill('not it 123');
  await page.getByLabel('New password', { exact: true }).fill('another horse 8');
  await page.getByLabel('Confirm new password').fill('another horse 9');
  await submit.click();
  await page.getByText('Passwords do not match').waitFor();
  await page.getByLabel('Confirm new password').fill('another horse 8');
  await submit.click();
  await page.getByText('Your present password is incorrect. Please try again.').waitFor();
  await present.fill(ana.password);
  await submit.click();
  await page.getByText('Password updated successfully').waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  expect(await sessions()).toBe(1);
  await third
    .getByRole('link', { name: 'Login' })
    .or(third.getByRole('button', { name: 'Login', exact: true }))
    .first()
    .waitFor();

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
  await page.keyboard.press('Enter');
  await row(page, 'Unblock Ben Okri').press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Unblock Ben Okri?' });
  expect(await barriers(page, 'unblock')).toEqual([]);
  await question.getByRole('button', { name: 'Unblock' }).click();
  await page.getByText('Ben Okri is not blocked any more.').waitFor();
  await page.getByText('You have not blocked anybody.').waitFor();
  await expect.poll(async () => (await server.sql`select from blocks where blocker_id = ${ana.id}`).length).toBe(0);
  await page.keyboard.press('Escape');

  network.cut();
  await page.getByText('Offline').first().waitFor();
  for (const [name, message] of [
    ['Blocked people', 'You have not blocked anybody.'],
    ['Devices', 'You are offline. Your devices can be seen'],
    ['Change your password', 'You are offline. Your password can be changed'],
  ] as const) {
    await row(page, name).first().click();
    await page.getByText(message).waitFor();
    await page.keyboard.press('Escape');
  }
});
