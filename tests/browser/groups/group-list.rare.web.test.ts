/** The list of groups, and the form for a new one. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { barriers, violations } from '../../support/barriers.ts';
import { DESKTOP } from '../../support/browser.ts';
import { hasFocus, inSync, noticeNetwork, upToDate } from '../../support/on-screen.ts';
import { draftStored } from '../../support/stored-drafts.ts';
import { test } from './groups-stage.ts';

/** Collects every text that the page shows from now on. Returns what reads them. */
async function watchWords(page: Page): Promise<() => Promise<string>> {
  await page.evaluate(() => {
    const words: string[] = [];
    new MutationObserver(() => words.push(document.body.textContent)).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    Object.assign(globalThis, { kithWords: words });
  });
  return () => page.evaluate(() => (globalThis as unknown as { kithWords: string[] }).kithWords.join('\n'));
}

test.for([
  ['phone', {}],
  ['desktop', { viewport: DESKTOP }],
] as const)(
  'on a %s the list says what its viewer is in each group, how many are in it, and what for; its page is titled Group',
  async ([, device], { open, people: { ana }, house: _, group: __ }) => {
    const { page } = await open(ana, { at: '/groups', ...device });
    const list = page.getByRole('list', { name: 'My Groups' });
    await page.getByRole('heading', { name: 'My Groups' }).waitFor();
    const row = list.getByRole('listitem').filter({ hasText: 'House by the lake' });
    await row.getByText('Owner', { exact: true }).waitFor();
    await row.getByText('2 members · Dates, keys and the boiler.').waitFor();
    await row.getByText('No messages yet').waitFor();
    await row.click();
    await page.getByRole('heading', { name: 'Group', level: 1 }).waitFor();
    await page.getByRole('banner').getByText('House by the lake · 2 members').waitFor();
    await expect.poll(() => page.title()).toMatch(/House by the lake · Kith$/);
    expect(await barriers(page, 'group')).toEqual([]);
  },
);

test('a plain member has no badge in the list', async ({ open, people: { ben }, house: _ }) => {
  const { page } = await open(ben, { at: '/groups' });
  const row = page.getByRole('list', { name: 'My Groups' }).getByRole('listitem').filter({ hasText: 'House by the lake' });
  await row.getByText('2 members · Dates, keys and the boiler.').waitFor();
  expect(await row.getByText(/^(Owner|Admin|Member)$/).count()).toBe(0);
});

test('the form needs a name that can be seen', async ({ open, people: { ana } }) => {
  const { page: phone } = await open(ana, { at: '/groups/create' });
  await phone.getByRole('heading', { name: 'Create Group', level: 1 }).waitFor();
  const create = phone.getByRole('button', { name: 'Create Group' });
  await create.click();
  await phone.getByText('Group name is required').waitFor();
  // Invisible characters in a name are refused with a message. A name of nothing else counts as empty.
  await phone.getByLabel('Group Name *').fill('House\u202E by the lake');
  await create.click();
  await phone.getByText('This has characters that nobody can see.').waitFor();
  await phone.getByLabel('Group Name *').fill('\u200B');
  await create.click();
  await phone.getByText('Group name is required').waitFor();
});

test('a group without a name yet has a picture that fits into its square', async ({ open, people: { ana } }) => {
  const { page: phone } = await open(ana, { at: '/groups/create' });
  const picture = phone.getByRole('group', { name: 'Emoji of the group' }).locator('[aria-hidden]:has(> svg)').first();
  const share = await picture.evaluate((square) => (square.firstElementChild?.getBoundingClientRect().width ?? 0) / square.clientWidth);
  expect(share).toBeGreaterThan(0.4);
  expect(share).toBeLessThan(0.6);
});

test('without a connection a new group is said to wait, not to be created', async ({ open, faultProxy, people: { ana }, group }) => {
  const { page: phone } = await open(ana, { at: `/groups/${group}`, url: faultProxy.url });
  await phone.getByText('Nothing said yet').waitFor();
  await phone.getByText('Everybody in the group will see it.').waitFor();
  await phone.getByRole('button', { name: 'Back' }).click();
  await phone.getByRole('link', { name: 'Create', exact: true }).click();
  await phone.getByLabel('Group Name *').waitFor();
  await upToDate(phone);
  const said = await watchWords(phone);
  faultProxy.cut();
  await inSync(phone, 'offline').waitFor();
  await phone.getByLabel('Group Name *').fill('House by the lake');
  await phone.getByRole('button', { name: 'Create Group' }).click();
  await phone.getByText('Saved. Will be sent when you are back online.').first().waitFor();
  await phone.waitForURL(/\/groups\/[0-9a-f-]{36}$/);
  await phone.getByText('Write the first message. It will be sent when you are back online.').waitFor();
  // Only in this size: what wider screens have beside it is not loaded yet.
  expect(await violations(phone)).toEqual([]);
  faultProxy.heal();
  await noticeNetwork(phone);
  await phone.getByText('Everybody in the group will see it.').waitFor();
  expect(await said()).not.toMatch(/success/);
});

test('a form that was begun comes back after a reload, with the people to invite', async ({ open, people: { ana, ben, cleo } }) => {
  const { page: phone } = await open(ana, { at: '/groups/create' });
  await phone.getByLabel('Group Name *').fill('House by the lake');
  await phone.getByRole('checkbox', { name: ben.name }).check();
  await phone.getByRole('checkbox', { name: cleo.name }).check();
  await phone.getByText('2 people will be invited').waitFor();
  await draftStored(phone, cleo.id);
  await phone.reload();
  await phone.getByText('Draft restored').waitFor();
  await phone.getByText('2 people will be invited').waitFor();
  expect.soft(await barriers(phone, 'group form')).toEqual([]);
  await phone.getByRole('checkbox', { name: cleo.name }).uncheck();
  await phone.getByText('1 person will be invited').waitFor();
});

test('the link of an invitation leads to its card in the list', async ({ open, circle, people: { ana, cleo }, house }) => {
  const invitation = await circle.inviteToGroup(ana, house, cleo);
  const { page: desktop } = await open(cleo, { at: `/groups?invitation=${invitation}`, viewport: DESKTOP });
  const card = desktop.getByRole('list', { name: 'Group Invitations' }).getByRole('listitem').filter({ hasText: 'House by the lake' });
  await hasFocus(card);
  expect(await barriers(desktop, 'groups, with an invitation')).toEqual([]);
});

test('a group in which nobody has said anything says so', async ({ open, people: { ana }, house }) => {
  const { page } = await open(ana, { at: `/groups/${house}` });
  await page.getByText('Nothing said yet').waitFor();
  expect(await barriers(page, 'empty chat')).toEqual([]);
});

test('without groups the list says so', async ({ open, people: { cleo } }) => {
  const { page } = await open(cleo, { at: '/groups', viewport: DESKTOP });
  await page.getByText('No groups yet').waitFor();
  expect(await barriers(page, 'no groups')).toEqual([]);
});
