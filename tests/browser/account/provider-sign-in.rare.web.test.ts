/** Signing in through another site in the less common ways, and what the page says when it fails. */
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { letPresencePass, presenceSheet } from '../../support/presence.ts';
import { openAccount } from '../../support/settings-rows.ts';
import { button, path, signInThere, test } from './provider-stage.ts';

test('a returning member who signs in through the provider still gets the invitation they came by, from a mail or from a member’s link', async ({
  open,
  circle,
  server,
  provider,
}) => {
  const [hana, ivo, mira] = [
    await circle.signUp('Hana', { email: `${uuid()}@kith.test` }),
    await circle.signUp('Ivo', { email: `${uuid()}@kith.test` }),
    await circle.signUp('Mira', { email: `${uuid()}@kith.test` }),
  ];
  expect((await hana.client.post('/api/friends/invite', { email: `${uuid()}@kith.test` })).status).toBe(201);
  const [invitation] = await server.sql`select id from friend_invitations where inviter_id = ${hana.id}`;
  const name = uuid();
  provider.knows(name, { email: ivo.email, email_verified: true });
  const { page } = await open(null, { at: `/auth#invite=${invitation?.id}` });
  await button(page).click();
  await signInThere(page, name);
  await page.getByRole('heading', { name: 'Hana would like you at their table' }).waitFor();
  // Nothing is taken before a press, and the invitation covers the screen only once.
  const received = async (member: typeof ivo) => (await member.client.get('/api/friends/invitations/received')).body.data.items;
  expect(await received(ivo)).toEqual([]);
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await expect.poll(async () => (await ivo.client.get('/api/friends')).body.data.items).toMatchObject([{ friend_id: hana.id }]);
  await page.getByRole('heading', { name: 'My Friends' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'My Friends' }).waitFor();
  expect(await page.getByRole('heading', { name: 'Hana would like you at their table' }).count()).toBe(0);

  const { token } = (await mira.client.post('/api/friends/invite-links', {})).body.data;
  const again = await open(null, { at: `/auth#invite=${token}` });
  await button(again.page).click();
  await signInThere(again.page, name);
  await again.page.getByRole('heading', { name: 'Ask Mira to be friends?' }).waitFor();
  expect(await received(mira)).toEqual([]);
  await again.page.getByRole('button', { name: 'Ask to be friends' }).click();
  await again.page.getByRole('heading', { name: 'Mira knows that you are here' }).waitFor();
  expect(await received(mira)).toMatchObject([{ inviter_id: ivo.id }]);
});

test('the way back from the provider waits for a connection, leads to the requested page, works in no other browser, and says what is wrong', async ({
  open,
  provider,
  circle,
}) => {
  const member = await circle.signUp('Mira', { email: `${uuid()}@kith.test` });
  const asked = `/posts/${await circle.post(member, { content: 'Asked for by its link' })}`;
  const { page } = await open(null, { at: asked });
  const name = uuid();
  provider.knows(name, { email: member.email, email_verified: true });
  let answers: 'abort' | 'continue' = 'abort';
  let cameBackTo = '';
  await page.route('**/api/auth/google/callback', (route) => {
    cameBackTo = page.url();
    return route[answers]();
  });
  await button(page).click();
  await signInThere(page, name);
  await page.getByRole('heading', { name: 'Not signed in yet' }).waitFor();
  expect(await barriers(page, 'the way back, offline')).toEqual([]);
  answers = 'continue';
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Asked for by its link').waitFor();
  expect(path(page)).toBe(asked);
  expect(await page.getByRole('button', { name: 'Continue' }).count()).toBe(0);

  // In another browser the same address is worthless.
  const stranger = await open(null, { at: cameBackTo });
  await stranger.page.getByText('Google sign-in is not available at the moment.').waitFor();
  expect(path(stranger.page)).toBe('/auth');

  // The button shows why the server cannot begin.
  await stranger.page.route('**/api/auth/google/start*', (route) => route.abort());
  await button(stranger.page).click();
  await stranger.page.getByText('Network error occurred. Please try again.').waitFor();
  await stranger.page.unroute('**/api/auth/google/start*');
  await stranger.page.route('**/api/auth/google/start*', (route) =>
    route.fulfill({
      status: 502,
      json: { success: false, code: 'PROVIDER_MISCONFIGURED', message: 'Configuration error. Please contact support.' },
    }),
  );
  await button(stranger.page).click();
  await stranger.page.getByText('Configuration error. Please contact support.').waitFor();
});

test('a member without a password shows at the provider that they are there, and comes back to where they were', async ({
  open,
  circle,
  server,
  provider,
}) => {
  const ivo = await circle.signUp('Ivo Brand', { email: `${uuid()}@kith.test` });
  const name = uuid();
  provider.knows(name, { email: ivo.email, email_verified: true });
  await server.sql`update users set password_hash = null where id = ${ivo.id}`;
  const { page } = await open(null, { at: '/auth' });
  await page.addInitScript(() => void Reflect.deleteProperty(globalThis, 'showSaveFilePicker'));
  await button(page).click();
  await signInThere(page, name);
  await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
  await page.goto('/settings');
  await letPresencePass(server, ivo);

  const start = page.getByRole('button', { name: 'Start the export' });
  await openAccount(page);
  await page.getByRole('button', { name: 'Export your data' }).click();
  await start.click();
  const there = presenceSheet(page).getByRole('button', { name: 'Continue with Our house' });
  await there.waitFor();
  expect(await barriers(page, 'is it you, at the provider')).toEqual([]);
  // A member who cancels there comes back to the same sheet, and is not signed out.
  await there.click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByText('Sign-in was cancelled. Please try again.').waitFor();
  expect(path(page)).toBe('/settings');
  await start.click();
  await there.click();
  // The browser is signed in at the provider, which asks all the same. Another account there is not enough.
  const other = uuid();
  provider.knows(other, { email: `${other}@kith.test`, email_verified: true });
  await signInThere(page, other);
  await page.getByText('That was another account, or an old sign-in.').waitFor();
  await start.click();
  await there.click();
  await signInThere(page, name);
  await page.getByText('Thank you. You can go on now.').waitFor();
  const downloading = page.waitForEvent('download');
  await start.click();
  expect((await downloading).suggestedFilename()).toMatch(/\.zip$/);
  // A reload neither says it again nor opens the sheet.
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  expect(await start.count()).toBe(0);
  expect(await page.getByText('Thank you. You can go on').count()).toBe(0);
});
