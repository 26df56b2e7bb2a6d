/** A member who is flooded with invitations into groups: they bury nothing, and leave with one answer, also without a connection. */
import type { Page } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import type { Member } from '../../support/fixtures/server.ts';
import { hasFocus, inSync, upToDate } from '../../support/on-screen.ts';

const MANY = 50;
const WIDE = 'W'.repeat(296);
const address = (): string => `${uuid()}@kith.test`;
const list = (page: Page) => page.getByRole('list', { name: 'Group Invitations' });
const all = (page: Page) => page.getByRole('button', { name: 'Decline all', exact: true });

const test = browserTest.extend('flooded', async ({ circle }) => {
  const [victim, flooder, friend] = await Promise.all(
    ['Vera Lind', 'Fred Storm', 'Gita Rao'].map((name) => circle.signUp(name, { email: address() })),
  );
  if (!victim || !flooder || !friend) throw new Error('nobody');
  for (const other of [flooder, friend]) await circle.befriend(victim, other);
  const invite = async (from: Member, name: string): Promise<string> => {
    const { id } = await circle.done(from, 'groups', circle.groupDocument(from, name));
    return circle.inviteToGroup(from, id, victim);
  };
  await invite(friend, 'Choir');
  for (let nth = 0; nth < MANY; nth += 1) await invite(flooder, `${nth} ${WIDE}`);
  const pending = async (): Promise<number> => {
    const rows = await circle.database.read(
      (tx) => tx`select from group_invitations where invitee_id = ${victim.id} and status = 'pending'`,
    );
    return rows.count;
  };
  return { victim, pending };
});

test('fifty from one person are one card, and leave with one answer and a question', async ({ open, flooded: { victim, pending } }) => {
  const { page } = await open(victim, { at: '/groups' });
  await list(page).getByText('Choir').waitFor();
  await list(page).getByText(`Fred Storm invites you to ${MANY} groups`).waitFor();
  await expect.poll(() => list(page).getByRole('listitem').count()).toBe(2);
  expect(await barriers(page, 'many invitations')).toEqual([]);

  // Their names take two lines each, however wide they are.
  await page.getByRole('button', { name: 'Show all invitations from Fred Storm' }).click();
  await expect.poll(() => list(page).getByRole('listitem').count()).toBe(MANY + 1);
  const heights = await list(page)
    .getByText(WIDE)
    .evaluateAll((names) =>
      names.map((name) => name.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(name).lineHeight)),
    );
  expect(Math.max(...heights)).toBeLessThan(2.2);

  await page.reload();
  const ofFred = page.getByRole('button', { name: 'Decline all invitations from Fred Storm' });
  await ofFred.click();
  const question = page.getByRole('alertdialog', { name: `Decline all ${MANY} invitations from Fred Storm?` });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await hasFocus(ofFred);
  expect(await pending()).toBe(MANY + 1);
  await ofFred.click();
  expect(await barriers(page, 'a question before many invitations are declined')).toEqual([]);
  await question.getByRole('button', { name: 'Decline all' }).click();
  await expect.poll(() => list(page).getByRole('listitem').count()).toBe(1);
  await list(page).getByText('Choir').waitFor();
  await expect.poll(pending).toBe(1);
});

test('without a connection all of them are declined here, and at the server once there is one', async ({
  open,
  faultProxy,
  flooded: { victim, pending },
}) => {
  const { page } = await open(victim, { at: '/groups', url: faultProxy.url });
  await list(page).getByText('Choir').waitFor();
  await upToDate(page);
  faultProxy.cut();
  await inSync(page, 'offline').waitFor();
  await all(page).first().click();
  await page
    .getByRole('alertdialog', { name: `Decline all ${MANY + 1} invitations?` })
    .getByRole('button', { name: 'Decline all' })
    .click();
  await list(page).waitFor({ state: 'detached' });
  expect(await pending()).toBe(MANY + 1);
  faultProxy.heal();
  await upToDate(page, 45_000);
  await expect.poll(() => pending()).toBe(0);
});
