/** What a proxy in front of the server learns of the links in mails: nothing. */
import { v7 as uuid } from 'uuid';
import { describe, expect } from 'vitest';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import type { Member } from '../../support/fixtures/server.ts';
import { linkIn, tokenOf } from '../../support/member.ts';
import { nginxProgram, startNginx } from '../../support/nginx.ts';
import { setUp } from '../../support/set-up-time.ts';

const address = (): string => `${uuid()}@kith.test`;
const PASSWORD = 'correct horse 7';

const test = browserTest
  /** An nginx that logs as it does by default: the requested address and the page before it. */
  .extend('nginx', { scope: 'file' }, async ({ app }, { onCleanup }) => {
    const nginx = await setUp('server', () => startNginx({ to: app.port, headers: 'host', log: true }));
    onCleanup(() => nginx.stop());
    return nginx;
  })
  /** Opens the address of a mail through the proxy. */
  .extend('openLink', ({ open, nginx }) => async (link: string, who: Member | null = null) => {
    const { pathname, search, hash } = new URL(link);
    return (await open(who, { url: nginx.url, at: pathname + search + hash })).page;
  })
  /** Expects that the proxy has logged the visit of the page, and this token nowhere. */
  .extend('expectUnseen', ({ nginx }) => async (page: string, token: string): Promise<void> => {
    await expect.poll(() => nginx.accessLog()).toContain(`GET ${page}`);
    expect(await nginx.accessLog()).not.toContain(token);
    expect(await nginx.accessLog()).not.toContain(encodeURIComponent(token));
  });

describe.runIf(nginxProgram !== null)('behind nginx', () => {
  test('the link of a sign-up: opened, reloaded and confirmed', async ({ server, open, nginx, expectUnseen }) => {
    const email = address();
    const { page } = await open(null, { url: nginx.url, at: '/auth' });
    await page.evaluate(
      (body) =>
        fetch('/api/auth/sign-up', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }).then(
          ({ ok }) => ok,
        ),
      { email, name: 'Noor', password: PASSWORD },
    );
    const mail = await server.mailTo(email);
    const { pathname, search, hash } = new URL(linkIn(mail, 'verify'));
    await page.goto('about:blank');
    await page.goto(pathname + search + hash);
    const confirm = page.getByRole('button', { name: 'Confirm my address' });
    await confirm.waitFor();
    await expect.poll(() => new URL(page.url()).href).toBe(`${nginx.url}/auth`);
    await page.reload();
    await confirm.click();
    await page.waitForURL('**/posts');
    await expectUnseen('/auth', tokenOf(mail, 'verify'));
  });

  test('the link of a new password: opened, reloaded and used', async ({ server, circle, openLink, expectUnseen, nginx }) => {
    const member = await circle.signUp('Mira', { email: address() });
    await member.client.post('/api/auth/forgot-password', { email: member.email });
    const mail = await server.mailTo(member.email, ({ subject }) => subject === 'Choose a new password');
    const page = await openLink(linkIn(mail, 'token'));
    await page.getByLabel('New password').waitFor();
    await expect.poll(() => new URL(page.url()).href).toBe(`${nginx.url}/auth/reset-password`);
    await page.reload();
    await page.getByLabel('New password').fill('a new horse 8');
    await page.getByLabel('Confirm password').fill('a new horse 8');
    await page.getByRole('button', { name: 'Save new password' }).click();
    await page.getByRole('heading', { name: 'Password Reset Successful' }).waitFor();
    await expectUnseen('/auth/reset-password', tokenOf(mail, 'token'));
  });

  test('the link to a new address', async ({ server, circle, openLink, expectUnseen }) => {
    const member = await circle.signUp('Mira', { email: address() });
    const other = address();
    await member.client.put('/api/auth/user', { email: other, current_password: member.password });
    const mail = await server.mailTo(other);
    const page = await openLink(linkIn(mail, 'address'));
    await page.reload();
    await page.getByRole('button', { name: 'Use this address' }).click();
    await page.getByRole('heading', { name: 'Email Changed' }).waitFor();
    await expectUnseen('/auth', tokenOf(mail, 'address'));
  });

  test('an invitation: a visitor sees who invites, also after a reload, and takes the seat', async ({
    server,
    circle,
    openLink,
    expectUnseen,
  }) => {
    const mira = await circle.signUp('Mira', { email: address() });
    const guest = address();
    await mira.client.post('/api/friends/invite', { email: guest });
    const mail = await server.mailTo(guest);
    const page = await openLink(linkIn(mail, 'invite'));
    const seat = page.getByRole('heading', { level: 1, name: 'Mira would like you at their table' });
    await seat.waitFor();
    await page.reload();
    await seat.waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Guest');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Take your seat', exact: true }).click();
    await page.getByRole('button', { name: 'Accept', exact: true }).waitFor();
    await expectUnseen('/auth', tokenOf(mail, 'invite'));
  });

  test('the link that a member made, opened by another member', async ({ circle, openLink, expectUnseen, nginx }) => {
    const [mira, noor] = [await circle.signUp('Mira', { email: address() }), await circle.signUp('Noor', { email: address() })];
    const { token } = (await mira.client.post('/api/friends/invite-links', {})).body.data;
    const page = await openLink(`${nginx.url}/auth#invite=${token}`, noor);
    await page.waitForURL('**/posts');
    await page.getByRole('heading', { level: 1, name: /Mira/ }).waitFor();
    await expectUnseen('/auth', token);
  });

  test('a second link, opened in the tab of the first, takes its place', async ({ circle, openLink, nginx }) => {
    const [mira, olaf] = [await circle.signUp('Mira', { email: address() }), await circle.signUp('Olaf', { email: address() })];
    const tokenBy = async (maker: Member): Promise<string> => (await maker.client.post('/api/friends/invite-links', {})).body.data.token;
    const page = await openLink(`${nginx.url}/auth#invite=${await tokenBy(mira)}`);
    await page.getByRole('heading', { level: 1, name: 'Mira would like you at their table' }).waitFor();
    await page.goto(`/auth#invite=${await tokenBy(olaf)}`);
    await page.getByRole('heading', { level: 1, name: 'Olaf would like you at their table' }).waitFor();
    await page.goto('/auth/reset-password#error=access_denied&error_code=otp_expired');
    await page.getByText('Your password reset link has expired. Please request a new one.').waitFor();
  });
});
