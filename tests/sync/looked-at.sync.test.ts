/** The pace of the stream follows whether somebody looks at the device. */
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

/** what the streams of a device were asked for with */
const looks = (device: Device) => device.requests.filter(({ path }) => path.endsWith('/stream')).map(({ body }) => body.lookedAt);
const contents = async (device: Device) => (await device.rows('posts')).map(({ content }) => content);

test('a device that nobody looks at for a while asks for seldom heartbeats, and still has at once what is new', async ({
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

test('when somebody looks at it again, a stream that died meanwhile is not waited for', async ({ a, postElsewhere }) => {
  a.lookedAt(false);
  await a.until(() => looks(a).length > 1);
  await a.live();
  // Nothing of this stream arrives any more.
  a.network.arrives = () => looks(a).length > 2;
  await postElsewhere('while the stream was dead');
  a.lookedAt(true);
  await a.until(async () => (await contents(a)).includes('while the stream was dead'));
  await a.live();
  expect(looks(a)).toEqual([true, false, true]);
});

test('whoever looks away and back again finds the stream that there was', async ({ a }) => {
  let beats = 0;
  a.network.arrives = (event) => {
    // No two heartbeats in a row are unseen, however late they come.
    if (event.startsWith('event: heartbeat')) a.lookedAt(beats++ % 2 === 0);
    return true;
  };
  await a.until(() => beats > 8);
  expect(looks(a)).toEqual([true]);
});

test('where somebody looks before the stream with seldom heartbeats stands, it is not kept', async ({ a }) => {
  a.network.before = (path, body) => {
    if (path.endsWith('/stream') && (body as { lookedAt: boolean }).lookedAt === false) a.lookedAt(true);
  };
  a.lookedAt(false);
  await a.until(() => looks(a).length > 2);
  await a.live();
  expect(looks(a)).toEqual([true, false, true]);
});
