/**
 * No answer reveals whether an address has an account. That the answers also take the same time is measured, not tested: `npm run bench --
 * known-addresses`.
 */
import { expect } from 'vitest';
import { apiClient } from '../../tests/support/api-client.ts';
import { PASSWORD } from '../../tests/support/circle.ts';
import { test as serverTest } from '../../tests/support/fixtures/server.ts';

const EACH = 50;
/** How many addresses are tried again after somebody signed up with them. Fewer, because each sign-in costs two hashes. */
const AFTERWARDS = 10;
/** Fewer than the server allows to wait for a hash. */
const AT_ONCE = 50;
const TYPED = 'another one 9';

const test = serverTest
  .extend('known', { scope: 'file' }, async ({ circle }) => {
    const members = await Promise.all(Array.from({ length: EACH }, (_, n) => circle.signUp(`Known ${n}`)));
    return members.map(({ email }) => email);
  })
  .extend('unknown', { scope: 'file' }, (): string[] => Array.from({ length: EACH }, (_, n) => `unknown.${n}@kith.test`))
  /** All different answers to this request for these addresses. */
  .extend('answersTo', ({ server }) => async (addresses: readonly string[], path: string, more: object = {}): Promise<string[]> => {
    const answers = new Set<string>();
    for (let from = 0; from < addresses.length; from += AT_ONCE) {
      const some = addresses.slice(from, from + AT_ONCE).map(async (email) => {
        const { status, headers, body } = await apiClient(server.url).post(path, { email, ...more });
        const cookies = headers.getSetCookie().map((cookie) => cookie.replace(/=[\w-]+;/, '=…;'));
        answers.add(JSON.stringify({ status, body, cookies }));
      });
      await Promise.all(some);
    }
    return [...answers];
  });

test('sign-in, sign-up, send again and forgot password answer alike for known and unknown addresses', { timeout: 900_000 }, async ({
  known,
  unknown,
  answersTo,
}) => {
  const expectAlike = async (path: string, more: object, count = EACH) => {
    const answers = await answersTo(known.slice(0, count), path, more);
    expect(answers).toHaveLength(1);
    expect(await answersTo(unknown.slice(0, count), path, more)).toEqual(answers);
  };
  await expectAlike('/api/auth/forgot-password', {});
  await expectAlike('/api/auth/resend-verification', {});
  await expectAlike('/api/auth/sign-in', { password: TYPED });
  await expectAlike('/api/auth/sign-up', { name: 'Somebody', password: TYPED });

  await expectAlike('/api/auth/sign-in', { password: TYPED }, AFTERWARDS);
  await expectAlike('/api/auth/sign-in', { password: 'wrong 1234' }, AFTERWARDS);
  await expectAlike('/api/auth/resend-verification', {}, AFTERWARDS);
  await expectAlike('/api/auth/forgot-password', {}, AFTERWARDS);
});

test('a sign-up with a known address changes nothing in the account, and its owner gets a mail', async ({ server, circle }) => {
  const { email } = await circle.signUp('Fay');
  const post = (path: string, more: object) => apiClient(server.url).post(path, { email, ...more });
  expect((await post('/api/auth/sign-up', { name: 'Not Fay', password: TYPED })).status).toBe(201);
  await server.mailTo(email, ({ subject }) => subject === 'You already have an account');
  expect((await server.mails()).filter(({ to, subject }) => to === email && subject === 'Confirm your address')).toEqual([]);
  expect((await post('/api/auth/sign-in', { password: TYPED })).status).toBe(403);
  const { status, body } = await post('/api/auth/sign-in', { password: PASSWORD });
  expect(status).toBe(200);
  expect(body.data.user.name).toBe('Fay');
});

test('an address that nobody signed up with receives no mail', async ({ server, circle }) => {
  const email = 'nobody.at.all@kith.test';
  for (const path of ['/api/auth/forgot-password', '/api/auth/resend-verification']) {
    expect((await apiClient(server.url).post(path, { email })).status).toBe(200);
  }
  // Mails are delivered in order, so an earlier one would have arrived together with this one.
  const { email: later } = await circle.signUp('Gus');
  await apiClient(server.url).post('/api/auth/forgot-password', { email: later });
  await server.mailTo(later);
  expect((await server.mails()).filter(({ to }) => to === email)).toEqual([]);
});
