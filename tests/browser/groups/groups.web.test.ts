/** Groups as members use them: founding, joining, settings, roles, and all the ways out. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { DESKTOP } from '../../support/browser.ts';
import { test as chatTest, field, row } from '../../support/fixtures/chat.ts';
import { hasFocus } from '../../support/on-screen.ts';
import { draftStored } from '../../support/stored-drafts.ts';

const test = chatTest
  /** Ana's second group, with Ben */
  .extend('house', async ({ circle, people: { ana, ben } }) => {
    const { id } = await circle.done(ana, 'groups', circle.groupDocument(ana, 'House by the lake', 'Dates, keys and the boiler.'));
    await circle.join(ana, id, ben);
    return id;
  });

async function manage(page: Page, member: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Manage ${member}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('a group is founded with a name and friends, who are asked and come', async ({ open, people, group: _ }) => {
  const { ana, ben, cleo } = people;
  const { page: phone } = await open(ana, { at: '/groups' });
  await phone.getByRole('link', { name: 'Create', exact: true }).click();
  await phone.getByRole('heading', { name: 'Create Group', level: 1 }).waitFor();
  await phone.getByRole('button', { name: 'Create Group' }).click();
  await phone.getByText('Group name is required').waitFor();
  // Nothing that can be seen is nothing; what cannot be seen is said to be there.
  await phone.getByLabel('Group Name *').fill('House\u202E by the lake');
  await phone.getByRole('button', { name: 'Create Group' }).click();
  await phone.getByText('There are characters in this that nobody can see.').waitFor();
  await phone.getByLabel('Group Name *').fill('\u200B');
  await phone.getByRole('button', { name: 'Create Group' }).click();
  await phone.getByText('Group name is required').waitFor();
  await phone.getByLabel('Group Name *').fill('  House by the lake ');
  await phone.getByLabel('Description').fill('Dates, keys and the boiler.');
  await phone.getByRole('checkbox', { name: ben.name }).check();
  await phone.getByText('1 person will be invited').waitFor();
  await phone.getByRole('checkbox', { name: cleo.name }).check();
  await phone.getByText('2 people will be invited').waitFor();
  await draftStored(phone, cleo.id);
  await phone.reload();
  await phone.getByText('Draft restored').waitFor();
  await phone.getByText('2 people will be invited').waitFor();
  expect.soft(await barriers(phone, 'group form')).toEqual([]);
  await phone.getByRole('checkbox', { name: cleo.name }).uncheck();
  await phone.getByRole('button', { name: 'Create Group' }).click();
  await phone.getByRole('heading', { name: 'House by the lake', level: 1 }).waitFor();
  await phone.getByText('Nothing said yet').waitFor();
  expect.soft(await barriers(phone, 'empty chat')).toEqual([]);

  const asked = async (): Promise<string | undefined> => {
    const { body } = await ben.client.get('/api/groups/invitations');
    return body.data.items.find((item: { group_name: string }) => item.group_name === 'House by the lake')?.id;
  };
  await expect.poll(asked).toBeTruthy();
  const { page: desktop } = await open(ben, { at: `/groups?invitation=${await asked()}`, viewport: DESKTOP });
  const card = desktop.getByRole('list', { name: 'Group Invitations' }).getByRole('listitem').filter({ hasText: 'House by the lake' });
  await card.getByText(`From ${ana.name}`).waitFor();
  await hasFocus(card);
  expect.soft(await barriers(desktop, 'groups, with an invitation')).toEqual([]);
  await card.getByRole('button', { name: /^Accept/ }).click();
  await card.waitFor({ state: 'detached' });
  await desktop.getByRole('link', { name: 'House by the lake' }).click();
  await field(desktop).fill('I bring the keys');
  await desktop.keyboard.press('Enter');
  await row(phone, 'I bring the keys').waitFor();
  await phone.getByText('2 members').waitFor();
});

test('a group is changed by its owner and only read by the others; its owner gives it members, roles and invitations', async ({
  open,
  people,
  house,
}) => {
  const { ana, ben, cleo } = people;
  const { page: phone } = await open(ana, { at: `/groups/${house}` });
  const { page: desktop } = await open(ben, { at: `/groups/${house}`, viewport: DESKTOP });
  await desktop.getByRole('heading', { name: 'House by the lake', level: 1 }).waitFor();
  await phone.getByRole('link', { name: 'Group settings' }).click();
  await phone.getByRole('heading', { name: 'Group Settings', level: 1 }).waitFor();
  const save = phone.getByRole('button', { name: 'Save Changes' });
  expect(await save.isDisabled()).toBe(true);
  await phone.getByLabel('Group Name *').fill('House at the lake');
  await save.click();
  await phone.getByRole('heading', { name: 'House at the lake', level: 1 }).waitFor();
  await desktop.getByRole('heading', { name: 'House at the lake', level: 1 }).waitFor();
  await desktop.getByRole('link', { name: 'Group settings' }).click();
  await desktop.getByRole('heading', { name: 'Group Details', level: 1 }).waitFor();
  await desktop.getByText('Only group owner can make changes.').waitFor();
  expect(await desktop.getByLabel('Group Name *').getAttribute('readonly')).not.toBeNull();
  expect(await desktop.getByRole('button', { name: 'Delete group' }).count()).toBe(0);
  for (const name of ['Save Changes', 'Invite', `Manage ${ana.name}`])
    expect(await desktop.getByRole('main').getByRole('button', { name, exact: true }).count()).toBe(0);

  await phone.getByRole('link', { name: 'Group settings' }).click();
  await phone.getByRole('checkbox', { name: cleo.name }).check();
  await phone.getByText('1 person will be invited').waitFor();
  // Who is in it cannot be chosen.
  expect(await phone.getByRole('checkbox', { name: ben.name }).count()).toBe(0);
  await phone.getByRole('button', { name: 'Invite', exact: true }).click();
  await phone.getByRole('checkbox', { name: cleo.name }).waitFor({ state: 'detached' });
  const pending = phone.getByRole('list', { name: 'Pending invitations' });
  await pending.getByText(cleo.name).waitFor();
  expect.soft(await barriers(phone, 'group settings')).toEqual([]);
  await pending.getByRole('button', { name: /^Cancel/ }).click();
  await phone.getByRole('checkbox', { name: cleo.name }).waitFor({ state: 'attached' });

  const chip = desktop.getByRole('list', { name: 'Members' }).getByRole('listitem').filter({ hasText: ben.name });
  await manage(phone, ben.name, 'Make admin');
  await chip.getByText('Admin').waitFor();
  await desktop.getByRole('heading', { name: 'Group Settings', level: 1 }).waitFor();
  await manage(phone, ben.name, 'Make member');
  await chip.getByText('Member', { exact: true }).waitFor();
});

test('a group goes from the screen of who is removed, leaves or deletes it; one that is unknown is not found', async ({
  open,
  people: { ana, ben },
  group,
  house,
}) => {
  const { page: phone } = await open(ana, { at: `/groups/${house}/settings` });
  const { page: desktop } = await open(ben, { at: `/groups/${house}`, viewport: DESKTOP });
  await field(desktop).waitFor();
  await manage(phone, ben.name, 'Remove from group');
  await phone.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await desktop.getByText('Group not found').waitFor();
  expect.soft(await barriers(desktop, 'group that is gone')).toEqual([]);
  await desktop.getByRole('button', { name: 'Go back' }).click();
  await desktop.getByRole('link', { name: 'Sunday table' }).waitFor();
  expect(await desktop.getByRole('link', { name: 'House by the lake' }).count()).toBe(0);

  await desktop.goto(`/groups/${group}/settings`);
  await desktop.getByRole('button', { name: 'Leave Group' }).click();
  await desktop.getByRole('alertdialog').getByRole('button', { name: 'Leave Group' }).click();
  await desktop.waitForURL('**/groups');
  await desktop.getByText('No groups yet').waitFor();
  expect.soft(await barriers(desktop, 'no groups')).toEqual([]);

  await phone.getByRole('button', { name: 'Delete group' }).click();
  await phone.getByText(/^Are you sure you want to delete/).waitFor();
  await phone.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await phone.waitForURL('**/groups');
  await phone.getByRole('link', { name: 'Sunday table' }).waitFor();
  expect(await phone.getByRole('link', { name: 'House by the lake' }).count()).toBe(0);

  await phone.goto('/groups/00000000-0000-7000-8000-000000000000');
  await phone.getByText('Group not found').waitFor();
  await phone.goto(`/groups/${group}/elsewhere`);
  await phone.waitForURL('**/posts');
});
