/** Passwords that many people use are refused wherever a password is chosen. */
import { expect } from 'vitest';
import { apiClient } from '../../../tests/support/api-client.ts';
import { PASSWORD } from '../../../tests/support/circle.ts';
import { test } from '../../../tests/support/fixtures/server.ts';
import { tokenOf } from '../../../tests/support/member.ts';
import { commonPasswords } from './common-passwords.ts';

const REFUSED = {
  status: 422,
  body: {
    success: false,
    code: 'COMMON_PASSWORD',
    message: 'Many people use this password, so it would be guessed first. Please choose another one.',
  },
};

test('thousands of the list meet the other rules', async () => {
  expect((await commonPasswords()).size).toBeGreaterThan(5_000);
});

test.for(['password1', 'Password1', 'aaaaaaa1', 'QWERTY123', 'trustno1'])(
  'nobody signs up with %s, member or not',
  async (password, { server, circle, task }) => {
    const member = await circle.signUp('Mira', { email: `mira-${task.id.replace(/\W/g, '')}@kith.test` });
    const addresses = [member.email, `nobody-${task.id.replace(/\W/g, '')}@kith.test`];
    for (const email of addresses) {
      expect(await apiClient(server.url).post('/api/auth/sign-up', { email, name: 'Mira', password })).toMatchObject(REFUSED);
    }
    expect(await server.sql`select from sign_ups where email like ${`%${task.id.replace(/\W/g, '')}%`}`).toHaveLength(0);
  },
);

test('nobody chooses one by a link or in the settings, and the link goes on working', async ({ server, circle }) => {
  const noor = await circle.signUp('Noor', { email: 'noor@kith.test' });
  const client = apiClient(server.url);
  await client.post('/api/auth/forgot-password', { email: noor.email });
  const token = tokenOf(await server.mailTo(noor.email, ({ subject }) => subject === 'Choose a new password'), 'token');
  expect(await client.post('/api/auth/reset-password', { token, password: 'letmein1' })).toMatchObject(REFUSED);
  const own = { current_password: PASSWORD, password: 'dragon123' };
  expect(await noor.client.put('/api/auth/user', own)).toMatchObject(REFUSED);
  expect((await client.post('/api/auth/reset-password', { token, password: 'letmein after soup 1' })).status).toBe(200);

  const elsewhere = apiClient(server.url);
  await elsewhere.post('/api/auth/sign-up', { email: 'olaf@kith.test', name: 'Olaf', password: PASSWORD });
  const link = tokenOf(await server.mailTo('olaf@kith.test'), 'verify');
  expect(await client.post('/api/auth/verify', { token: link, password: 'football1' })).toMatchObject(REFUSED);
  expect((await elsewhere.post('/api/auth/verify', { token: link })).status).toBe(200);
});
