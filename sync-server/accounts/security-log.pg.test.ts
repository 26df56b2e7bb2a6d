/** What a real server logs about accounts that are attacked or changed, which mails their owners receive, and what no log contains. */
import { expect, onTestFinished } from 'vitest';
import { apiClient } from '../../tests/support/api-client.ts';
import { PASSWORD } from '../../tests/support/circle.ts';
import { test as sessionsTest } from '../../tests/support/fixtures/sessions.ts';
import { tokenOf } from '../../tests/support/member.ts';
import { softwarePasskey } from '../../tests/support/software-passkey.ts';
import { startApp } from '../../tests/support/start-app.ts';

/** Every request of these tests comes from here. */
const CLIENT = '127.0.0.1';

interface Line {
  readonly event?: string;
  readonly account?: string | null;
  readonly [field: string]: unknown;
}

const eventsIn = (logged: readonly string[]): Line[] =>
  logged.map((line) => JSON.parse(line) as Line).filter((line) => line.event !== undefined);

const test = sessionsTest
  /** The account events in the log since the test began, without the fields that every line has. */
  .extend('events', ({ server }) => {
    const before = server.logged.length;
    return () =>
      eventsIn(server.logged.slice(before)).map(({ event, account, client, requestId, level, time, pid, hostname, msg, ...details }) => {
        expect([event, client, requestId]).toEqual([event, CLIENT, expect.stringMatching(/^[0-9a-f-]{36}$/)]);
        return { event, account, ...details };
      });
  })
  .extend(
    'signIn',
    ({ server }) =>
      (email: string, password: string) =>
        apiClient(server.url).post('/api/auth/sign-in', { email, password, session: 'token' }),
  )
  /** Asks for a new password and takes the token from the mail. */
  .extend('resetToken', ({ server }) => async (email: string): Promise<string> => {
    await apiClient(server.url).post('/api/auth/forgot-password', { email });
    return tokenOf(await server.mailTo(email, (mail) => mail.subject === 'Choose a new password'), 'token');
  });

test('a refused sign-in is logged, with its account if there is one, and so is each device that was signed in, with the way', async ({
  server,
  circle,
  ana,
  signIn,
  events,
}) => {
  await apiClient(server.url).post('/api/auth/sign-up', { email: 'uma@kith.test', name: 'Uma', password: PASSWORD });
  await signIn(ana.email, 'not the 1 password');
  await signIn('nobody@kith.test', 'not the 1 password');
  await signIn('uma@kith.test', PASSWORD);
  await signIn(ana.email, PASSWORD);
  const token = tokenOf(await server.mailTo('uma@kith.test'), 'verify');
  const { body } = await apiClient(server.url).post('/api/auth/verify', { token, password: PASSWORD });
  const passkey = softwarePasskey(server.url);
  const cleo = await circle.signUp('Cleo');
  const options = (await cleo.client.post('/api/auth/passkeys/options')).body.data;
  await cleo.client.post('/api/auth/passkeys', { name: 'Key', response: passkey.make(options) });
  const visitor = apiClient(server.url);
  const asked = (await visitor.post('/api/auth/passkeys/sign-in/options')).body.data;
  await visitor.post('/api/auth/passkeys/sign-in', { response: passkey.sign(asked) });
  const session = expect.stringMatching(/^[0-9a-f-]{36}$/);
  expect(events()).toEqual([
    { event: 'sign-in-refused', account: ana.id, code: 'INVALID_CREDENTIALS' },
    { event: 'sign-in-refused', account: null, code: 'INVALID_CREDENTIALS' },
    { event: 'sign-in-refused', account: null, code: 'EMAIL_NOT_VERIFIED' },
    { event: 'signed-in', account: ana.id, way: 'password', session },
    { event: 'signed-in', account: body.data.user.id, way: 'link', session },
    { event: 'passkey-added', account: cleo.id },
    { event: 'signed-in', account: cleo.id, way: 'passkey', session },
  ]);
});

