/** Who waits in the line that guessing causes, and who skips it. */
import { expect } from 'vitest';
import { apiClient } from '../../../tests/support/api-client.ts';
import { type Member, test as serverTest } from '../../../tests/support/fixtures/server.ts';
import { tokenOf } from '../../../tests/support/member.ts';
import type { AppOptions } from '../../../tests/support/start-app.ts';

const DEVICE_COOKIE = 'kith-device';
const NEW_PASSWORD = 'another horse 8';

const test = serverTest
  .extend('serverOptions', { scope: 'file' }, (): AppOptions => ({ env: { RATE_LIMITS: '1', TRUST_PROXY: '127.0.0.1' } }))
  /** A browser that has not been here before. */
  .extend(
    'browser',
    ({ server }) =>
      () =>
        apiClient(server.url),
  )
  /** Uses up the attempts that an address has for this account. Returns the status of each attempt. */
  .extend('tried', ({ browser }) => async (member: Member, address: string, client = browser()): Promise<number[]> => {
    const statuses: number[] = [];
    for (let exhaustAttempts = 0; exhaustAttempts < 11; exhaustAttempts += 1) {
      const body = { email: member.email, password: 'not this one 1' };
      statuses.push((await client.post('/api/auth/sign-in', body, { 'x-forwarded-for': address })).status);
    }
    return statuses;
  });

const signIn = (client: ReturnType<typeof apiClient>, member: Member, address: string, password = member.password) =>
  client.post('/api/auth/sign-in', { email: member.email, password }, { 'x-forwarded-for': address });

test('a browser that was in the account gets in where a stranger at the same address has tried too often', async ({
  circle,
  browser,
  tried: exhaustAttempts,
}) => {
  const [ana, ben] = [await circle.signUp('Ana'), await circle.signUp('Ben')];
  const [known, bens] = [browser(), browser()];
  expect((await signIn(known, ana, '203.0.113.1')).status).toBe(200);
  expect((await signIn(bens, ben, '203.0.113.1')).status).toBe(200);

  expect((await exhaustAttempts(ana, '198.51.100.1')).at(-1)).toBe(429);
  expect((await signIn(browser(), ana, '198.51.100.1')).status).toBe(429);
  expect((await signIn(bens, ana, '198.51.100.1')).status).toBe(429);
  expect((await signIn(known, ana, '198.51.100.1')).status).toBe(200);
});

test('even such a browser runs out of attempts', async ({ circle, browser, tried: exhaustAttempts }) => {
  const cleo = await circle.signUp('Cleo');
  const known = browser();
  expect((await signIn(known, cleo, '203.0.113.1')).status).toBe(200);
  const statuses = [...(await exhaustAttempts(cleo, '198.51.100.2', known)), ...(await exhaustAttempts(cleo, '198.51.100.2', known))];
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(20);
  expect(statuses.at(-1)).toBe(429);
});

test('a new password makes other browsers strangers, but not the one that set it by mail', async ({
  circle,
  server,
  browser,
  tried: exhaustAttempts,
}) => {
  const dora = await circle.signUp('Dora');
  const [before, after] = [browser(), browser()];
  expect((await signIn(before, dora, '203.0.113.1')).status).toBe(200);
  await after.post('/api/auth/forgot-password', { email: dora.email }, { 'x-forwarded-for': '203.0.113.4' });
  const mail = await server.mailTo(dora.email, ({ subject }) => subject === 'Choose a new password');
  const token = tokenOf(mail, 'token');
  expect((await after.post('/api/auth/reset-password', { token, password: NEW_PASSWORD })).status).toBe(200);

  await exhaustAttempts(dora, '198.51.100.3');
  expect((await signIn(before, dora, '198.51.100.3', NEW_PASSWORD)).status).toBe(429);
  expect((await signIn(after, dora, '198.51.100.3', NEW_PASSWORD)).status).toBe(200);
});

test('the cookie reveals nothing about the account, no script reads it, and signing out erases it', async ({ circle, browser }) => {
  const emil = await circle.signUp('Emil');
  const client = browser();
  const { headers } = await signIn(client, emil, '203.0.113.1');
  const set = headers.getSetCookie().find((line) => line.startsWith(`${DEVICE_COOKIE}=`));
  expect(set).toMatch(/; HttpOnly/);
  expect(set).toMatch(/; SameSite=Strict/);
  expect(Buffer.from(client.jar.get(DEVICE_COOKIE) ?? '', 'base64url')).toHaveLength(64);
  await client.post('/api/auth/sign-out');
  expect(client.jar.has(DEVICE_COOKIE)).toBe(false);
});

test('a browser that signed in before there was such a cookie gets one', async ({ circle }) => {
  const fay = await circle.signUp('Fay');
  expect(fay.client.jar.has(DEVICE_COOKIE)).toBe(false);
  expect((await fay.client.post('/api/auth/refresh')).status).toBe(200);
  expect(fay.client.jar.has(DEVICE_COOKIE)).toBe(true);
});
