/** Who gets an account on a server that is not open to everybody, and which mails strangers cannot make it send. */
import { v7 as uuid } from 'uuid';
import { expect, onTestFinished } from 'vitest';
import { type ApiClient, apiClient } from '../../../tests/support/api-client.ts';
import { PASSWORD } from '../../../tests/support/circle.ts';
import { test as dbTest } from '../../../tests/support/fixtures/db.ts';
import { circleOf } from '../../../tests/support/fixtures/server.ts';
import { tokenOf } from '../../../tests/support/member.ts';
import { setUp } from '../../../tests/support/set-up-time.ts';
import { type StartedApp, startApp } from '../../../tests/support/start-app.ts';
import { forgetInvitedSignUps } from './sign-up-gate.ts';

const CLOSED = { status: 403, body: { success: false, code: 'SIGN_UP_CLOSED', message: 'Account creation is currently disabled.' } };
const NEEDED = {
  status: 403,
  body: { success: false, code: 'INVITATION_NEEDED', message: expect.stringContaining('need an invitation') },
};

const NOT_OPEN = {
  status: 403,
  body: { success: false, code: 'INVITATION_NOT_OPEN', message: 'This invitation is no longer open. Please ask for a new one.' },
};

/** An address that nobody else has. */
const address = (name: string) => `${name}-${uuid()}@kith.test`;
const isVerification = ({ links }: { readonly links: readonly string[] }) => links.some((link) => link.includes('verify='));

/** Visitors of this server, each with their own browser. */
function visitorsOf(server: StartedApp) {
  const browsers = new Map<string, ApiClient>();
  const browserOf = (email: string): ApiClient => {
    const browser = browsers.get(email) ?? apiClient(server.url);
    browsers.set(email, browser);
    return browser;
  };
  return {
    signUp: (email: string, more: object = {}) =>
      browserOf(email).post('/api/auth/sign-up', { email, name: 'Ivo', password: PASSWORD, ...more }),
    /** Opens the newest link of a sign-up and confirms. */
    confirm: async (email: string) =>
      browserOf(email).post('/api/auth/verify', { token: tokenOf(await server.mailTo(email, isVerification), 'verify') }),
    signIn: (email: string) => apiClient(server.url).post('/api/auth/sign-in', { email, password: PASSWORD }),
    mailsTo: async (email: string) => (await server.mails()).filter((mail) => mail.to === email),
  };
}

const test = dbTest
  /** Starts servers on the file's database, which has a member. They are closed after the test. */
  .extend('serverWith', async ({ db }, { onCleanup }) => {
    const servers: StartedApp[] = [];
    onCleanup(async () => {
      for (const server of servers) await server.close();
    });
    return async (SIGN_UP: 'open' | 'invited' | 'closed') => {
      const server = await setUp('server', () => startApp({ on: db, env: { SIGN_UP } }));
      servers.push(server);
      const circle = circleOf(server);
      const hana = await circle.signUp('Hana', { email: address('hana') });
      /** Invites this address. Returns the token in the link of the mail. */
      const invite = async (email: string): Promise<string> => {
        expect((await hana.client.post('/api/friends/invite', { email })).status).toBe(201);
        return tokenOf(await server.mailTo(email), 'invite');
      };
      const cancel = (id: string) => hana.client.post(`/api/friends/invitations/${id}/cancel`);
      return { server, circle, hana, invite, cancel, ...visitorsOf(server) };
    };
  });

test('when sign-up is closed the answer says so, and nobody receives a mail', async ({ serverWith }) => {
  const { hana, signUp, mailsTo, invite } = await serverWith('closed');
  const stranger = address('stranger');
  expect(await signUp(stranger)).toMatchObject(CLOSED);
  // The address of a member is treated like that of a stranger.
  expect(await signUp(hana.email)).toMatchObject(CLOSED);
  expect(await signUp(stranger, { invite: uuid() })).toMatchObject(CLOSED);
  // The link of another person's invitation does not open it either.
  expect(await signUp(stranger, { invite: await invite(address('ivo')) })).toMatchObject(CLOSED);
  expect(await mailsTo(stranger)).toEqual([]);
});

test.for(['closed', 'invited'] as const)(
  'when sign-up is %s an invited address may sign up, and its invitation waits for the member',
  async (mode, { serverWith }) => {
    const { server, invite, signUp, confirm, signIn } = await serverWith(mode);
    const email = address('ivo');
    const id = await invite(email);
    // The link may be lost on the way to the form.
    expect((await signUp(email)).status).toBe(201);
    const confirmed = await confirm(email);
    expect(confirmed.status).toBe(200);
    expect((await signIn(email)).status).toBe(200);
    const [{ receiver_user_id } = {}] = await server.sql`select receiver_user_id from friend_invitations where id = ${id}`;
    expect(receiver_user_id).toBe(confirmed.body.data.user.id);
  },
);

test('when sign-up need an invitation a stranger gets that answer, whatever they make up', async ({ serverWith }) => {
  const { hana, signUp, mailsTo, invite, cancel } = await serverWith('invited');
  const stranger = address('stranger');
  const cancelled = await invite(address('ivo'));
  await cancel(cancelled);
  expect(await signUp(stranger)).toMatchObject(NEEDED);
  for (const invite of [uuid(), "' or true --", cancelled, hana.id]) expect(await signUp(stranger, { invite })).toMatchObject(NOT_OPEN);
  expect(await signUp(hana.email)).toMatchObject(NEEDED);
  expect(await mailsTo(stranger)).toEqual([]);
});

