/** What an invitation link shows to the person who opens it, and how a member takes it. */
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { apiClient } from '../../../../tests/support/api-client.ts';
import { type Member, test as serverTest } from '../../../../tests/support/fixtures/server.ts';
import { tokenOf } from '../../../../tests/support/member.ts';
import { look, plainPhoto } from '../../../../tests/support/photos.ts';
import { startApp } from '../../../../tests/support/start-app.ts';

const address = (): string => `${uuid()}@kith.test`;
const GONE = { status: 404, body: { success: false, code: 'INVITATION_NOT_FOUND', message: 'Invitation not found' } };

const test = serverTest
  .extend('mira', ({ circle }) => circle.signUp('Mira', { email: address() }))
  /** Invites an address; returns the token of the link in the mail. */
  .extend('invite', ({ server }) => async (from: Member, email: string): Promise<string> => {
    expect((await from.client.post('/api/friends/invite', { email })).status).toBe(201);
    return tokenOf(await server.mailTo(email), 'invite');
  })
  .extend(
    'preview',
    ({ server }) =>
      (token: string) =>
        apiClient(server.url).post('/api/auth/invitations/preview', { token }),
  )
  .extend('pending', () => async (member: Member): Promise<string[]> => {
    const { body } = await member.client.get('/api/friends/invitations/received');
    return body.data.items.map(({ id }: { id: string }) => id);
  });

test('it names the inviter, with their picture, and the address, and nothing else', async ({ server, mira, invite, preview }) => {
  const email = address();
  const token = await invite(mira, email);
  expect(await preview(token)).toMatchObject({ status: 200, body: { data: { name: 'Mira', picture: null, email } } });

  const image = await fetch(`${server.url}/api/profiles/me/image`, {
    method: 'POST',
    headers: { authorization: `Bearer ${mira.client.token()}`, 'content-type': 'image/png' },
    body: new Uint8Array(await plainPhoto('#ff0000')),
  });
  expect(image.status).toBeLessThan(300);
  const { body } = await preview(token);
  expect(Object.keys(body.data).sort()).toEqual(['at_once', 'email', 'name', 'picture']);
  expect(await look(Buffer.from(body.data.picture, 'base64'))).toMatchObject({ width: 256, height: 256, format: 'webp', top: 'red' });
});

// The inviter has this token too, and must not learn who has joined.
test('an address that has joined by now makes no difference', async ({ circle, mira, invite, preview }) => {
  const email = address();
  const token = await invite(mira, email);
  const before = await preview(token);
  await circle.signUp('Noor', { email });
  expect((await preview(token)).body).toEqual(before.body);
});

test('an unknown, cancelled, answered or unmailed invitation is not found', async ({ circle, mira, invite, preview, pending }) => {
  const noor = await circle.signUp('Noor', { email: address() });
  const cancelled = await invite(mira, address());
  await mira.client.post(`/api/friends/invitations/${cancelled}/cancel`);
  const byId = (await mira.client.post(`/api/friends/invite-by-id/${noor.id}`)).body.data.id;
  for (const token of [uuid(), 'x', cancelled, byId]) expect([token, await preview(token)]).toMatchObject([token, GONE]);

  const declined = await invite(mira, address());
  const olaf = await circle.signUp('Olaf', { email: address() });
  expect((await olaf.client.post('/api/friends/invitations/take', { token: declined })).status).toBe(200);
  expect(await pending(olaf)).toEqual([declined]);
  await olaf.client.post(`/api/friends/invitations/${declined}/respond`, { status: 'declined' });
  expect(await preview(declined)).toMatchObject(GONE);
});

test('a member takes it under another address; nobody else can afterwards', async ({ circle, mira, invite, pending }) => {
  const [pia, quin] = [await circle.signUp('Pia', { email: address() }), await circle.signUp('Quin', { email: address() })];
  const token = await invite(mira, address());
  const take = (who: Member) => who.client.post('/api/friends/invitations/take', { token });
  expect(await take(mira)).toMatchObject({ status: 400, body: { code: 'OWN_ADDRESS' } });
  for (let nth = 0; nth < 2; nth += 1) expect(await take(pia)).toMatchObject({ status: 200, body: { data: { id: token } } });
  expect(await pending(pia)).toEqual([token]);
  expect(await take(quin)).toMatchObject(GONE);
  expect((await pia.client.post(`/api/friends/invitations/${token}/respond`, { status: 'accepted' })).status).toBe(200);
  const second = await invite(mira, address());
  expect(await pia.client.post('/api/friends/invitations/take', { token: second })).toMatchObject({
    status: 409,
    body: { code: 'ALREADY_FRIENDS' },
  });
});

test('a blocked member takes nothing, and learns nothing', async ({ circle, mira, invite }) => {
  const rob = await circle.signUp('Rob', { email: address() });
  const token = await invite(mira, address());
  await mira.client.put(`/api/profiles/${rob.id}/block`);
  expect(await rob.client.post('/api/friends/invitations/take', { token })).toMatchObject(GONE);
});

test('one client reads sixty links, and no more', async ({ db, server }) => {
  const strict = await startApp({ on: db, env: { PUBLIC_URL: server.url, RATE_LIMITS: '1' } });
  try {
    const statuses: number[] = [];
    for (let nth = 0; nth < 61; nth += 1)
      statuses.push((await apiClient(strict.url).post('/api/auth/invitations/preview', { token: uuid() })).status);
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 404), 429]);
  } finally {
    await strict.close();
  }
});
