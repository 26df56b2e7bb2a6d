/** Links that make friends at once: one person, one hour, and only where both have a free seat. */
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { apiClient } from '../../../../tests/support/api-client.ts';
import { PASSWORD } from '../../../../tests/support/circle.ts';
import { type Member, test as serverTest } from '../../../../tests/support/fixtures/server.ts';
import { tokenOf } from '../../../../tests/support/member.ts';
import type { AppOptions } from '../../../../tests/support/start-app.ts';

const address = (): string => `${uuid()}@kith.test`;
const GONE = { status: 404, body: { code: 'INVITATION_NOT_FOUND' } };

const test = serverTest
  .extend('serverOptions', { scope: 'file' }, (): AppOptions => ({ env: { SIGN_UP: 'invited', MAX_DIRECT_FRIENDS: '2' } }))
  .extend('mira', ({ circle }) => circle.signUp('Mira', { email: address() }))
  .extend('otto', ({ circle }) => circle.signUp('Otto', { email: address() }))
  .extend('make', () => async (maker: Member): Promise<{ id: string; token: string; expires_at: string; created_at: string }> => {
    const { status, body } = await maker.client.post('/api/friends/invite-links', { at_once: true });
    expect(status).toBe(201);
    return body.data;
  })
  .extend('take', () => (member: Member, token: string) => member.client.post('/api/friends/invitations/take', { token }))
  .extend('friendsOf', () => async (member: Member): Promise<string[]> => {
    const { body } = await member.client.get('/api/friends');
    return body.data.items.map(({ friend_name }: { friend_name: string }) => friend_name).sort();
  })
  .extend(
    'noticesOf',
    ({ db }) =>
      (member: Member) =>
        db.sql<{ type: string; by: string | null }[]>`
    select notification_type as type, related_user_id as by from notifications where user_id = ${member.id} order by created_at, id`,
  );

test('it works for one person and an hour, and says so', async ({ server, mira, otto, make }) => {
  const { token, created_at, expires_at } = await make(mira);
  expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(60 * 60 * 1000);
  expect((await mira.client.post('/api/friends/invite-links', { at_once: true, uses: 2 })).status).toBe(422);
  const preview = await apiClient(server.url).post('/api/auth/invitations/preview', { token });
  expect(preview.body.data).toMatchObject({ name: 'Mira', email: null, at_once: true });
  const offer = await otto.client.post('/api/friends/invitations/look', { token });
  expect(offer.body.data).toMatchObject({ at_once: true, standing: 'open' });
  expect((await mira.client.get('/api/friends/invite-links')).body.data.items).toMatchObject([{ at_once: true, used: 0 }]);
});

test('a member who takes it is a friend at once; the maker is notified, and the link is used up', async ({
  circle,
  server,
  mira,
  otto,
  make,
  take,
  friendsOf,
  noticesOf,
}) => {
  const { token } = await make(mira);
  expect(await take(otto, token)).toMatchObject({ status: 200, body: { data: { waits_for: 'nobody', name: 'Mira' } } });
  expect([await friendsOf(mira), await friendsOf(otto)]).toEqual([['Otto'], ['Mira']]);
  expect(await noticesOf(mira)).toEqual([{ type: 'friend_request_accepted', by: otto.id }]);
  const mails = () =>
    server.sql`select data->>'to' as to from jobs where data->>'template' = 'friend-by-link' and data->>'to' = ${mira.email}`;
  expect(await mails()).toEqual([{ to: mira.email }]);
  const pia = await circle.signUp('Pia', { email: address() });
  expect(await take(pia, token)).toMatchObject(GONE);
  // It ends with the friendship.
  expect((await mira.client.delete(`/api/friends/${otto.id}/unfriend`)).status).toBe(200);
  expect(await noticesOf(mira)).toEqual([]);
});

test('a person who was removed does not come back by the same link, also after a block', async ({ mira, otto, make, take, friendsOf }) => {
  const parting = [
    () => mira.client.delete(`/api/friends/${otto.id}/unfriend`),
    async () => {
      await mira.client.put(`/api/profiles/${otto.id}/block`);
      return mira.client.delete(`/api/profiles/${otto.id}/block`);
    },
  ];
  for (const part of parting) {
    const { token } = await make(mira);
    expect((await take(otto, token)).status).toBe(200);
    // Until then the answer may have been lost, so the same request is answered again.
    expect((await take(otto, token)).status).toBeLessThan(500);
    expect((await part()).status).toBe(200);
    expect(await take(otto, token)).toMatchObject(GONE);
    expect(await friendsOf(mira)).toEqual([]);
  }
});

