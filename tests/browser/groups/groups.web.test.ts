/** Groups as members use them: creating, joining, settings, roles, and every way out. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { DESKTOP } from '../../support/browser.ts';
import { allEmoji } from '../../support/emoji.ts';
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

test('a group is created with a name and friends, who are invited and join', async ({ open, people, group: _ }) => {
  const { ana, ben, cleo } = people;
  const { page: phone } = await open(ana, { at: '/groups' });
  await phone.getByRole('link', { name: 'Create', exact: true }).click();
  await phone.getByRole('heading', { name: 'Create Group', level: 1 }).waitFor();
  await phone.getByRole('button', { name: 'Create Group' }).click();
  await phone.getByText('Group name is required').waitFor();
  // Invisible characters in a name are refused with a message. A name of nothing else counts as empty.
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

test('the owner changes a group, invites members and sets their roles; the other members can only read its settings', async ({
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
  // Members of the group cannot be chosen.
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

test('a group disappears from the screen of a member who is removed, leaves or deletes it; an unknown group is not found', async ({
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

test('groups are listed as conversations: the last message, its author and time, and the count of new ones; the latest comes first', async ({
  open,
  circle,
  people: { ana, ben },
  house,
  cleoSays,
}) => {
  await cleoSays('The more the better.');
  const { page: phone } = await open(ana, { at: '/groups' });
  const rows = phone.getByRole('list', { name: 'My Groups' }).getByRole('listitem');
  const saying = (text: string) => rows.filter({ hasText: text });
  await saying('Cleo: The more the better.').getByText('1 new').waitFor();
  expect(await saying('Sunday table').getByRole('time').textContent()).toMatch(/\d/);
  // A group without messages shows its member count and no time.
  await saying('House by the lake').getByText('2 members').waitFor();
  expect(await saying('House by the lake').getByRole('time').count()).toBe(0);
  expect(await saying('House by the lake').getByText('Dates, keys and the boiler.').count()).toBe(0);
  const names = async () => (await rows.getByRole('link').allTextContents()).map((text) => /House|Sunday/.exec(text)?.[0]);
  await circle.message(ben, house, 'I have the keys.');
  await saying('Ben: I have the keys.').getByText('1 new').waitFor();
  await expect.poll(names).toEqual(['House', 'Sunday']);
  await cleoSays('One o’clock.');
  await expect.poll(names).toEqual(['Sunday', 'House']);
  await saying('Sunday table').getByText('2 new').waitFor();
  await circle.message(ana, house, 'So do I.');
  await saying('You: So do I.').waitFor();
  await expect.poll(names).toEqual(['House', 'Sunday']);
  await saying('Sunday table').getByRole('link').click();
  await field(phone).waitFor();
  await phone.getByRole('button', { name: 'Back' }).click();
  await saying('Sunday table').getByText(/ new$/).waitFor({ state: 'hidden' });
  expect.soft(await barriers(phone, 'groups')).toEqual([]);
});

test('the owner chooses an emoji for the group, which shows wherever the group does, and removes it again', async ({
  open,
  people: { ana, ben },
  house,
}) => {
  const { page: phone } = await open(ana, { at: `/groups/${house}/settings` });
  const { page: desktop } = await open(ben, { at: `/groups/${house}`, viewport: DESKTOP });
  await desktop.getByRole('banner').getByText('HL').waitFor();
  const emoji = phone.getByRole('group', { name: 'Emoji of the group' });
  await emoji.getByText('HL').waitFor();
  await emoji.getByRole('button', { name: 'Choose an emoji' }).click();
  await allEmoji(phone).getByRole('searchbox').fill('house');
  await allEmoji(phone).getByRole('gridcell', { name: 'House', exact: true }).click();
  await allEmoji(phone).waitFor({ state: 'detached' });
  await hasFocus(emoji.getByRole('button', { name: 'Change emoji' }));
  await emoji.getByText('🏠').first().waitFor();
  expect.soft(await barriers(phone, 'group settings with an emoji')).toEqual([]);
  // It is part of the draft, and takes effect only when saved.
  await draftStored(phone, '🏠');
  await phone.reload();
  await emoji.getByRole('button', { name: 'Change emoji' }).waitFor();
  expect(await desktop.getByText('🏠').count()).toBe(0);
  await phone.getByRole('button', { name: 'Save Changes' }).click();
  await phone.waitForURL(`**/groups/${house}`);
  await phone.getByRole('banner').getByText('🏠').waitFor();
  await desktop.getByRole('banner').getByText('🏠').waitFor();
  await desktop.getByRole('navigation', { name: 'Groups' }).getByRole('link', { name: 'House by the lake' }).getByText('🏠').waitFor();
  await desktop.getByRole('link', { name: 'Group settings' }).click();
  await desktop.getByRole('heading', { name: 'Group Details', level: 1 }).waitFor();
  await desktop.getByRole('main').getByText('🏠').first().waitFor();
  expect(await desktop.getByRole('button', { name: /emoji/ }).count()).toBe(0);
  await desktop.getByLabel('Description').waitFor();

  await phone.getByRole('button', { name: 'Back' }).click();
  await phone.getByRole('list', { name: 'My Groups' }).getByText('🏠').waitFor();
  await phone.getByRole('link', { name: 'House by the lake' }).click();
  await phone.getByRole('link', { name: 'Group settings' }).click();
  await emoji.getByRole('button', { name: 'Remove emoji' }).click();
  await hasFocus(emoji.getByRole('button', { name: 'Choose an emoji' }));
  await phone.getByRole('button', { name: 'Save Changes' }).click();
  await phone.waitForURL(`**/groups/${house}`);
  await phone.getByRole('banner').getByText('HL').waitFor();
  await desktop.getByRole('main').getByText('HL').waitFor();
});

test('on a wide screen the newest conversation shows beside the list; Back leads to where the member came from', async ({
  open,
  people: { ana, ben },
  group,
  house,
  cleoSays,
}) => {
  await cleoSays('The more the better.');
  const { page: desktop } = await open(ben, { at: '/posts', viewport: DESKTOP });
  const groups = desktop.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Groups' });
  await groups.focus();
  await desktop.keyboard.press('Enter');
  await desktop.waitForURL(`**/groups/${group}`);
  await row(desktop, 'The more the better.').waitFor();
  // As on every page, the focus goes to the heading and not into the field.
  await hasFocus(desktop.getByRole('heading', { name: 'Sunday table', level: 1 }));
  expect(await desktop.getByRole('banner').getByRole('button', { name: 'Back' }).count()).toBe(0);
  const list = desktop.getByRole('navigation', { name: 'Groups' });
  expect(await list.getByRole('link', { name: 'Sunday table' }).getAttribute('aria-current')).toBe('page');
  expect.soft(await barriers(desktop, 'newest conversation')).toEqual([]);
  // Opening Groups again from there adds no second history entry.
  await groups.click();
  await desktop.waitForURL(`**/groups/${group}`);
  await row(desktop, 'The more the better.').waitFor();
  await list.getByRole('link', { name: 'House by the lake' }).click();
  await desktop.getByText('Nothing said yet').waitFor();
  await groups.click();
  await desktop.waitForURL(`**/groups/${group}`);
  await desktop.goBack();
  await desktop.waitForURL(`**/groups/${house}`);
  await desktop.goBack();
  await desktop.waitForURL(`**/groups/${group}`);
  await desktop.goBack();
  await desktop.waitForURL('**/posts');
  // The phone shows the list.
  const { page: phone } = await open(ana, { at: '/groups' });
  await phone.getByRole('link', { name: 'Sunday table' }).waitFor();
  expect(new URL(phone.url()).pathname).toBe('/groups');
});

test('beside a conversation are the members of the group, with their role and a link to each, and who is invited and has not answered', async ({
  open,
  circle,
  people: { ana, ben, cleo },
  group,
  house,
}) => {
  const invitation = await circle.inviteToGroup(ana, house, cleo);
  const { page: desktop } = await open(ana, { at: `/groups/${house}`, viewport: DESKTOP });
  const aside = desktop.getByRole('complementary', { name: 'Who is in this group' });
  const people = aside.getByRole('region', { name: '2 members' });
  await people.getByText('Dates, keys and the boiler.').waitFor();
  await people
    .getByRole('listitem')
    .filter({ hasText: `${ana.name} (you)` })
    .getByText('Owner')
    .waitFor();
  await people.getByRole('listitem').filter({ hasText: ben.name }).getByText('Member').waitFor();
  const asked = aside.getByRole('region', { name: 'Asked to join' });
  await asked.getByText(cleo.name).waitFor();
  expect.soft(await barriers(desktop, 'conversation with its members beside it')).toEqual([]);
  await circle.respondToGroup(cleo, invitation, 'accepted');
  await aside.getByRole('region', { name: '3 members' }).getByText(cleo.name).waitFor();
  await asked.waitFor({ state: 'detached' });
  await aside.getByRole('link', { name: ben.name }).click();
  await desktop.waitForURL(`**/friends/${ben.id}`);
  await aside.waitFor({ state: 'detached' });

  // A member who is not a friend has a profile instead of a page.
  const { page: other } = await open(ben, { at: `/groups/${group}`, viewport: DESKTOP });
  await other.getByRole('complementary', { name: 'Who is in this group' }).getByRole('button', { name: cleo.name }).click();
  await other.getByRole('dialog', { name: 'Profile' }).getByText(cleo.name).first().waitFor();
  await other.keyboard.press('Escape');
  // The settings show the whole list themselves, and a phone has no space for a second one.
  await other.getByRole('link', { name: 'Group settings' }).click();
  await other.getByRole('list', { name: 'Members' }).waitFor();
  expect(await other.getByRole('complementary').count()).toBe(0);
});
