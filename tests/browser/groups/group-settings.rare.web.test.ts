/** The settings of a group: its name, its emoji, and who is in it. */
import type { Locator, Page } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { DESKTOP } from '../../support/browser.ts';
import { allEmoji } from '../../support/emoji.ts';
import { hasFocus } from '../../support/on-screen.ts';
import { draftStored } from '../../support/stored-drafts.ts';
import { test as groupsTest } from './groups-stage.ts';

const test = groupsTest
  /** Ana's phone, in the settings of the house */
  .extend('owner', async ({ open, people, house }) => (await open(people.ana, { at: `/groups/${house}/settings` })).page)
  /** Ben's desktop, in the conversation of the house */
  .extend('member', async ({ open, people, house }) => {
    const { page } = await open(people.ben, { at: `/groups/${house}`, viewport: DESKTOP });
    await page.getByRole('banner').getByText('House by the lake').waitFor();
    return page;
  });

async function manage(page: Page, member: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Manage ${member}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}
async function openSettings(page: Page, heading: 'Group Settings' | 'Group Details'): Promise<void> {
  await page.getByRole('link', { name: 'Group settings' }).click();
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
}
const save = (page: Page): Locator => page.getByRole('button', { name: 'Save Changes' });
const emojiOf = (page: Page): Locator => page.getByRole('group', { name: 'Emoji of the group' });
async function chooseHouse(page: Page): Promise<void> {
  await emojiOf(page).getByRole('button', { name: 'Choose an emoji' }).click();
  await allEmoji(page).getByRole('searchbox').fill('house');
  await allEmoji(page).getByRole('gridcell', { name: 'House', exact: true }).click();
  await allEmoji(page).waitFor({ state: 'detached' });
}

test('the owner renames a group, and its members see the new name', async ({ owner, member }) => {
  await owner.getByLabel('Group Name *').waitFor();
  expect(await save(owner).isDisabled()).toBe(true);
  await owner.getByLabel('Group Name *').fill('House at the lake');
  await save(owner).click();
  for (const page of [owner, member]) await page.getByRole('banner').getByText('House at the lake').waitFor();
});

test('a plain member sees what the group is and who is in it, and not a form that takes nothing', async ({
  member,
  people: { ana, ben },
}) => {
  await openSettings(member, 'Group Details');
  const main = member.getByRole('main');
  await main.getByRole('heading', { name: 'House by the lake', level: 2 }).waitFor();
  await main.getByText('Dates, keys and the boiler.').waitFor();
  await main.getByText(`${ana.name} started it on `).waitFor();
  await main.getByText('Only group owner can make changes.').waitFor();
  const rowOf = (name: string) => main.getByRole('list', { name: 'Members' }).getByRole('listitem').filter({ hasText: name });
  await rowOf(ana.name).getByText('Owner', { exact: true }).waitFor();
  // What everybody is says nothing about anybody.
  expect(await rowOf(ben.name).textContent()).not.toContain('Member');
  await rowOf(ana.name).getByRole('button', { name: ana.name }).click();
  await member.getByRole('dialog', { name: 'Profile' }).getByText(ana.name).first().waitFor();
  await member.keyboard.press('Escape');
  for (const field of ['textbox', 'checkbox', 'combobox'] as const) expect(await main.getByRole(field).count()).toBe(0);
  for (const name of ['Save Changes', 'Add people', `Manage ${ana.name}`, 'Delete group'])
    expect(await member.getByRole('button', { name, exact: true }).count()).toBe(0);
  // The way out is in words.
  expect(await member.getByRole('button', { name: 'Leave Group' }).textContent()).toBe('Leave Group');
  expect(await barriers(member, 'group details')).toEqual([]);
});

test('friends are added in a sheet that counts them; who is ticked stays ticked until they are invited', async ({
  owner,
  circle,
  people: { ana, ben, cleo },
}) => {
  const dora = await circle.signUp('Dora Wolf', { email: `${uuid()}@kith.test` });
  await circle.befriend(ana, dora);
  const add = owner.getByRole('button', { name: 'Add people' });
  const sheet = owner.getByRole('dialog', { name: 'Add people' });
  const friend = (name: string) => sheet.getByRole('checkbox', { name });
  await add.click();
  expect(await sheet.getByRole('button', { name: 'Invite', exact: true }).isDisabled()).toBe(true);
  await friend(cleo.name).check();
  await friend(dora.name).check();
  await sheet.getByRole('button', { name: 'Invite 2' }).waitFor();
  // Members of the group cannot be chosen.
  expect(await friend(ben.name).count()).toBe(0);
  expect.soft(await barriers(owner, 'people to add to a group')).toEqual([]);

  // Neither leaving the sheet nor leaving the page drops the ticks.
  await owner.keyboard.press('Escape');
  await hasFocus(add);
  await draftStored(owner, dora.id);
  await owner.reload();
  await add.click();
  await sheet.getByRole('button', { name: 'Invite 2' }).click();
  // It goes after five seconds.
  await owner.getByText('Invitation sent').waitFor();
  await sheet.waitFor({ state: 'detached' });
  await hasFocus(add);
  const pending = owner.getByRole('list', { name: 'Pending invitations' });
  for (const { name } of [cleo, dora]) await pending.getByText(name).waitFor();
  expect.soft(await barriers(owner, 'group settings')).toEqual([]);
  await add.click();
  await sheet.getByText('All your friends are here, or have been asked.').waitFor();
  await owner.keyboard.press('Escape');

  await pending.getByRole('button', { name: `Cancel the invitation of ${cleo.name}` }).click();
  await pending.getByText(cleo.name).waitFor({ state: 'detached' });
  await add.click();
  expect(await friend(cleo.name).isChecked()).toBe(false);
});

