/** The key that browsers subscribe with, and the notice that a member asks for, through a real push service over HTTPS. */
import { expect, onTestFinished } from 'vitest';
import { isP256Point } from '../../../schemas/push/p256-point.ts';
import { readPayload } from '../../../schemas/push/payload.ts';
import { freePort } from '../../../scripts/free-port.ts';
import { apiClient } from '../../../tests/support/api-client.ts';
import { test as serverTest } from '../../../tests/support/fixtures/server.ts';
import { startPushService } from '../../../tests/support/push-service.ts';
import { someSubscription } from '../../../tests/support/some-subscription.ts';
import { type AppOptions, startApp } from '../../../tests/support/start-app.ts';

const test = serverTest
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern which fixtures are wanted
  .extend('service', { scope: 'file' }, async ({}, { onCleanup }) => {
    const service = await startPushService();
    onCleanup(() => service.close());
    return service;
  })
  .extend(
    'serverOptions',
    { scope: 'file' },
    ({ service }): AppOptions => ({ env: { PUSH_HOSTS: service.host }, pushTrusted: [service.certificate] }),
  )
  .extend('ana', ({ circle, task }) => circle.signUp(`Ana ${task.id}`))
  /** Subscribes with the server's key, as Ana's browser would, and registers. */
  .extend('subscribe', ({ service, ana }) => async () => {
    const { key } = (await ana.client.get('/api/push/key')).body.data;
    const { endpoint, keys, ...device } = await service.subscribe(key);
    expect((await ana.client.put('/api/push/subscription', { endpoint, keys })).status).toBe(200);
    return { endpoint, keys, ...device };
  })
  .extend(
    'sendOne',
    ({ ana }) =>
      () =>
        ana.client.post('/api/push/test'),
  );

test('a member asks for a notice, and it arrives at once on the device that asked', async ({
  ana,
  circle,
  server,
  service,
  subscribe,
  sendOne,
}) => {
  const ben = await circle.signUp('Ben');
  await circle.befriend(ana, ben);
  const post = await circle.post(ana);
  await circle.comment(ben, post);
  const [here, elsewhere] = [await subscribe(), await service.subscribe()];
  const other = apiClient(server.url);
  other.use((await circle.openSession(ana)).accessToken);
  await other.put('/api/push/subscription', { endpoint: elsewhere.endpoint, keys: elsewhere.keys });

  for (let nth = 0; nth < 2; nth += 1) expect(await sendOne()).toMatchObject({ status: 200, body: { data: { sent: true } } });
  expect(service.complaints).toEqual([]);
  expect(elsewhere.received()).toEqual([]);
  expect(here.received()).toHaveLength(2);
  const [first, second] = here.received().map(({ text, ttl, urgency }) => ({ ...readPayload(text), ttl, urgency }));
  const unread = (await ana.client.get('/api/notifications')).body.data.unread_count;
  expect(unread).toBeGreaterThan(0);
  expect(first).toMatchObject({
    navigate: `${server.url}/settings`,
    badge: unread,
    ttl: 60,
    urgency: 'high',
    call: { type: 'asked', unread },
  });
  // Each is a new event under the same tag, so that the device alerts again.
  expect(second?.tag).toBe(first?.tag);
  expect(second?.call?.event).not.toBe(first?.call?.event);
});

test('without a subscription there is nothing to send to', async ({ sendOne, service }) => {
  const before = service.requests();
  expect(await sendOne()).toMatchObject({ status: 409, body: { code: 'PUSH_NOT_ON' } });
  expect(service.requests()).toBe(before);
});

test('a device that is gone is forgotten, and its member learns that notices are off', async ({ ana, subscribe, sendOne }) => {
  for (const status of [404, 410] as const) {
    const device = await subscribe();
    device.end(status);
    expect(await sendOne()).toMatchObject({ status: 409, body: { code: 'PUSH_NOT_ON' } });
    expect((await ana.client.get('/api/push/subscription')).body.data).toEqual({ endpoint: null, key: null });
  }
});

test('a push service that refuses takes no device away', async ({ ana, service, subscribe, sendOne }) => {
  const { endpoint } = await subscribe();
  onTestFinished(() => service.behave('accept'));
  for (const status of [400, 403, 413]) {
    service.behave({ status });
    expect([status, await sendOne()]).toMatchObject([status, { status: 503, body: { code: 'PUSH_SERVICE_FAILED' } }]);
    expect((await ana.client.get('/api/push/subscription')).body.data.endpoint).toBe(endpoint);
  }
});

test('the key is a point of the curve, the same for every member and every process', async ({ db, circle, server, service }) => {
  const [ana, ben] = [await circle.signUp('Key Ana'), await circle.signUp('Key Ben')];
  const other = await startApp({ on: db, env: { PUBLIC_URL: server.url, PUSH_HOSTS: service.host } });
  onTestFinished(() => other.close());
  const elsewhere = apiClient(other.url);
  elsewhere.use(ben.client.token());
  const answers = [await ana.client.get('/api/push/key'), await ben.client.get('/api/push/key'), await elsewhere.get('/api/push/key')];
  const [first] = answers.map(({ body }) => body.data);
  for (const { body } of answers) expect(body.data).toEqual({ key: first.key, off: null });
  expect(isP256Point(Buffer.from(first.key, 'base64url'))).toBe(true);
});

test('a server that is reached on its own machine only has no key, unless the operator named a push service', async ({
  db,
  server,
  ana,
}) => {
  const unnamed = await startApp({ on: db, env: { PUBLIC_URL: server.url } });
  onTestFinished(() => unnamed.close());
  const client = apiClient(unnamed.url);
  client.use(ana.client.token());
  expect((await client.get('/api/push/key')).body.data).toEqual({ key: null, off: 'loopback' });
});

test('a server that reaches no push service says so, keeps its key, and forgets no device', async ({ db, server, ana }) => {
  const silent = `127.0.0.1:${await freePort()}`;
  const shut = await startApp({ on: db, env: { PUBLIC_URL: server.url, PUSH_HOSTS: silent } });
  onTestFinished(() => shut.close());
  const client = apiClient(shut.url);
  client.use(ana.client.token());
  const ask = async () => (await client.get('/api/push/key')).body.data;
  const { key, off } = await ask();
  expect(off).toBeNull();
  const subscription = someSubscription(`https://${silent}/a`);
  await client.put('/api/push/subscription', subscription);
  expect(await client.post('/api/push/test')).toMatchObject({ status: 503, body: { code: 'PUSH_SERVICE_FAILED' } });
  expect(await ask()).toEqual({ key, off: 'no_way_out' });
  expect((await client.get('/api/push/subscription')).body.data.endpoint).toBe(subscription.endpoint);
});