test('a sign-in that the limit on attempts stopped is logged', async ({ db, ana }) => {
  const limited = await startApp({ on: db, env: { RATE_LIMITS: '1' } });
  onTestFinished(() => limited.close());
  let status = 0;
  while (status !== 429) {
    ({ status } = await apiClient(limited.url).post('/api/auth/sign-in', { email: ana.email, password: 'guessed again 1' }));
  }
  expect(eventsIn(limited.logged).at(-1)).toMatchObject({ event: 'sign-in-limited', account: ana.id, client: CLIENT });
});

test('requesting and using a reset is logged, and the owner receives a mail', async ({ server, circle, resetToken, events }) => {
  const bea = await circle.signUp('Bea');
  const token = await resetToken(bea.email);
  await apiClient(server.url).post('/api/auth/forgot-password', { email: 'nobody@kith.test' });
  const body = { token, password: 'brand new 22' };
  expect((await apiClient(server.url).post('/api/auth/reset-password', body)).status).toBe(200);
  // A repetition because of a lost answer is not a second event.
  expect((await apiClient(server.url).post('/api/auth/reset-password', body)).status).toBe(200);
  expect((await apiClient(server.url).post('/api/auth/reset-password', { ...body, password: 'another one 9' })).status).toBe(400);
  expect(events()).toEqual([
    { event: 'reset-asked', account: bea.id },
    { event: 'reset-asked', account: null },
    { event: 'reset-used', account: bea.id },
  ]);
  const mail = await server.mailTo(bea.email, (one) => one.subject === 'Your password was changed');
  expect(mail.text).toContain('All your devices were signed out');
});

test('a changed password is logged, and so are the question for the current one and a wrong answer', async ({
  server,
  circle,
  passSeconds,
  events,
}) => {
  const carl = await circle.signUp('Carl');
  await passSeconds(360);
  await carl.client.put('/api/auth/user', { password: 'changed it 5' });
  await carl.client.post('/api/auth/presence', { password: 'a guess 1' });
  await carl.client.post('/api/auth/presence', { password: PASSWORD });
  await carl.client.put('/api/auth/user', { password: 'changed it 5' });
  await carl.client.put('/api/auth/user', { name: 'Carlo' });
  expect(events()).toEqual([
    { event: 'presence-missing', account: carl.id, act: 'password' },
    { event: 'presence-refused', account: carl.id, code: 'PRESENT_PASSWORD_WRONG' },
    { event: 'presence-shown', account: carl.id, way: 'password' },
    { event: 'password-changed', account: carl.id },
  ]);
  await server.mailTo(carl.email, (one) => one.subject === 'Your password was changed');
});

test('a changed address is logged, and so is one that waits for its member', async ({ server, circle, passSeconds, events }) => {
  const cora = await circle.signUp('Cora');
  await passSeconds(360);
  await cora.client.put('/api/auth/user', { email: 'cora.anew@kith.test' });
  await cora.client.post('/api/auth/presence', { password: PASSWORD });
  await cora.client.put('/api/auth/user', { email: 'cora.anew@kith.test' });
  const token = tokenOf(await server.mailTo('cora.anew@kith.test'), 'address');
  await apiClient(server.url).post('/api/auth/confirm-address', { token });
  await apiClient(server.url).post('/api/auth/confirm-address', { token });
  expect(events()).toEqual([
    { event: 'presence-missing', account: cora.id, act: 'address' },
    { event: 'presence-shown', account: cora.id, way: 'password' },
    { event: 'address-change-asked', account: cora.id },
    { event: 'address-changed', account: cora.id },
  ]);
});

test('an older token that comes again ends a session in two places, logged and mailed once', async ({
  server,
  circle,
  refresh,
  events,
}) => {
  const dora = await circle.signUp('Dora');
  const { refreshToken: copied, sessionId } = await circle.openSession(dora);
  await refresh((await refresh(copied)).body.data.refresh_token);
  expect(events()).toEqual([]);
  expect((await refresh(copied)).status).toBe(401);
  expect((await refresh(copied)).status).toBe(401);
  expect(events()).toEqual([{ event: 'session-in-two-places', account: dora.id, session: sessionId }]);
  const mail = await server.mailTo(dora.email);
  expect(mail.subject).toBe('One of your devices was signed out');
  expect(mail.links).toEqual([`${server.url}/auth`]);
  expect((await server.mails()).filter(({ to }) => to === dora.email)).toHaveLength(1);
});

