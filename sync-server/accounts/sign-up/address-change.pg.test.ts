/** Moving an account to another address: who may do it, what proves the address, who receives mails, and what happens at the same time. */
import { v7 as uuid } from 'uuid';
import { expect, onTestFinished } from 'vitest';
import { apiClient } from '../../../tests/support/api-client.ts';
import { PASSWORD } from '../../../tests/support/circle.ts';
import { type Member, test as serverTest } from '../../../tests/support/fixtures/server.ts';
import { tokenOf } from '../../../tests/support/member.ts';
import { startApp, type TestMail } from '../../../tests/support/start-app.ts';
import { until } from '../../../tests/support/until.ts';
import { takeSpentLinksOut } from '../account-upkeep.ts';
import { forgetAddressChanges } from './address-change.ts';

const SENT = 'We sent a link to your new address. Open it and confirm, and you sign in with that address from then on.';
const INVALID = { status: 400, body: { success: false, code: 'LINK_INVALID' } };
const isLink = ({ links }: { readonly links: readonly string[] }) => links.some((link) => link.includes('address='));

/** An address that nobody else has. */
const address = (name: string) => `${name}-${uuid()}@kith.test`;

const test = serverTest
  /** Makes a member with an address that only this test uses. */
  .extend(
    'member',
    ({ circle }) =>
      (name: string): Promise<Member> =>
        circle.signUp(name, { email: address(name.toLowerCase()) }),
  )
  .extend(
    'ask',
    () =>
      ({ client }: Member, email: string, more: object = {}) =>
        client.put('/api/auth/user', { email, ...more }),
  )
  /** Confirms without being signed in, as on another device. */
  .extend(
    'confirm',
    ({ server }) =>
      (token: string) =>
        apiClient(server.url).post('/api/auth/confirm-address', { token }),
  )
  .extend(
    'signIn',
    ({ server }) =>
      (email: string, password = PASSWORD) =>
        apiClient(server.url).post('/api/auth/sign-in', { email, password }),
  )
  /** The mails to this address, newest first, once none is queued any more. */
  .extend('mailsTo', ({ server }) => async (to: string): Promise<TestMail[]> => {
    await until(async () => (await server.sql`select from jobs where queue = 'mail' and data ->> 'to' = ${to}`).length === 0);
    return (await server.mails()).filter((mail) => mail.to === to);
  })
  .extend(
    'subjectsTo',
    ({ mailsTo }) =>
      async (to: string) =>
        (await mailsTo(to)).map(({ subject }) => subject),
  )
  /** The token of the newest link that was sent to this address. */
  .extend('linkTo', ({ mailsTo }) => async (email: string): Promise<string> => {
    const mail = (await mailsTo(email)).find(isLink);
    if (!mail) throw new Error('no link was sent');
    return tokenOf(mail, 'address');
  })
  .extend(
    'ageSessions',
    ({ db }) =>
      ({ id }: Member) =>
        db.sql`update sessions set present_at = present_at - interval '6 minutes' where user_id = ${id}`,
  );

