/** The whole server and a push service: what somebody writes reaches a device, encrypted for it alone. */
import { expect } from 'vitest';
import { readPayload } from '../../../../schemas/push/payload.ts';
import { type Member, test as serverTest } from '../../../../tests/support/fixtures/server.ts';
import { startPushService, type TestSubscription } from '../../../../tests/support/push-service.ts';
import type { AppOptions } from '../../../../tests/support/start-app.ts';
import { openStream } from '../../../../tests/support/sync-client.ts';
import { until } from '../../../../tests/support/until.ts';

const test = serverTest
  .extend('pushService', { scope: 'file' }, async ({ db: _db }, { onCleanup }) => {
    const service = await startPushService();
    onCleanup(() => service.close());
    return service;
  })
  .extend(
    'serverOptions',
    { scope: 'file' },
    ({ pushService: { host, certificate } }): AppOptions => ({ env: { PUSH_HOSTS: host }, pushTrusted: [certificate] }),
  )
  /** Ana and Ben, who are friends with a group. Ben has a phone that can be called. */
  .extend('people', { scope: 'file' }, async ({ circle, server, db, pushService }) => {
    const [ana, ben] = [await circle.signUp('Ana'), await circle.signUp('Ben')];
    await circle.befriend(ana, ben);
    const group = await circle.group(ana, ben);
    await server.engine.settled();
    const phone = await pushService.subscribe();
    await register(ben, phone);
    async function register(member: Member, { endpoint, keys }: TestSubscription): Promise<void> {
      const bytes = (text: string) => Buffer.from(text, 'base64url');
      await db.sql`
        insert into push_subscriptions (session_id, user_id, endpoint, p256dh, auth)
        select id, user_id, ${endpoint}, ${bytes(keys.p256dh)}, ${bytes(keys.auth)} from sessions where user_id = ${member.id} limit 1`;
    }
    await db.sql`delete from jobs where queue like 'call%'`;
    return { ana, ben, group, phone };
  })
  /** Makes what waits due. */
  .extend('due', ({ server, db }) => async () => {
    await server.engine.settled();
    await db.sql`update jobs set due_at = now() where queue like 'call%' and key is not null`;
  })
  .extend(
    'waiting',
    ({ db }) =>
      async () =>
        (await db.sql<{ queue: string }[]>`select queue from jobs where queue like 'call%'`).map(({ queue }) => queue),
  );

test('[R-75] a message and a post arrive on a phone while a page of its member is connected, and say who and where but no word', async ({
  server,
  circle,
  people: { ana, ben, group, phone },
  pushService,
  due,
  waiting,
}) => {
  const stream = await openStream(`${server.url}/api/sync/stream`, { authorization: `Bearer ${ben.client.token()}` });
  await circle.message(ana, group, 'marzipan-canary');
  const post = await circle.post(ana, { content: 'marzipan-canary' });
  await due();
  await until(() => phone.received().length === 2);
  await until(async () => (await waiting()).length === 0);
  stream.close();
  const payloads = phone.received().map(({ text }) => readPayload(text));
  expect(payloads.map((payload) => payload?.title).sort()).toEqual(['Ana shared a post', 'Ana wrote in Sunday walks']);
  expect(payloads.map((payload) => payload?.navigate).sort()).toEqual([`${server.url}/groups/${group}`, `${server.url}/posts/${post}`]);
  for (const { text, topic, ttl } of phone.received()) {
    expect(text).not.toContain('marzipan');
    expect(topic).toMatch(/^[\w-]{32}$/);
    expect(ttl).toBeGreaterThan(86_000);
  }
  expect(new Set(phone.received().map(({ topic }) => topic)).size).toBe(2);
  expect(
    phone
      .received()
      .map(({ urgency }) => urgency)
      .sort(),
  ).toEqual(['high', 'normal']);
  expect(pushService.complaints).toEqual([]);
  expect(server.logged.join('')).not.toContain('marzipan');
});

test('a push service that fails is asked again, and a device that it no longer knows is forgotten', async ({
  circle,
  db,
  people: { ana, ben, group, phone },
  pushService,
  due,
  waiting,
}) => {
  const before = phone.received().length;
  pushService.behave({ status: 503, headers: { 'retry-after': '1' } });
  const message = await circle.message(ana, group);
  await due();
  await until(async () => (await waiting()).includes('call-again'));
  pushService.behave('accept');
  await until(async () => {
    await due();
    return phone.received().length > before;
  });
  expect(readPayload(phone.received().at(-1)?.text ?? '')?.call?.event).toBe(message);
  await until(async () => (await waiting()).length === 0);

  phone.end(410);
  await circle.message(ana, group);
  await due();
  await until(async () => (await db.sql`select from push_subscriptions where user_id = ${ben.id}`).length === 0);
  await until(async () => (await waiting()).length === 0);
});
