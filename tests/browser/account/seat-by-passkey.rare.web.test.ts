/** Taking a seat with a passkey in place of a password. Passkeys belong to a host name, so this server has one. */
import { expect } from 'vitest';
import { addAuthenticator } from '../../support/authenticator.ts';
import { barriers } from '../../support/barriers.ts';
import { card } from '../../support/on-screen.ts';
import type { AppOptions } from '../../support/start-app.ts';
import { address, answer, test as arrivingTest, seat, takeSeat } from './arriving-stage.ts';

const test = arrivingTest.extend('serverOptions', { scope: 'file' }, (): AppOptions => ({ name: 'localhost' }));

test('a passkey takes the seat: it needs a name and no password, and a press that was cancelled can be repeated', async ({
  page,
  mira,
  mailed,
  server,
}) => {
  const email = address();
  const device = await addAuthenticator(page);
  await page.goto(await mailed(mira, email));
  await seat(page).waitFor();
  const press = page.getByRole('button', { name: 'Take it with a passkey instead' });
  expect(await press.isDisabled()).toBe(true);
  await page.getByLabel('Name', { exact: true }).fill('Noor Aziz');
  expect(await takeSeat(page).isDisabled()).toBe(true);
  expect(await barriers(page, 'the seat with a passkey')).toEqual([]);

  await device.verified(false);
  await press.click();
  await page.getByText('No passkey was made: this was cancelled, or it took too long.').waitFor();
  expect(await server.sql`select from users where email = ${email}`).toHaveLength(0);

  await device.verified(true);
  await press.click();
  await answer(page, 'Accept').waitFor();
  expect(await device.count()).toBe(1);
  await answer(page, 'Accept').click();
  await card(page, 'Soup on Sunday?').waitFor();
});