test('the new address counts once its link is confirmed, and both addresses receive mails', async ({
  server,
  member,
  ask,
  linkTo,
  confirm,
  signIn,
  subjectsTo,
}) => {
  const ana = await member('Ana');
  const email = address('anew');
  expect(await ask(ana, ` ${email.toUpperCase()} `)).toMatchObject({ status: 200, body: { message: SENT } });
  expect(await subjectsTo(ana.email)).toEqual(['Your address is about to change']);
  const link = await linkTo(email);
  // Opening the link does not confirm it.
  await apiClient(server.url).get(`/auth?address=${link}`);
  await apiClient(server.url).get(`/api/auth/confirm-address?token=${link}`);
  expect([(await signIn(ana.email)).status, (await signIn(email)).status]).toEqual([200, 401]);

  const kept = async () => {
    await takeSpentLinksOut(server.database);
    return JSON.stringify((await server.mails()).filter(({ to }) => to === email)).includes(link);
  };
  expect(await kept()).toBe(true);
  expect((await confirm(link)).status).toBe(200);
  expect([(await signIn(ana.email)).status, (await signIn(email)).status]).toEqual([401, 200]);
  expect(await kept()).toBe(false);
  expect((await ana.client.get('/api/profiles/me')).body.data.email).toBe(email);
  expect((await subjectsTo(ana.email)).sort()).toEqual([
    'Somebody signed in to your account',
    'Your address is about to change',
    'Your address was changed',
  ]);
  expect((await subjectsTo(email)).sort()).toEqual(['Confirm your new address', 'Somebody signed in to your account']);
  expect(await confirm('made up')).toMatchObject(INVALID);
  // The answer may have been lost: for some minutes it comes again, and nothing else happens.
  expect((await confirm(link)).status).toBe(200);
  expect((await subjectsTo(ana.email)).length).toBe(3);
  await server.sql`update address_changes set used_at = used_at - interval '10 minutes' where user_id = ${ana.id}`;
  expect(await confirm(link)).toMatchObject(INVALID);
});

test('without a recent sign-in, a change of address waits until its member has shown that they are there', async ({
  member,
  ask,
  ageSessions,
  subjectsTo,
  signIn,
}) => {
  const gus = await member('Gus');
  const email = address('anew');
  await ageSessions(gus);
  expect(await ask(gus, email)).toMatchObject({ status: 403, body: { code: 'PRESENT_PASSWORD_MISSING' } });
  expect(await ask(gus, email, { name: 'Gustav' })).toMatchObject({ status: 403, body: { code: 'PRESENT_PASSWORD_MISSING' } });
  expect([await subjectsTo(email), await subjectsTo(gus.email)]).toEqual([[], []]);
  // The other changes of a refused request are not made either.
  expect((await signIn(gus.email)).body.data.user.name).toBe('Gus');
  gus.client.use((await signIn(gus.email)).body.data.access_token);
  expect((await ask(gus, email)).status).toBe(200);
});

test('an address that is invalid or hides something is refused', async ({ member, ask }) => {
  const ida = await member('Ida');
  for (const email of ['nobody', null, 7]) expect((await ida.client.put('/api/auth/user', { email })).status).toBe(422);
  expect(await ask(ida, 'id\u00ADa@kith.test')).toMatchObject({ status: 422, body: { code: 'HIDDEN_CHARACTERS' } });
});

test('the answer and its time are the same whether or not the new address has an account; only its owner learns of it', async ({
  member,
  ask,
  subjectsTo,
}) => {
  const [eve, ben] = [await member('Eve'), await member('Ben')];
  const free = address('free');
  const took: number[] = [];
  const answers = [];
  for (const email of [free, ben.email]) {
    const begun = performance.now();
    answers.push(await ask(eve, email));
    took.push(performance.now() - begun);
  }
  expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(
    Array(2).fill({ status: 200, body: { success: true, data: {}, message: SENT } }),
  );
  expect(Math.min(...took)).toBeGreaterThan(199);
  expect(await subjectsTo(eve.email)).toEqual(Array(2).fill('Your address is about to change'));
  expect(await subjectsTo(ben.email)).toEqual(['This address already has an account']);
});

test('a later request makes the link of an earlier one useless, and so does a new password', async ({
  member,
  ask,
  linkTo,
  confirm,
  signIn,
}) => {
  const dan = await member('Dan');
  const [first, second, third] = [address('first'), address('second'), address('third')];
  await ask(dan, first);
  const early = await linkTo(first);
  await ask(dan, second);
  expect(await confirm(early)).toMatchObject(INVALID);
  const late = await linkTo(second);
  expect((await dan.client.put('/api/auth/user', { password: 'changed it 5' })).status).toBe(200);
  expect(await confirm(late)).toMatchObject(INVALID);
  // Both in one request: the address change counts as the later one.
  await ask(dan, third, { password: 'changed it 6' });
  expect((await confirm(await linkTo(third))).status).toBe(200);
  expect((await signIn(third, 'changed it 6')).status).toBe(200);
});

