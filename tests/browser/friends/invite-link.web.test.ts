/** Inviting by a link: making it, showing it to a camera, sharing it, taking it back. A person who opens it asks its maker. */
import { expect } from 'vitest';
import { violations } from '../../support/barriers.ts';
import { card, hasFocus } from '../../support/on-screen.ts';
import { confirmAddress, fillSignUp } from '../../support/people.ts';
import { address, addressIn, byLink, make, test } from './invite-link-stage.ts';

test('a link is made, drawn for a camera and shared; a person who signs up with it waits for its maker, and then they are friends', async ({
  open,
  mira,
  server,
}) => {
  const { page } = await open(mira, { at: '/friends' });
  // The share sheet of the system is the only part that a browser without a screen does not have.
  await page.evaluate(() => {
    Object.assign(navigator, { share: async (shared: ShareData) => Object.assign(globalThis, { shared }) });
  });
  await byLink(page);
  await make(page).click();
  await hasFocus(page.getByRole('button', { name: 'Share', exact: true }));
  const at = await addressIn(page);
  expect(at).toMatch(/\/auth#invite=[\w-]{43}$/);
  await page.getByRole('img', { name: 'The link, for a camera' }).waitFor();
  await page.getByText(/^Works for one person, until /).waitFor();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  expect(await page.evaluate(() => (globalThis as unknown as { shared: ShareData }).shared.url)).toBe(at);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');

  const { page: newcomer } = await open();
  const noor = { name: 'Noor Aziz', email: address(), password: 'correct horse 7' };
  const { pathname, hash } = new URL(at);
  await newcomer.goto(`${pathname}${hash}`);
  await newcomer.getByRole('heading', { level: 1, name: 'Mira Holm would like you at their table' }).waitFor();
  await fillSignUp(newcomer, noor);
  await confirmAddress(newcomer, server, noor);
  await newcomer.getByRole('heading', { name: 'Mira Holm knows that you are here' }).waitFor();
  expect(await newcomer.getByText('Build your tribe').count()).toBe(0);

  await page.getByRole('button', { name: 'Accept the invitation of Noor Aziz' }).click();
  await page.getByText('1 of 8').waitFor();
  // The seat fills before their eyes, and no mail says it again.
  await newcomer.getByRole('heading', { name: 'You are at Mira Holm’s table now' }).waitFor();
  await card(newcomer, 'Soup on Sunday?').waitFor();
  await expect
    .poll(
      async () =>
        (await server.sql`select from notifications where user_id = (select id from users where email = ${noor.email}) and not is_read`)
          .count,
    )
    .toBe(0);
});
