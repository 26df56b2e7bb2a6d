import { expect } from 'vitest';
import { newEndpoint, test as pushTest, rowOf } from '../../../tests/support/fixtures/push-sessions.ts';
import { seededRandom } from '../../../tests/support/seeded-random.ts';
import { someSubscription } from '../../../tests/support/some-subscription.ts';
import { forgetGone, register as registerIn, subscriptionOf } from './subscriptions.ts';

const test = pushTest.extend('people', async ({ circle, task, db }) => {
  await db.sql`delete from push_subscriptions`;
  return { ana: await circle.signUp(`Ana ${task.id}`), ben: await circle.signUp(`Ben ${task.id}`) };
});

test('[R-74] registering a hundred times, one after the other and at the same moment, leaves one row', async ({
  people: { ana },
  device,
  register,
  rows,
}) => {
  const phone = await device(ana);
  const subscription = someSubscription(newEndpoint());
  for (let nth = 0; nth < 50; nth += 1) await register(phone, subscription);
  await Promise.all(Array.from({ length: 50 }, () => register(phone, subscription)));
  expect(await rows()).toEqual([rowOf(ana, phone, subscription)]);
});

test('[R-74] a new address takes the place of the session’s old one, and new keys that of the old ones', async ({
  people: { ana },
  device,
  register,
  rows,
}) => {
  const phone = await device(ana);
  await register(phone);
  const moved = await register(phone);
  expect(await rows()).toEqual([rowOf(ana, phone, moved)]);
  const renewed = await register(phone, someSubscription(moved.endpoint));
  expect(await rows()).toEqual([rowOf(ana, phone, renewed)]);
});

test('a registration says since when this address is registered', async ({ people: { ana }, device, db }) => {
  const { client } = await device(ana);
  const put = async (endpoint: string) =>
    (await client.put('/api/push/subscription', someSubscription(endpoint))).body.data.created_at as string;
  const endpoint = newEndpoint();
  await put(endpoint);
  await db.sql`update push_subscriptions set created_at = '2026-11-01'`;
  expect(await put(endpoint)).toBe('2026-11-01T00:00:00.000Z');
  expect(await put(newEndpoint())).not.toBe('2026-11-01T00:00:00.000Z');
});

test('[R-74] an address that another device or another member registers moves to that session', async ({
  people: { ana, ben },
  device,
  register,
  rows,
}) => {
  const [before, after, other] = [await device(ana), await device(ana), await device(ben)];
  const endpoint = newEndpoint();
  await register(before, someSubscription(endpoint));
  const again = await register(after, someSubscription(endpoint));
  expect(await rows()).toEqual([rowOf(ana, after, again)]);
  const kept = await register(before);
  const bens = await register(other, someSubscription(endpoint));
  expect((await rows()).toSorted((one, two) => one.member.localeCompare(two.member))).toEqual(
    [rowOf(ana, before, kept), rowOf(ben, other, bens)].toSorted((one, two) => one.member.localeCompare(two.member)),
  );
});

test('[R-74] registrations of any session and address at the same moment neither fail nor wait for each other for ever', async ({
  people: { ana, ben },
  device,
  rows,
  db,
}) => {
  const random = seededRandom(74);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const devices = await Promise.all([ana, ana, ben, ben].map(async (member) => ({ member, ...(await device(member)) })));
  const endpoints = Array.from({ length: 3 }, newEndpoint);
  const deadlocks = async () => {
    const [row] = await db.sql<{ deadlocks: number }[]>`
      select deadlocks::int from pg_stat_database where datname = current_database()`;
    return row?.deadlocks;
  };
  const before = await deadlocks();
  const statuses = await Promise.all(
    Array.from({ length: 100 }, async () => {
      const { client } = pick(devices);
      return (await client.put('/api/push/subscription', someSubscription(pick(endpoints)))).status;
    }),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await deadlocks()).toBe(before);
  const stored = await rows();
  expect(stored.length).toBeGreaterThan(0);
  expect(new Set(stored.map(({ endpoint }) => endpoint)).size).toBe(stored.length);
  for (const row of stored) expect(devices.find(({ sessionId }) => sessionId === row.session)?.member.id).toBe(row.member);
});

