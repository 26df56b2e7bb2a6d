/** Signing in through another site: from the button, over that site's own pages, and back. Also what the page says when that fails. */
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { violations } from '../../support/barriers.ts';
import { draftStored } from '../../support/stored-drafts.ts';
import { button, path, signInThere, test } from './provider-stage.ts';

test('an invited person signs in through the provider: the button, its pages, and back to the inviter; the other tab follows', async ({
  open,
  circle,
  server,
  provider,
}) => {
  const hana = await circle.signUp('Hana', { email: `${uuid()}@kith.test` });
  expect((await hana.client.post('/api/friends/invite', { email: `${uuid()}@kith.test` })).status).toBe(201);
  const [invitation] = await server.sql`select id from friend_invitations where inviter_id = ${hana.id}`;
  const name = uuid();
  provider.knows(name, { email: `${name}@kith.test`, email_verified: true, name: 'Ivo Brand' });

  const { page, newTab } = await open(null, { at: `/auth#invite=${invitation?.id}` });
  await button(page).waitFor();
  await page.getByText('Or use email').waitFor();
  expect(await violations(page)).toEqual([]);
  const other = await newTab();
  await other.goto('/auth');
  await button(other).waitFor();

  // A visitor who cancels there is back at the form, which says so once.
  await button(page).press('Enter');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByText('Sign-in was cancelled. Please try again.').waitFor();
  expect(path(page)).toBe('/auth');

  await page.goto(`/auth#invite=${invitation?.id}`);
  await button(page).click();
  await signInThere(page, name);
  // A new member is asked for name and photo, as after signing up by mail. The other tab does not ask.
  const arrival = page.getByRole('heading', { name: 'So that friends know you' });
  await arrival.waitFor();
  expect(path(page)).toBe('/friends');
  await expect.poll(() => page.getByLabel('Your name').inputValue()).toBe('Ivo Brand');
  // The site has said the name, so it is asked here, once, and kept over a reload.
  const field = page.getByLabel('Your name');
  await field.fill(' ');
  await field.press('Enter');
  await page.getByText('Please enter a name').waitFor();
  await field.fill('Ivo B.');
  await draftStored(page, 'Ivo B.');
  await page.reload();
  await expect.poll(() => field.inputValue()).toBe('Ivo B.');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Hana').first().waitFor();
  expect(path(page)).toBe('/friends');
  await other.waitForURL((url) => url.pathname === '/posts');
  await other.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
  for (const tab of [page, other]) expect(await tab.getByRole('button', { name: 'Continue' }).count()).toBe(0);
});
