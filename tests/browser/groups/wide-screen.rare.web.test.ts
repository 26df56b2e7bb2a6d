/** Groups on a wide screen: the list, the conversation, and who is in it, side by side. */
import { expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { DESKTOP } from '../../support/browser.ts';
import { row } from '../../support/fixtures/chat.ts';
import { hasFocus } from '../../support/on-screen.ts';
import { test as groupsTest } from './groups-stage.ts';

const test = groupsTest
  /** Ben's desktop, on the newest conversation, where Groups in the navigation led it from the feed */
  .extend('newest', async ({ open, people, group, house: _, cleoSays }) => {
    await cleoSays('The more the better.');
    const { page } = await open(people.ben, { at: '/posts', viewport: DESKTOP });
    const groups = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Groups' });
    await groups.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/groups/${group}`);
    await row(page, 'The more the better.').waitFor();
    return { page, groups, list: page.getByRole('navigation', { name: 'Groups' }) };
  });

test('the newest conversation shows beside the list', async ({ newest: { page, list } }) => {
  // As on every page, the focus goes to the heading and not into the field.
  await hasFocus(page.getByRole('heading', { name: 'Group', level: 1 }));
  await expect.poll(() => page.getByRole('banner').getByRole('button', { name: 'Back' }).count()).toBe(0);
  await expect.poll(() => list.getByRole('link', { name: 'Sunday table' }).getAttribute('aria-current')).toBe('page');
  expect(await barriers(page, 'newest conversation')).toEqual([]);
});

test('Back leads to where the member came from', async ({ newest: { page, groups, list }, group, house }) => {
  // Opening Groups again from there adds no second history entry.
  await Promise.all([page.waitForURL('**/groups'), groups.click()]);
  await page.waitForURL(`**/groups/${group}`);
  await row(page, 'The more the better.').waitFor();
  await list.getByRole('link', { name: 'House by the lake' }).click();
  await page.getByText('Nothing said yet').waitFor();
  await groups.click();
  await page.waitForURL(`**/groups/${group}`);
  await page.goBack();
  await page.waitForURL(`**/groups/${house}`);
  await page.goBack();
  await page.waitForURL(`**/groups/${group}`);
  await page.goBack();
  await page.waitForURL('**/posts');
});

test('a phone shows the list', async ({ open, people: { ana }, group: _ }) => {
  const { page: phone } = await open(ana, { at: '/groups' });
  await phone.getByRole('link', { name: 'Sunday table' }).waitFor();
  expect(new URL(phone.url()).pathname).toBe('/groups');
});

test('beside a conversation are its members, with their role and a link to each, and who is invited', async ({
  open,
  circle,
  people: { ana, ben, cleo },
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
  expect(await people.getByRole('listitem').filter({ hasText: ben.name }).textContent()).not.toContain('Member');
  const asked = aside.getByRole('region', { name: 'Asked to join' });
  await asked.getByText(cleo.name).waitFor();
  expect.soft(await barriers(desktop, 'conversation with its members beside it')).toEqual([]);
  await circle.respondToGroup(cleo, invitation, 'accepted');
  await aside.getByRole('region', { name: '3 members' }).getByText(cleo.name).waitFor();
  await asked.waitFor({ state: 'detached' });
  await aside.getByRole('link', { name: ben.name }).click();
  await desktop.waitForURL(`**/friends/${ben.id}`);
  await aside.waitFor({ state: 'detached' });
});

test('a member who is not a friend has a profile instead of a page', async ({ open, people: { ben, cleo }, group }) => {
  const { page } = await open(ben, { at: `/groups/${group}`, viewport: DESKTOP });
  await page.getByRole('complementary', { name: 'Who is in this group' }).getByRole('button', { name: cleo.name }).click();
  await page.getByRole('dialog', { name: 'Profile' }).getByText(cleo.name).first().waitFor();
});

test('the settings have the only list of members on their page', async ({ open, people: { ben }, group }) => {
  const { page } = await open(ben, { at: `/groups/${group}`, viewport: DESKTOP });
  await page.getByRole('link', { name: 'Group settings' }).click();
  await page.getByRole('list', { name: 'Members' }).waitFor();
  await expect.poll(() => page.getByRole('complementary').count()).toBe(0);
});