test('the link of an invitation lets in one person, with any address, and the invitation goes to them', async ({ serverWith }) => {
  const { server, invite, signUp, confirm, signIn } = await serverWith('invited');
  const link = await invite(address('ivo'));
  const [one, other, third] = [address('one'), address('other'), address('third')];
  for (const email of [one, other]) expect((await signUp(email, { invite: link })).status).toBe(201);
  const first = await confirm(one);
  expect(first.status).toBe(200);
  const [{ receiver_user_id } = {}] = await server.sql`select receiver_user_id from friend_invitations where id = ${link}`;
  expect(receiver_user_id).toBe(first.body.data.user.id);
  expect(await confirm(other)).toMatchObject(NOT_OPEN);
  expect((await signIn(other)).status).toBe(403);
  expect(await signUp(third, { invite: link })).toMatchObject(NOT_OPEN);
});

test('of several who confirm by one link at the same moment, one gets in', async ({ serverWith }) => {
  const { invite, signUp, confirm } = await serverWith('invited');
  const link = await invite(address('ivo'));
  const emails = Array.from({ length: 4 }, (_, nth) => address(`guest-${nth}`));
  for (const email of emails) expect((await signUp(email, { invite: link })).status).toBe(201);
  const statuses = await Promise.all(emails.map(async (email) => (await confirm(email)).status));
  expect(statuses.sort()).toEqual([200, 403, 403, 403]);
});

test('an invitation that is taken back before its address is confirmed lets nobody in', async ({ serverWith }) => {
  const { invite, cancel, signUp, confirm, signIn } = await serverWith('invited');
  const email = address('ivo');
  const id = await invite(email);
  expect((await signUp(email)).status).toBe(201);
  expect((await cancel(id)).status).toBe(200);
  expect(await confirm(email)).toMatchObject(NEEDED);
  expect((await signIn(email)).status).toBe(403);
});

test('on an open server the link works with another address too, and nobody needs one', async ({ serverWith }) => {
  const { server, invite, signUp, confirm } = await serverWith('open');
  const link = await invite(address('ivo'));
  const [guest, stranger] = [address('guest'), address('stranger')];
  expect((await signUp(guest, { invite: link })).status).toBe(201);
  expect((await signUp(stranger)).status).toBe(201);
  const { body } = await confirm(guest);
  const [{ receiver_user_id } = {}] = await server.sql`select receiver_user_id from friend_invitations where id = ${link}`;
  expect(receiver_user_id).toBe(body.data.user.id);
  expect((await confirm(stranger)).status).toBe(200);
  expect(await server.sql`select from invited_sign_ups where email = ${guest}`).toHaveLength(0);
});

test('the links by which people signed up who never came back are deleted', async ({ serverWith }) => {
  const { server, invite, signUp } = await serverWith('invited');
  const link = await invite(address('ivo'));
  const [old, young] = [address('old'), address('young')];
  for (const email of [old, young]) await signUp(email, { invite: link });
  await server.sql`update invited_sign_ups set created_at = now() - interval '8 days' where email = ${old}`;
  await forgetInvitedSignUps(server.database);
  expect(await server.sql`select email from invited_sign_ups where email in (${old}, ${young})`).toEqual([{ email: young }]);
});

test('an empty server takes its first member, and only one of several at the same moment', async () => {
  const server = await startApp({ env: { SIGN_UP: 'invited' } });
  onTestFinished(() => server.close());
  const { signUp, confirm, signIn } = visitorsOf(server);
  const emails = ['ana@kith.test', 'ben@kith.test', 'cleo@kith.test'];
  for (const email of emails) expect((await signUp(email)).status).toBe(201);
  const statuses = await Promise.all(emails.map(async (email) => (await confirm(email)).status));
  expect(statuses.sort()).toEqual([200, 403, 403]);
  expect((await Promise.all(emails.map(async (email) => (await signIn(email)).status))).sort()).toEqual([200, 403, 403]);
  expect(await signUp('dora@kith.test')).toMatchObject(NEEDED);
});

test('an empty server that is closed takes nobody, not even a first member', async () => {
  const server = await startApp({ env: { SIGN_UP: 'closed' } });
  onTestFinished(() => server.close());
  expect(await visitorsOf(server).signUp('ana@kith.test')).toMatchObject(CLOSED);
});

test('no mail contains the link that a stranger put into their name', async ({ serverWith }) => {
  const { server, signUp, confirm, circle } = await serverWith('open');
  const victim = address('victim');
  const name = 'You won, claim it at https://evil.example/prize or evil.example (help@evil.example)';
  expect((await signUp(victim, { name })).status).toBe(201);
  const stranger = address('stranger');
  await signUp(stranger, { name });
  const { body } = await confirm(stranger);
  const client = apiClient(server.url);
  client.use(body.data.access_token);
  const member = await circle.signUp('Mia', { email: address('mia') });
  for (const email of [address('guest'), member.email]) {
    expect((await client.post('/api/friends/invite', { email })).status).toBe(201);
    const mail = await server.mailTo(email);
    expect([mail.subject, mail.text, mail.html].filter((part) => part.includes('evil') || part.includes('You won') === false)).toEqual([]);
  }
  const mail = await server.mailTo(victim);
  expect([mail.subject, mail.text, mail.html].filter((part) => part.includes('evil'))).toEqual([]);
});

test('a member who has just signed up can invite only a few strangers', async ({ serverWith }) => {
  const { signUp, confirm, server } = await serverWith('open');
  const stranger = address('stranger');
  await signUp(stranger);
  const client = apiClient(server.url);
  client.use((await confirm(stranger)).body.data.access_token);
  const asked = [];
  for (let nth = 0; nth < 8; nth += 1) asked.push((await client.post('/api/friends/invite', { email: address(`victim-${nth}`) })).status);
  expect(asked).toEqual([201, 201, 201, 201, 201, 409, 409, 409]);
});