test('ending another session is logged, ending the own one is not', async ({ device, ana, events }) => {
  const [here, there] = [await device(), await device()];
  here.client.use(here.access);
  expect((await here.client.delete(`/api/auth/sessions/${there.sessionId}`)).status).toBe(200);
  expect((await here.client.delete(`/api/auth/sessions/${there.sessionId}`)).status).toBe(404);
  expect((await here.client.delete('/api/auth/sessions')).status).toBe(200);
  expect((await here.client.delete(`/api/auth/sessions/${here.sessionId}`)).status).toBe(200);
  expect(events()).toEqual([
    { event: 'session-ended-elsewhere', account: ana.id, session: there.sessionId },
    { event: 'other-sessions-ended', account: ana.id },
  ]);
});

test('what a member asks for and may not do is logged, with the pattern of its path', async ({ circle, events }) => {
  const [ina, bo] = [await circle.signUp('Ina'), await circle.signUp('Bo')];
  await circle.befriend(ina, bo);
  const post = await circle.post(bo);
  expect((await ina.client.put(`/api/posts/${post}`, { content: 'Not mine', visibility_type: 'friends' })).status).toBe(403);
  // Nobody has done anything wrong by asking for what is not there.
  expect(
    (await ina.client.put('/api/posts/01890000-0000-7000-8000-000000000000', { content: 'Gone', visibility_type: 'friends' })).status,
  ).toBe(404);
  expect(events()).toEqual([{ event: 'act-refused', account: ina.id, method: 'PUT', route: '/api/posts/:id' }]);
});

test('no line of the log, at any level, contains a mail address, a password, a token or what somebody wrote', async ({
  server,
  circle,
  signIn,
  refresh,
  resetToken,
  passSeconds,
}) => {
  const before = server.logged.length;
  const eve = await circle.signUp('Eve', { email: 'eve.of.the.log@kith.test' });
  const { refresh_token: first, access_token: access } = (await signIn(eve.email, PASSWORD)).body.data;
  const second = (await refresh(first)).body.data;
  await refresh(second.refresh_token);
  await refresh(first);
  await refresh('made up by a stranger');
  await signIn(eve.email, 'a wrong guess 1');
  await signIn('stranger.to.the.log@kith.test', 'a wrong guess 1');
  await eve.client.post('/api/posts', { content: 'Words for friends alone', visibility_type: 'friends' });
  await eve.client.post('/api/friends/invite', { email: 'guest.of.the.log@kith.test' });
  await eve.client.get(`/api/posts?words=Words+for+friends+alone&token=${access}`);
  await eve.client.get('/api/posts/Words%20for%20friends');
  await eve.client.put('/api/auth/user', { email: 'other.eve.of.the.log@kith.test' });
  const moving = tokenOf(await server.mailTo('other.eve.of.the.log@kith.test'), 'address');
  await apiClient(server.url).post('/api/auth/confirm-address', { token: moving });
  await passSeconds(360);
  await eve.client.post('/api/auth/presence', { password: 'a wrong guess 2' });
  await eve.client.post('/api/auth/presence', { password: PASSWORD });
  await eve.client.put('/api/auth/user', { password: 'second secret 2' });
  const token = await resetToken('other.eve.of.the.log@kith.test');
  await apiClient(server.url).get(`/auth/reset-password?token=${token}`);
  await apiClient(server.url).post('/api/auth/reset-password', { token, password: 'third secret 3' });
  const lines = server.logged.slice(before).join('');
  expect(lines).toContain(eve.id);
  const secrets = [
    ...['of.the.log', 'to.the.log', '@kith.test', PASSWORD, 'a wrong guess', 'second secret', 'third secret', 'made up by a stranger'],
    ...['Words', first, access, second.refresh_token, second.access_token, token, moving],
  ];
  for (const secret of secrets) expect([secret, lines.includes(secret)]).toEqual([secret, false]);
});
