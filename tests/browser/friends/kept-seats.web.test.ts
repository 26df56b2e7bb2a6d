/** Seats that are kept for those who were asked: an envelope on the table, and what can be done about it. */
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { violations } from '../../support/barriers.ts';
import { test } from '../../support/fixtures/browser.ts';
import { upToDate } from '../../support/on-screen.ts';

test('who was asked has a seat with an envelope: sent again, given as a link, and taken back', async ({ open, circle, server }) => {
  const email = `${uuid()}@kith.test`;
  const ana = await circle.signUp('Ana Ribeiro', { email: `${uuid()}@kith.test` });
  const id = await circle.invite(ana, { email });
  await server.sql`update friend_invitations set mailed_at = now() - interval '25 hours' where id = ${id}`;
  const { page } = await open(ana, { at: '/friends' });
  await page.getByText('one asked').waitFor();
  const seat = page.getByRole('button', { name: `${email} was asked: open the invitation` });
  await upToDate(page);
  expect(await violations(page)).toEqual([]);
  await seat.click();
  const sheet = page.getByRole('dialog', { name: `${email} has a seat kept` });
  await sheet.getByRole('button', { name: 'Send again' }).click();
  await sheet.getByText('Sent again.').waitFor();
  await sheet.getByRole('button', { name: 'Send again' }).click();
  await sheet.getByText('This invitation was sent within the last day. It can be sent again tomorrow.').waitFor();
  await page.evaluate(() => {
    Object.assign(navigator, { share: async (shared: ShareData) => Object.assign(globalThis, { shared }) });
  });
  await sheet.getByRole('button', { name: 'Share as a link' }).click();
  expect(await page.evaluate(() => (globalThis as unknown as { shared: ShareData }).shared.url)).toMatch(new RegExp(`/auth#invite=${id}$`));
  expect(await violations(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Take back' }).click();
  await sheet.waitFor({ state: 'hidden' });
  await seat.waitFor({ state: 'hidden' });
  await expect.poll(async () => (await ana.client.get('/api/friends/invitations/sent')).body.data.items).toEqual([]);
});