test('an admin, who cannot change the group, adds people to it', async ({ owner, member, people: { ben } }) => {
  await openSettings(member, 'Group Details');
  await manage(owner, ben.name, 'Make admin');
  await member.getByRole('heading', { name: 'Group Settings', level: 1 }).waitFor();
  await member.getByRole('heading', { name: 'House by the lake', level: 2 }).waitFor();
  await member.getByRole('button', { name: 'Add people' }).click();
  await member.getByRole('dialog', { name: 'Add people' }).getByText('All your friends are here, or have been asked.').waitFor();
});

test('the owner makes a member an admin and a member again, who sees it at once', async ({ owner, member, people: { ben } }) => {
  await openSettings(member, 'Group Details');
  const chip = member.getByRole('list', { name: 'Members' }).getByRole('listitem').filter({ hasText: ben.name });
  await manage(owner, ben.name, 'Make admin');
  await chip.getByText('Admin', { exact: true }).waitFor();
  await member.getByRole('heading', { name: 'Group Settings', level: 1 }).waitFor();
  await manage(owner, ben.name, 'Make member');
  await chip.getByText('Admin', { exact: true }).waitFor({ state: 'detached' });
});

test('a group disappears from the screen of a member who is removed', async ({ owner, member, people: { ben }, group: _ }) => {
  await manage(owner, ben.name, 'Remove from group');
  await owner.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await member.getByText('Group not found').waitFor();
  expect.soft(await barriers(member, 'group that is gone')).toEqual([]);
  await member.getByRole('button', { name: 'Go back' }).click();
  await member.getByRole('link', { name: 'Sunday table' }).waitFor();
  await expect.poll(() => member.getByRole('link', { name: 'House by the lake' }).count()).toBe(0);
});

test('a member who leaves a group no longer has it', async ({ member, house: _ }) => {
  await openSettings(member, 'Group Details');
  await member.getByRole('button', { name: 'Leave Group' }).click();
  await member.getByRole('alertdialog').getByRole('button', { name: 'Leave Group' }).click();
  await member.waitForURL('**/groups');
  await member.getByText('No groups yet').waitFor();
});

test('a group that its owner deletes is gone', async ({ owner, group: _ }) => {
  await owner.getByRole('button', { name: 'Delete group' }).click();
  await owner.getByText(/^Are you sure you want to delete/).waitFor();
  await owner.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await owner.waitForURL('**/groups');
  await owner.getByRole('link', { name: 'Sunday table' }).waitFor();
  await expect.poll(() => owner.getByRole('link', { name: 'House by the lake' }).count()).toBe(0);
});

test('an unknown group is not found, and there is no page below a group but its settings', async ({ open, people: { ana }, group }) => {
  const { page } = await open(ana, { at: '/groups/00000000-0000-7000-8000-000000000000' });
  await page.getByText('Group not found').waitFor();
  await page.goto(`/groups/${group}/elsewhere`);
  await page.waitForURL('**/posts');
});

test('an emoji of the group is part of the draft, and shows wherever the group does once it is saved', async ({ owner, member, house }) => {
  await member.getByRole('banner').getByText('HL').waitFor();
  await emojiOf(owner).getByText('HL').waitFor();
  await chooseHouse(owner);
  await hasFocus(emojiOf(owner).getByRole('button', { name: 'Change emoji' }));
  await emojiOf(owner).getByText('🏠').first().waitFor();
  expect.soft(await barriers(owner, 'group settings with an emoji')).toEqual([]);
  await draftStored(owner, '🏠');
  await owner.reload();
  await emojiOf(owner).getByRole('button', { name: 'Change emoji' }).waitFor();
  expect(await member.getByText('🏠').count()).toBe(0);
  await save(owner).click();
  await owner.waitForURL(`**/groups/${house}`);
  for (const page of [owner, member]) await page.getByRole('banner').getByText('🏠').waitFor();
  await member.getByRole('navigation', { name: 'Groups' }).getByRole('link', { name: 'House by the lake' }).getByText('🏠').waitFor();
  await openSettings(member, 'Group Details');
  await member.getByRole('main').getByText('🏠').first().waitFor();
  await owner.getByRole('button', { name: 'Back' }).click();
  await owner.getByRole('list', { name: 'My Groups' }).getByText('🏠').waitFor();
});

test('an emoji of the group is removed again', async ({ owner, member, house }) => {
  await chooseHouse(owner);
  await save(owner).click();
  await member.getByRole('banner').getByText('🏠').waitFor();
  await openSettings(owner, 'Group Settings');
  await emojiOf(owner).getByRole('button', { name: 'Remove emoji' }).click();
  await hasFocus(emojiOf(owner).getByRole('button', { name: 'Choose an emoji' }));
  await save(owner).click();
  await owner.waitForURL(`**/groups/${house}`);
  for (const page of [owner, member]) await page.getByRole('banner').getByText('HL').waitFor();
});