test('a newcomer is a friend with the confirmation in the browser that signed up, and only asks nobody in another', async ({
  server,
  mira,
  make,
  friendsOf,
}) => {
  const join = async (name: string, token: string, elsewhere: boolean) => {
    const client = apiClient(server.url);
    const email = address();
    expect((await client.post('/api/auth/sign-up', { email, name, password: PASSWORD, invite: token })).status).toBe(201);
    const link = { token: tokenOf(await server.mailTo(email), 'verify') };
    const confirmed = elsewhere
      ? await apiClient(server.url).post('/api/auth/verify', { ...link, password: PASSWORD })
      : await client.post('/api/auth/verify', link);
    expect(confirmed.status).toBe(200);
  };
  await join('Noor', (await make(mira)).token, false);
  expect(await friendsOf(mira)).toEqual(['Noor']);
  await join('Olaf', (await make(mira)).token, true);
  expect(await friendsOf(mira)).toEqual(['Noor']);
});

test('of many who take it at the same moment, one is a friend', async ({ circle, mira, make, take, friendsOf }) => {
  const { token } = await make(mira);
  const takers = await Promise.all(['Ana', 'Ben', 'Cleo', 'Dan'].map((name) => circle.signUp(name, { email: address() })));
  const answers = await Promise.all(takers.map((taker) => take(taker, token)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
  expect(await friendsOf(mira)).toHaveLength(1);
});

test('two links for the last seat: one person has it, the other asks', async ({ circle, mira, make, take, friendsOf }) => {
  await circle.befriend(mira, await circle.signUp('Ana', { email: address() }));
  const links = [await make(mira), await make(mira)];
  const takers = [await circle.signUp('Ben', { email: address() }), await circle.signUp('Cleo', { email: address() })];
  const answers = await Promise.all(takers.map((taker, nth) => take(taker, links[nth]?.token ?? '')));
  expect(answers.map(({ body }) => body.data.waits_for).sort()).toEqual(['nobody', 'them']);
  expect(await friendsOf(mira)).toHaveLength(2);
});

test("at the taker's full table it asks as well", async ({ circle, mira, otto, make, take, friendsOf }) => {
  for (const name of ['Ana', 'Ben']) await circle.befriend(otto, await circle.signUp(name, { email: address() }));
  expect((await take(otto, (await make(mira)).token)).body.data).toMatchObject({ waits_for: 'them' });
  expect(await friendsOf(mira)).toEqual([]);
});

test('where one blocks the other it does nothing, and it is not found', async ({ mira, otto, make, take, friendsOf, noticesOf }) => {
  const [first, second] = [await make(mira), await make(otto)];
  expect((await otto.client.put(`/api/profiles/${mira.id}/block`, {})).status).toBe(200);
  expect(await take(otto, first.token)).toMatchObject(GONE);
  expect(await take(mira, second.token)).toMatchObject(GONE);
  expect([await friendsOf(mira), await noticesOf(mira), await noticesOf(otto)]).toEqual([[], [], []]);
  expect((await mira.client.get('/api/friends/invite-links')).body.data.items).toMatchObject([{ used: 0 }]);
});

test('it settles what was pending between the two, in both directions', async ({ circle, mira, otto, make, take, friendsOf }) => {
  await circle.invite(mira, { member: otto.id });
  expect((await take(otto, (await make(mira)).token)).body.data).toMatchObject({ waits_for: 'nobody' });
  expect((await otto.client.get('/api/friends/invitations/received')).body.data.items).toEqual([]);
  const pia = await circle.signUp('Pia', { email: address() });
  await circle.invite(pia, { member: mira.id });
  expect((await take(pia, (await make(mira)).token)).body.data).toMatchObject({ waits_for: 'nobody' });
  expect(await friendsOf(mira)).toEqual(['Otto', 'Pia']);
  expect((await mira.client.get('/api/friends/invitations/received')).body.data.items).toEqual([]);
});

test('after an hour, or taken back, it makes nobody a friend', async ({ db, mira, otto, make, take, friendsOf }) => {
  const [late, back] = [await make(mira), await make(mira)];
  await db.sql`update invite_links set expires_at = now() - interval '1 second' where id = ${late.id}`;
  expect((await mira.client.delete(`/api/friends/invite-links/${back.id}`)).status).toBe(200);
  for (const { token } of [late, back]) expect(await take(otto, token)).toMatchObject(GONE);
  expect(await friendsOf(mira)).toEqual([]);
});
