/** Groups as members use them every day: a new group, and the list of conversations. */
import { expect } from 'vitest';
import { violations } from '../../support/barriers.ts';
import { DESKTOP } from '../../support/browser.ts';
import { field, row } from '../../support/fixtures/chat.ts';
import { hasFocus } from '../../support/on-screen.ts';
import { test } from './groups-stage.ts';

test('a group is created with a name and a friend, who is invited and joins', async ({ open, people: { ana, ben }, group: _ }) => {
  const { page: phone } = await open(ana, { at: '/groups' });
  await phone.getByRole('link', { name: 'Create', exact: true }).click();
  await phone.getByLabel('Group Name *').fill('  House by the lake ');
  await phone.getByLabel('Description').fill('Dates, keys and the boiler.');
  await phone.getByRole('checkbox', { name: ben.name }).check();
  await phone.getByText('1 person will be invited').waitFor();
  await phone.getByRole('button', { name: 'Create Group' }).click();
  await phone.getByRole('banner').getByText('House by the lake').waitFor();
  await phone.getByText('Nothing said yet').waitFor();
  expect(await violations(phone)).toEqual([]);

  const asked = async (): Promise<string | undefined> => {
    const { body } = await ben.client.get('/api/groups/invitations');
    return body.data.items.find((item: { group_name: string }) => item.group_name === 'House by the lake')?.id;
  };
  await expect.poll(asked).toBeTruthy();
  const { page: desktop } = await open(ben, { at: `/groups?invitation=${await asked()}`, viewport: DESKTOP });
  const card = desktop.getByRole('list', { name: 'Group Invitations' }).getByRole('listitem').filter({ hasText: 'House by the lake' });
  await card.getByText(`From ${ana.name}`).waitFor();
  await hasFocus(card);
  await card.getByRole('button', { name: /^Accept/ }).click();
  await card.waitFor({ state: 'detached' });
  await desktop.getByRole('link', { name: 'House by the lake' }).click();
  // The conversation that was open beside the list has a field too.
  await desktop.getByRole('banner').getByText('House by the lake').waitFor();
  await field(desktop).fill('I bring the keys');
  await desktop.keyboard.press('Enter');
  await row(phone, 'I bring the keys').waitFor();
  await phone.getByText('2 members').waitFor();
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
  await saying('House by the lake').getByText('2 members · Dates, keys and the boiler.').waitFor();
  expect(await saying('House by the lake').getByRole('time').count()).toBe(0);
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
});