test('resetting the password by the old address stops a change that somebody else requested', async ({
  server,
  member,
  ask,
  linkTo,
  confirm,
  signIn,
}) => {
  const fay = await member('Fay');
  const stolen = address('thief');
  await ask(fay, stolen);
  const link = await linkTo(stolen);
  const visitor = apiClient(server.url);
  await visitor.post('/api/auth/forgot-password', { email: fay.email });
  const mail = await server.mailTo(fay.email, (one) => one.subject === 'Choose a new password');
  expect((await visitor.post('/api/auth/reset-password', { token: tokenOf(mail, 'token'), password: 'brand new 22' })).status).toBe(200);
  expect(await confirm(link)).toMatchObject(INVALID);
  expect((await signIn(fay.email, 'brand new 22')).status).toBe(200);
});

test('a reset link that was sent to the old address is useless after the address change', async ({
  server,
  member,
  ask,
  linkTo,
  confirm,
}) => {
  const kim = await member('Kim');
  const visitor = apiClient(server.url);
  await visitor.post('/api/auth/forgot-password', { email: kim.email });
  const reset = tokenOf(await server.mailTo(kim.email, (one) => one.subject === 'Choose a new password'), 'token');
  const email = address('anew');
  await ask(kim, email);
  await confirm(await linkTo(email));
  expect((await visitor.post('/api/auth/reset-password', { token: reset, password: 'brand new 22' })).status).toBe(400);
});

test('an address that became another account’s in the meantime stays theirs', async ({ circle, member, ask, linkTo, confirm, signIn }) => {
  const lea = await member('Lea');
  const email = address('wanted');
  await ask(lea, email);
  const link = await linkTo(email);
  const other = await circle.signUp('Other', { email });
  expect(await confirm(link)).toMatchObject({ status: 409, body: { code: 'ADDRESS_TAKEN' } });
  expect((await signIn(lea.email)).body.data.user.id).toBe(lea.id);
  expect((await signIn(email)).body.data.user.id).toBe(other.id);
});

test('of two accounts that move to one address at the same moment, one succeeds', async ({ db, member, ask, linkTo, confirm }) => {
  const [one, other] = [await member('One'), await member('Other')];
  const email = address('wanted');
  await ask(one, email);
  const first = await linkTo(email);
  await ask(other, email);
  const second = await linkTo(email);
  expect(second).not.toBe(first);
  const statuses = await Promise.all([first, second].map(async (link) => (await confirm(link)).status));
  expect(statuses.sort()).toEqual([200, 409]);
  expect(await db.sql`select from users where email = ${email}`).toHaveLength(1);
});

test('an unconfirmed sign-up does not keep an address from the person who proves to own it', async ({
  server,
  member,
  ask,
  linkTo,
  confirm,
  signIn,
}) => {
  const mia = await member('Mia');
  const email = address('squatted');
  const squatter = apiClient(server.url);
  await squatter.post('/api/auth/sign-up', { email, name: 'Squatter', password: PASSWORD });
  const theirs = tokenOf(await server.mailTo(email), 'verify');
  await ask(mia, email);
  expect((await confirm(await linkTo(email))).status).toBe(200);
  expect((await signIn(email)).body.data.user.id).toBe(mia.id);
  expect(await squatter.post('/api/auth/verify', { token: theirs })).toMatchObject(INVALID);
  expect((await signIn(email)).body.data.user.id).toBe(mia.id);
});

