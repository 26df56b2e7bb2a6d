/** Signing in through another site: from the button, over that site's own pages, and back. Also what the page says when that fails. */
import type { Page } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { barriers } from '../../support/barriers.ts';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import { circleOf } from '../../support/fixtures/server.ts';
import { startRealProvider } from '../../support/oidc-provider.ts';
import { setUp } from '../../support/set-up-time.ts';
import { startApp } from '../../support/start-app.ts';

const test = browserTest
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern which fixtures are wanted
  .extend('provider', { scope: 'file' }, async ({}, { onCleanup }) => {
    const provider = await startRealProvider();
    onCleanup(() => provider.close());
    return provider;
  })
  .extend('server', { scope: 'file' }, async ({ db, provider }, { onCleanup }) => {
    const server = await setUp('server', () => startApp({ on: db, env: { ...provider.env, SIGN_UP: 'invited' } }));
    onCleanup(() => server.close());
    provider.register(server.url);
    return server;
  })
  .extend('circle', { scope: 'file' }, ({ server }) => circleOf(server));

const button = (page: Page) => page.getByRole('button', { name: 'Continue with Our house' });
const path = (page: Page) => new URL(page.url()).pathname;

/** Signs in on the pages of the provider. */
async function signInThere(page: Page, name: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(name);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

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

  const { page, newTab } = await open(null, { at: `/auth?invite=${invitation?.id}` });
  await button(page).waitFor();
  await page.getByText('Or use email').waitFor();
  expect(await barriers(page, 'sign-in with a provider')).toEqual([]);
  const other = await newTab();
  await other.goto('/auth');
  await button(other).waitFor();

  // A visitor who cancels there is back at the form, which says so once.
  await button(page).press('Enter');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByText('Sign-in was cancelled. Please try again.').waitFor();
  expect(path(page)).toBe('/auth');

  await page.goto(`/auth?invite=${invitation?.id}`);
  await button(page).click();
  await signInThere(page, name);
  // A new member is asked for name and photo, as after signing up by mail. The other tab does not ask.
  const arrival = page.getByRole('heading', { name: 'So that friends know you' });
  await arrival.waitFor();
  expect(path(page)).toBe('/friends');
  expect(await page.getByLabel('Your name').inputValue()).toBe('Ivo Brand');
  await page.getByRole('button', { name: 'Skip for now' }).click();
  await page.getByText('Hana').first().waitFor();
  expect(path(page)).toBe('/friends');
  await other.waitForURL((url) => url.pathname === '/posts');
  await other.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
  for (const tab of [page, other]) expect(await tab.getByRole('button', { name: 'Skip for now' }).count()).toBe(0);
});

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
  const { page } = await open(null, { at: `/auth?invite=${invitation?.id}` });
  await button(page).click();
  await signInThere(page, name);
  await page.getByRole('heading', { name: 'Hana would like you at their table' }).waitFor();
  await page.getByRole('button', { name: 'Not now' }).click();
  const waiting = async () => (await ivo.client.get('/api/friends/invitations/received')).body.data.items;
  expect(await waiting()).toMatchObject([{ id: invitation?.id }]);
  // The invitation covers the screen only once.
  await page.reload();
  await page
    .getByRole('button', { name: /^Accept the invitation of Hana/ })
    .first()
    .waitFor();
  expect(await page.getByRole('heading', { name: 'Hana would like you at their table' }).count()).toBe(0);

  const { token } = (await mira.client.post('/api/friends/invite-links', {})).body.data;
  const again = await open(null, { at: `/auth?invite=${token}` });
  await button(again.page).click();
  await signInThere(again.page, name);
  await again.page.getByRole('heading', { name: 'Mira knows that you are here' }).waitFor();
  expect((await mira.client.get('/api/friends/invitations/received')).body.data.items).toMatchObject([{ inviter_id: ivo.id }]);
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
  expect(await page.getByRole('button', { name: 'Skip for now' }).count()).toBe(0);

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
