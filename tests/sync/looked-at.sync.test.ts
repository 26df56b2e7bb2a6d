/** The pace of the stream depends on whether the member looks at the device. */
import { expect } from 'vitest';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import type { Device } from '../support/device.ts';
import { test as deviceTest } from '../support/fixtures/device.ts';
import { newPost } from '../support/rows.ts';
import type { AppOptions } from '../support/start-app.ts';

const test = deviceTest
  .extend('serverOptions', { scope: 'file' }, (): AppOptions => ({ streamTiming: { heartbeatMs: 100, seldomHeartbeatMs: 60_000 } }))
  .extend('collections', { scope: 'file' }, (): readonly CollectionName[] => ['posts'])
  .extend('ana', { scope: 'file' }, ({ circle }) => circle.signUp('Ana'))
  .extend('a', ({ ana, liveDevice }) => liveDevice(ana))
  /** Ana writes a post on another device. */
  .extend('postElsewhere', ({ ana }) => async (content: string) => {
    expect((await ana.client.post('/api/posts', { content: newPost(ana, content).content, visibility_type: 'friends' })).status).toBe(201);
  });

/** whether the device was looked at, as each of its stream requests says */
const looks = (device: Device) => device.requests.filter(({ path }) => path.endsWith('/stream')).map(({ body }) => body.lookedAt);
const contents = async (device: Device) => (await device.rows('posts')).map(({ content }) => content);

test('a device that is not looked at for a while requests rare heartbeats, and still receives news at once', async ({
  a,
  postElsewhere,
}) => {
  a.lookedAt(false);
  await a.until(() => looks(a).length > 1);
  await a.live();
  expect(looks(a)).toEqual([true, false]);
  await postElsewhere('while nobody looks');
  await a.until(async () => (await contents(a)).includes('while nobody looks'));
});

test('when the member looks again, the device does not wait for a stream that died unseen', async ({ a, postElsewhere }) => {
  a.lookedAt(false);
  await a.until(() => looks(a).length > 1);
  await a.live();
  // Nothing from this stream arrives any more.
  a.network.arrives = () => looks(a).length > 2;
  await postElsewhere('while the stream was dead');
  a.lookedAt(true);
  await a.until(async () => (await contents(a)).includes('while the stream was dead'));
  await a.live();
  expect(looks(a)).toEqual([true, false, true]);
});

test('looking away and back again keeps the existing stream', async ({ a }) => {
  let beats = 0;
  a.network.arrives = (event) => {
    // The member never looks away for two heartbeats in a row, however late they come.
    if (event.startsWith('event: heartbeat')) a.lookedAt(beats++ % 2 === 0);
    return true;
  };
  await a.until(() => beats > 8);
  expect(looks(a)).toEqual([true]);
});

test('a stream with rare heartbeats is not kept if the member looks before it is open', async ({ a }) => {
  a.network.before = (path, body) => {
    if (path.endsWith('/stream') && (body as { lookedAt: boolean }).lookedAt === false) a.lookedAt(true);
  };
  a.lookedAt(false);
  await a.until(() => looks(a).length > 2);
  await a.live();
  expect(looks(a)).toEqual([true, false, true]);
});