test('friends and invited people see the new address, and what waited for it arrives now', async ({
  circle,
  member,
  ask,
  linkTo,
  confirm,
}) => {
  const [nia, friend, guest, host] = [await member('Nia'), await member('Friend'), await member('Guest'), await member('Host')];
  await circle.befriend(nia, friend);
  const sent = await circle.invite(nia, { email: guest.email });
  const email = address('anew');
  const waiting = await circle.invite(host, { email });
  const headOf = async (kind: string, { id }: Member) =>
    (await circle.database.read((tx) => tx<{ head: number }[]>`select head from scopes where kind = ${kind} and owner = ${id}`))[0]?.head ??
    0;
  const before = [await headOf('friends', nia), await headOf('self', guest)];
  await ask(nia, email);
  await confirm(await linkTo(email));
  expect((await circle.visibleRow(friend, 'contacts', nia.id))?.email).toBe(email);
  expect((await circle.visibleRow(guest, 'invitations', sent))?.inviter_email).toBe(email);
  // Devices learn of it.
  expect(await headOf('friends', nia)).toBeGreaterThan(before[0] ?? 0);
  expect(await headOf('self', guest)).toBeGreaterThan(before[1] ?? 0);
  expect((await circle.visibleRow(nia, 'invitations', waiting))?.inviter_name).toBe('Host');
});

test('a link works for a day and then says that it expired; a week later it is unknown', async ({ db, member, ask, linkTo, confirm }) => {
  const ole = await member('Ole');
  const email = address('late');
  await ask(ole, email);
  const link = await linkTo(email);
  await db.sql`update address_changes set expires_at = expires_at - interval '24 hours' where user_id = ${ole.id}`;
  await forgetAddressChanges(db.database);
  expect(await confirm(link)).toMatchObject({ status: 400, body: { code: 'LINK_EXPIRED' } });
  await db.sql`update address_changes set expires_at = expires_at - interval '7 days' where user_id = ${ole.id}`;
  await forgetAddressChanges(db.database);
  expect(await confirm(link)).toMatchObject(INVALID);
});

test('asking for the current address changes nothing', async ({ member, ask, subjectsTo }) => {
  const pia = await member('Pia');
  expect(await ask(pia, pia.email.toUpperCase())).toMatchObject({
    status: 200,
    body: { message: 'Account updated successfully' },
  });
  expect(await subjectsTo(pia.email)).toEqual([]);
});

test('address changes are limited per hour, so that nobody can use them to mail strangers', async ({ db, member, subjectsTo }) => {
  const rio = await member('Rio');
  const limited = await startApp({ on: db, env: { RATE_LIMITS: '1' } });
  onTestFinished(() => limited.close());
  const client = apiClient(limited.url);
  client.use((await client.post('/api/auth/sign-in', { email: rio.email, password: PASSWORD })).body.data.access_token);
  const victims = Array.from({ length: 7 }, (_, nth) => address(`victim-${nth}`));
  const statuses = [];
  for (const email of victims) statuses.push((await client.put('/api/auth/user', { email })).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  expect((await Promise.all(victims.map(subjectsTo))).flat()).toHaveLength(5);
});

test('one address receives no more than ten of these mails an hour, from all callers together', async ({ db, circle, subjectsTo }) => {
  const limited = await startApp({ on: db, env: { RATE_LIMITS: '1', TRUST_PROXY: '127.0.0.1' } });
  onTestFinished(() => limited.close());
  const victim = address('victim');
  for (let nth = 0; nth < 3; nth += 1) {
    const attacker = await circle.signUp(`Attacker ${nth}`, { email: address('attacker') });
    const client = apiClient(limited.url);
    const from = { 'x-forwarded-for': `198.51.100.${nth}` };
    const { body } = await client.post('/api/auth/sign-in', { email: attacker.email, password: PASSWORD }, from);
    client.use(body.data.access_token);
    for (let time = 0; time < 5; time += 1) {
      const answer = await client.call('PUT', '/api/auth/user', { email: victim }, from);
      expect(answer).toMatchObject({ status: 200, body: { message: SENT } });
    }
  }
  expect(await subjectsTo(victim)).toHaveLength(10);
});
