/** Links that members make: whom they let in, how long, and whom they ask. */
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { apiClient } from '../../../../tests/support/api-client.ts';
import { PASSWORD } from '../../../../tests/support/circle.ts';
import { type Member, test as serverTest } from '../../../../tests/support/fixtures/server.ts';
import { tokenOf } from '../../../../tests/support/member.ts';
import { forgetInviteLinks } from './invite-links.ts';

const address = (): string => `${uuid()}@kith.test`;
const NEEDED = { status: 403, body: { code: 'INVITATION_NEEDED' } };
const NOT_OPEN = { status: 403, body: { code: 'INVITATION_NOT_OPEN' } };
const GONE = { status: 404, body: { code: 'INVITATION_NOT_FOUND' } };

const test = serverTest
  .extend('serverOptions', { scope: 'file' }, () => ({ env: { SIGN_UP: 'invited' } }))
  .extend('mira', ({ circle }) => circle.signUp('Mira', { email: address() }))
  .extend('make', () => async (maker: Member, uses?: number) => {
    const { status, body } = await maker.client.post('/api/friends/invite-links', uses === undefined ? {} : { uses });
    expect(status).toBe(201);
    return body.data as { id: string; token: string; uses: number; used: number; expires_at: string };
  })
  .extend('links', () => async (maker: Member): Promise<{ id: string; used: number; came: { name: string }[] }[]> => {
    return (await maker.client.get('/api/friends/invite-links')).body.data.items;
  })
  /** A visitor with their own browser. */
  .extend('visitor', ({ server }) => (name: string, email = address()) => {
    const client = apiClient(server.url);
    return {
      signUp: (invite?: string) => client.post('/api/auth/sign-up', { email, name, password: PASSWORD, ...(invite ? { invite } : {}) }),
      confirm: async () => client.post('/api/auth/verify', { token: tokenOf(await server.mailTo(email), 'verify') }),
    };
  })
  /** The names of those who ask this member to be friends. */
  .extend('asking', () => async (member: Member): Promise<string[]> => {
    const { body } = await member.client.get('/api/friends/invitations/received');
    return body.data.items.map(({ inviter_name }: { inviter_name: string }) => inviter_name);
  });

test('with an Idempotency-Key one link is made, and each answer brings its token', async ({ mira, links, visitor }) => {
  const ask = (body: object, key = 'a lost answer') =>
    mira.client.call('POST', '/api/friends/invite-links', body, { 'idempotency-key': key });
  const answers = await Promise.all(Array.from({ length: 6 }, () => ask({ uses: 2 })));
  expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
  const [{ status, body } = { status: 0, body: null }] = answers;
  expect(status).toBe(201);
  expect(await links(mira)).toHaveLength(1);
  expect((await visitor('Pia').signUp(body.data.token)).status).toBe(201);
  expect(await ask({ uses: 3 })).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
  const second = await ask({ uses: 2 }, 'another');
  expect(second.body.data.token).not.toBe(body.data.token);

  const revoke = (key: string) =>
    mira.client.call('DELETE', `/api/friends/invite-links/${body.data.id}`, undefined, { 'idempotency-key': key });
  expect([await revoke('gone'), await revoke('gone')]).toMatchObject([{ status: 200 }, { status: 200 }]);
  expect(await revoke('again')).toMatchObject(GONE);
  // It is not made a second time.
  expect(await ask({ uses: 2 })).toMatchObject(GONE);
  expect(await links(mira)).toHaveLength(1);
});

test('it lets one person in, who then asks its maker; opening it uses nothing', async ({ server, mira, make, links, visitor, asking }) => {
  const { id, token, uses, used } = await make(mira);
  expect([uses, used]).toEqual([1, 0]);
  for (let nth = 0; nth < 3; nth += 1) {
    const preview = await apiClient(server.url).post('/api/auth/invitations/preview', { token });
    expect(preview).toMatchObject({ status: 200, body: { data: { name: 'Mira', email: null } } });
  }
  const [noor, olaf] = [visitor('Noor'), visitor('Olaf')];
  expect(await noor.signUp()).toMatchObject(NEEDED);
  expect(await noor.signUp('somebody-made-this-up')).toMatchObject(NOT_OPEN);
  for (const one of [noor, olaf]) expect((await one.signUp(token)).status).toBe(201);
  expect(await asking(mira)).toEqual([]);
  expect(await links(mira)).toMatchObject([{ id, used: 0 }]);
  expect((await noor.confirm()).status).toBe(200);
  expect(await asking(mira)).toEqual(['Noor']);
  expect(await links(mira)).toMatchObject([{ id, used: 1, came: [{ name: 'Noor' }] }]);
  // The slower visitor came for nothing.
  expect(await olaf.confirm()).toMatchObject(NOT_OPEN);
  expect(await visitor('Pia').signUp(token)).toMatchObject(NOT_OPEN);
  expect(await apiClient(server.url).post('/api/auth/invitations/preview', { token })).toMatchObject(GONE);
  // Nobody is a friend before the maker accepts.
  const [{ friends } = { friends: -1 }] = await server.sql`select count(*)::int as friends from friends where user_id = ${mira.id}`;
  expect(friends).toBe(0);
  const [received] = (await mira.client.get('/api/friends/invitations/received')).body.data.items;
  expect((await mira.client.post(`/api/friends/invitations/${received.id}/respond`, { status: 'accepted' })).status).toBe(200);
});

