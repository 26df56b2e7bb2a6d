/** How many mails one person receives, from all causes together. */
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { apiClient } from '../../../tests/support/api-client.ts';
import { PASSWORD } from '../../../tests/support/circle.ts';
import { test as serverTest } from '../../../tests/support/fixtures/server.ts';
import { tokenOf } from '../../../tests/support/member.ts';
import type { AppOptions } from '../../../tests/support/start-app.ts';
import { until } from '../../../tests/support/until.ts';

const test = serverTest
  .extend('serverOptions', { scope: 'file' }, (): AppOptions => ({ env: { RATE_LIMITS: '1', TRUST_PROXY: '127.0.0.1' } }))
  /** The subjects of all mails to this address, once none is queued any more. */
  .extend('subjectsTo', ({ server }) => async (to: string): Promise<string[]> => {
    await until(async () => (await server.sql`select from jobs where queue = 'mail' and data ->> 'to' = ${to}`).length === 0);
    return (await server.mails()).filter((mail) => mail.to === to).map(({ subject }) => subject);
  });

test('confirmation links are sent ten times an hour, at sign-up or again, and the answers stay the same', async ({
  server,
  subjectsTo,
}) => {
  const email = `new-${uuid()}@kith.test`;
  const from = (visitor: number) => ({ 'x-forwarded-for': `198.51.100.${visitor}` });
  const client = apiClient(server.url);
  expect((await client.post('/api/auth/sign-up', { email, password: PASSWORD, name: 'New' }, from(0))).status).toBe(201);
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, index) => client.post('/api/auth/resend-verification', { email }, from(1 + index))),
  );
  expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(200);
  expect(await subjectsTo(email)).toEqual(Array.from({ length: 10 }, () => 'Confirm your address'));
  expect(server.logged.join('')).not.toContain(email);
});

test('invitations from all members cause five mails an hour; the others wait without one', async ({ server, circle, subjectsTo }) => {
  const email = `guest-${uuid()}@kith.test`;
  for (const name of ['Ana', 'Ben', 'Cleo', 'Dora', 'Emil', 'Fay', 'Gus']) {
    const member = await circle.signUp(name);
    expect((await member.client.post('/api/friends/invite', { email })).status).toBe(201);
  }
  expect(await subjectsTo(email)).toHaveLength(5);
  expect(await server.sql`select from friend_invitations where invited_email = ${email} and status = 'pending'`).toHaveLength(7);
});

test('when a reset link is one mail too many, the last one that was sent still works', async ({ server, circle, subjectsTo }) => {
  const gil = await circle.signUp('Gil');
  const from = (visitor: number) => ({ 'x-forwarded-for': `203.0.113.${visitor}` });
  const client = apiClient(server.url);
  for (let asked = 0; asked < 12; asked += 1) await client.post('/api/auth/forgot-password', { email: gil.email }, from(asked));
  expect(await subjectsTo(gil.email)).toHaveLength(10);
  const tokens = (await server.mails()).filter(({ to }) => to === gil.email).map((mail) => tokenOf(mail, 'token'));
  const reset = (token = '') => client.post('/api/auth/reset-password', { token, password: 'brand new 22' }, from(100));
  // Each link replaces the earlier ones.
  expect((await reset(tokens[1])).status).toBe(400);
  expect((await reset(tokens[0])).status).toBe(200);
});

test('a mail about a change to an account is never dropped', async ({ server, circle, subjectsTo }) => {
  const hal = await circle.signUp('Hal');
  for (let sent = 0; sent < 12; sent += 1)
    await server.engine.system((context) => context.mail({ to: hal.email, template: 'password-changed', data: {} }));
  expect(await subjectsTo(hal.email)).toHaveLength(12);
});
