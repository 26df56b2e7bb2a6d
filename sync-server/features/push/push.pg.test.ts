import pino from 'pino';
import { expect, onTestFinished } from 'vitest';
import { test } from '../../../tests/support/fixtures/db.ts';
import { startPushService } from '../../../tests/support/push-service.ts';
import { readConfig } from '../../base/config.ts';
import { createPush } from './push.ts';
import type { PushMessage } from './push-delivery.ts';

const message: PushMessage = { payload: '{}', topic: 'asked', ttlSeconds: 60, urgency: 'normal' };
const log = pino({ level: 'silent' });

test('[R-24] a device that subscribed with the key of one server is called by another on the same database', async ({ db }) => {
  const service = await startPushService();
  onTestFinished(() => service.close());
  const config = readConfig({ PUBLIC_URL: 'https://kith.example', PUSH_HOSTS: service.host });
  const [first, second] = [0, 1].map(() => {
    const push = createPush({ config, database: db.database, log, trusted: [service.certificate] });
    onTestFinished(() => push.delivery.close());
    return push;
  });
  const { endpoint, keys } = await service.subscribe(await first?.keys.publicKey());
  const subscription = {
    sessionId: '01890a5d-ac96-774b-bcce-b302099a8057',
    endpoint,
    p256dh: Buffer.from(keys.p256dh, 'base64url'),
    auth: Buffer.from(keys.auth, 'base64url'),
  };
  expect(first?.off()).toBeNull();
  expect(first?.allows(endpoint)).toBe(true);
  expect(await second?.delivery.send(subscription, message)).toEqual({ kind: 'accepted' });
  expect(service.complaints).toEqual([]);
});

test('[R-25] on a server of one machine calls are off, unless a push service was named for it', async ({ db }) => {
  const offAt = (env: NodeJS.ProcessEnv) => createPush({ config: readConfig(env), database: db.database, log }).off();
  expect(['http://localhost:3000', 'https://127.0.0.1', 'http://kith.localhost'].map((PUBLIC_URL) => offAt({ PUBLIC_URL }))).toEqual([
    'loopback',
    'loopback',
    'loopback',
  ]);
  expect(offAt({ PUBLIC_URL: 'http://localhost:3000', PUSH_HOSTS: '127.0.0.1:8443' })).toBeNull();
  expect(offAt({ PUBLIC_URL: 'https://kith.example' })).toBeNull();
});

test('a server that reached no service says so, until it reaches any', async ({ db }) => {
  const service = await startPushService();
  onTestFinished(() => service.close());
  const { endpoint, keys } = await service.subscribe();
  const { p256dh, auth } = { p256dh: Buffer.from(keys.p256dh, 'base64url'), auth: Buffer.from(keys.auth, 'base64url') };
  const config = readConfig({ PUBLIC_URL: 'https://kith.example', PUSH_HOSTS: `${service.host},127.0.0.1:1` });
  const push = createPush({ config, database: db.database, log, trusted: [service.certificate] });
  onTestFinished(() => push.delivery.close());
  const sendTo = (at: string) =>
    push.delivery.send({ sessionId: '01890a5d-ac96-774b-bcce-b302099a8057', endpoint: at, p256dh, auth }, message);
  expect(await sendTo('https://127.0.0.1:1/push/a')).toMatchObject({ kind: 'later' });
  expect(push.off()).toBe('no_way_out');
  expect(await sendTo(endpoint)).toEqual({ kind: 'accepted' });
  expect(push.off()).toBeNull();
});