test('a registration does not fail while another session that has its address ends', async ({ people: { ana, ben }, device, rows, db }) => {
  const [leaving, staying] = [await device(ana), await device(ben)];
  const subscription = someSubscription(newEndpoint());
  await leaving.client.put('/api/push/subscription', subscription);
  let registered: Promise<unknown> = Promise.resolve();
  await db.database.write(async (tx) => {
    await tx`delete from sessions where id = ${leaving.sessionId}`;
    registered = staying.client.put('/api/push/subscription', subscription);
    registered.catch(() => undefined);
  });
  expect(await registered).toMatchObject({ status: 200 });
  expect(await rows()).toEqual([rowOf(ben, staying, subscription)]);
});

test('a session that has ended or belongs to another member registers nothing', async ({ people: { ana, ben }, device, rows, db }) => {
  const { sessionId } = await device(ana);
  const put = (userId: string) => db.database.write((tx) => registerIn(tx, { sessionId, userId }, someSubscription(newEndpoint())));
  expect(await put(ben.id)).toBeNull();
  await db.sql`update sessions set expires_at = now() where id = ${sessionId}`;
  expect(await put(ana.id)).toBeNull();
  await db.sql`delete from sessions where id = ${sessionId}`;
  expect(await put(ana.id)).toBeNull();
  expect(await rows()).toEqual([]);
});

test('a session reads what it has registered, and deletes it as often as it likes', async ({ people: { ana }, device, register, rows }) => {
  const [phone, laptop] = [await device(ana), await device(ana)];
  const read = async ({ client }: typeof phone) => (await client.get('/api/push/subscription')).body.data;
  expect(await read(phone)).toEqual({ endpoint: null, key: null });
  const { endpoint, keys } = await register(phone);
  const there = await register(laptop);
  expect(await read(phone)).toEqual({ endpoint, key: keys.p256dh });
  for (let nth = 0; nth < 2; nth += 1) expect((await phone.client.delete('/api/push/subscription')).status).toBe(200);
  expect(await read(phone)).toEqual({ endpoint: null, key: null });
  expect(await rows()).toEqual([rowOf(ana, laptop, there)]);
});

test('keys with padding are stored like keys without, and answered without', async ({ people: { ana }, device, rows }) => {
  const phone = await device(ana);
  const plain = someSubscription(newEndpoint());
  const padded = { endpoint: plain.endpoint, keys: { p256dh: `${plain.keys.p256dh}=`, auth: `${plain.keys.auth}==` } };
  expect((await phone.client.put('/api/push/subscription', { ...padded, expirationTime: null })).status).toBe(200);
  expect(await rows()).toEqual([rowOf(ana, phone, plain)]);
  expect((await phone.client.get('/api/push/subscription')).body.data.key).toBe(plain.keys.p256dh);
});

test('what a push service calls gone is forgotten, unless it was registered anew since', async ({
  people: { ana },
  device,
  register,
  rows,
  db,
}) => {
  const phone = await device(ana);
  const { endpoint } = await register(phone);
  const gone = await db.database.read((tx) => subscriptionOf(tx, phone.sessionId));
  if (!gone) throw new Error('nothing is registered');
  const renewed = await register(phone, someSubscription(endpoint));
  await db.database.write((tx) => forgetGone(tx, gone));
  expect(await rows()).toEqual([rowOf(ana, phone, renewed)]);
  const now = await db.database.read((tx) => subscriptionOf(tx, phone.sessionId));
  await db.database.write((tx) => forgetGone(tx, now ?? gone));
  expect(await rows()).toEqual([]);
});

test('an address that leads nowhere allowed is refused, and nothing of a registration is in the log', async ({
  people: { ana },
  device,
  register,
  rows,
  server,
}) => {
  const phone = await device(ana);
  const { endpoint, keys } = await register(phone);
  for (const refused of ['https://127.0.0.1:4444/a', 'https://169.254.169.254/a', 'https://10.0.0.1/a']) {
    const { status, body } = await phone.client.put('/api/push/subscription', { endpoint: refused, keys });
    expect([refused, status, body.code]).toEqual([refused, 422, 'PUSH_ENDPOINT_REFUSED']);
  }
  for (const invalid of [
    { endpoint, keys: { ...keys, auth: 'AA' } },
    { endpoint, keys: { ...keys, p256dh: `B${'A'.repeat(86)}` } },
    { endpoint: endpoint.replace('https', 'http'), keys },
  ])
    expect((await phone.client.put('/api/push/subscription', invalid)).body.code).toBe('INVALID');
  expect(await rows()).toEqual([rowOf(ana, phone, { endpoint, keys })]);
  const logged = server.logged.join('');
  for (const secret of [endpoint.split('/').at(-1) ?? '', keys.p256dh, keys.auth]) expect(logged).not.toContain(secret);
});