test('a link for several people works for them, its token is stored nowhere', async ({ server, mira, make, links, visitor, asking }) => {
  const { id, token } = await make(mira, 3);
  for (const name of ['Quin', 'Rob']) {
    const somebody = visitor(name);
    expect((await somebody.signUp(token)).status).toBe(201);
    expect((await somebody.confirm()).status).toBe(200);
  }
  expect((await asking(mira)).sort()).toEqual(['Quin', 'Rob']);
  expect(await links(mira)).toMatchObject([{ id, used: 2 }]);
  const [{ row } = { row: '' }] = await server.sql`select l::text as row from invite_links l where id = ${id}`;
  expect(row).not.toContain(token);
  expect(row).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
});

test('revoked or expired it lets nobody in, not even after a sign-up; requests from before stay pending', async ({
  db,
  server,
  mira,
  make,
  links,
  visitor,
  asking,
}) => {
  const first = await make(mira, 3);
  const [sven, tara] = [visitor('Sven'), visitor('Tara')];
  for (const one of [sven, tara]) expect((await one.signUp(first.token)).status).toBe(201);
  expect((await sven.confirm()).status).toBe(200);
  const stranger = await mira.client.delete(`/api/friends/invite-links/${uuid()}`);
  expect(stranger).toMatchObject(GONE);
  expect((await mira.client.delete(`/api/friends/invite-links/${first.id}`)).status).toBe(200);
  expect(await tara.confirm()).toMatchObject(NOT_OPEN);
  expect(await asking(mira)).toEqual(['Sven']);

  const second = await make(mira);
  expect(Date.parse(second.expires_at) - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
  await server.sql`update invite_links set expires_at = now() - interval '2 days' where id = ${second.id}`;
  expect(await visitor('Uma').signUp(second.token)).toMatchObject(NOT_OPEN);
  expect(await links(mira)).toEqual([]);
  await forgetInviteLinks(db.database);
  expect((await server.sql`select from invite_links where id = ${second.id}`).count).toBe(0);
});

test('a member takes a link too, but neither their own nor one of a member who blocks them', async ({
  circle,
  mira,
  make,
  links,
  asking,
}) => {
  const [vera, wim] = [await circle.signUp('Vera', { email: address() }), await circle.signUp('Wim', { email: address() })];
  const { token } = await make(mira, 3);
  const take = (who: Member) => who.client.post('/api/friends/invitations/take', { token });
  expect(await take(mira)).toMatchObject({ status: 400, body: { code: 'OWN_ADDRESS' } });
  expect(await take(vera)).toMatchObject({ status: 200, body: { data: { waits_for: 'them', name: 'Mira' } } });
  // A second press asks nobody again, and uses nothing.
  expect(await take(vera)).toMatchObject({ status: 200, body: { data: { waits_for: 'them' } } });
  expect(await asking(mira)).toEqual(['Vera']);
  expect(await links(mira)).toMatchObject([{ used: 1 }]);
  await mira.client.put(`/api/profiles/${wim.id}/block`);
  expect(await take(wim)).toMatchObject(GONE);
  expect(await vera.client.delete(`/api/friends/invite-links/${(await links(mira))[0]?.id}`)).toMatchObject(GONE);
});

test('looking at a link writes nothing, and says how its maker stands to the member', async ({ server, circle, mira, make, asking }) => {
  const [vera, wim] = [await circle.signUp('Vera', { email: address() }), await circle.signUp('Wim', { email: address() })];
  const { token } = await make(mira);
  const email = address();
  const mailed = (await mira.client.post('/api/friends/invite', { email })).body.data.id as string;
  const look = async (who: Member, what: string) => {
    const { status, body } = await who.client.post('/api/friends/invitations/look', { token: what });
    return status === 200 ? [body.data.name, body.data.waits_for, body.data.standing] : status;
  };
  const before = await server.sql`select (select count(*) from friend_invitations) as a, (select count(*) from changes) as b`;
  expect(await look(vera, token)).toEqual(['Mira', 'them', 'open']);
  expect(await look(mira, token)).toEqual(['Mira', 'them', 'you']);
  expect(await look(vera, mailed)).toEqual(['Mira', 'you', 'open']);
  expect(await look(mira, mailed)).toEqual(['Mira', 'you', 'you']);
  expect(await look(vera, 'made-up')).toBe(404);
  expect(await look(vera, uuid())).toBe(404);
  expect(await asking(mira)).toEqual([]);
  expect(await server.sql`select (select count(*) from friend_invitations) as a, (select count(*) from changes) as b`).toEqual(before);

  const take = (who: Member, what: string) => who.client.post('/api/friends/invitations/take', { token: what });
  expect((await take(vera, token)).status).toBe(200);
  expect(await look(vera, token)).toEqual(['Mira', 'them', 'invited']);
  expect(await look(wim, token)).toBe(404);
  expect((await take(wim, mailed)).status).toBe(200);
  expect(await look(wim, mailed)).toEqual(['Mira', 'you', 'invited-you']);
  expect(await look(vera, mailed)).toBe(404);
  await mira.client.put(`/api/profiles/${wim.id}/block`);
  expect(await look(wim, mailed)).toBe(404);
});

test('five links are open at the same time, and no more', async ({ mira, make, links }) => {
  for (let nth = 0; nth < 5; nth += 1) await make(mira);
  const asked = await Promise.all([1, 2].map(() => mira.client.post('/api/friends/invite-links', {})));
  expect(asked.map(({ status, body }) => [status, body.code])).toEqual([
    [409, 'TOO_MANY_INVITE_LINKS'],
    [409, 'TOO_MANY_INVITE_LINKS'],
  ]);
  const [first] = await links(mira);
  await mira.client.delete(`/api/friends/invite-links/${first?.id}`);
  await make(mira);
});
