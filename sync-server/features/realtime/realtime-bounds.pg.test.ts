import { expect } from 'vitest';
import { test as channelTest } from '../../../tests/support/fixtures/channels.ts';
import { startApp } from '../../../tests/support/start-app.ts';
import { until } from '../../../tests/support/until.ts';
import { MAX_CHANNELS_OF_SESSION } from '../../sync/channels/channel-hub.ts';
import type { StreamTiming } from '../../sync/streams/broadcaster.ts';

/** What a channel may cost: time to open, unread bytes, how many for a session. */

const test = channelTest.extend('another', ({ db, server }, { onCleanup }) => async (streamTiming: Partial<StreamTiming>) => {
  const app = await startApp({ on: db, env: { DATABASE_URL: db.url, PUBLIC_URL: server.url }, streamTiming });
  onCleanup(() => app.close());
  return app;
});

test('a channel that opens too late is answered so, and a HEAD request as well', async ({ db, another, listen, people: { ben } }) => {
  const { url } = await another({ subscriptionMs: 500 });
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let holds = false;
  const held = db.database.write(async (tx) => {
    await tx`lock table scopes in access exclusive mode`;
    holds = true;
    await released;
  });
  await until(() => holds);
  const headers = { authorization: `Bearer ${ben.client.token()}` };
  try {
    const channel = await listen(ben, 'posts', { url });
    expect(channel.status).toBe(504);
    expect(await channel.body()).toEqual({ success: false, code: 'SUBSCRIPTION_TIMEOUT', message: 'Subscription timeout' });
    expect((await fetch(`${url}/api/realtime/posts`, { method: 'HEAD', headers })).status).toBe(504);
  } finally {
    release();
    await held;
  }
  // A slow machine may need more than one try within this limit.
  await expect.poll(async () => (await listen(ben, 'posts', { url })).status).toBe(200);
});

test('a HEAD request answers as the channel would, and opens none', async ({ circle, server, people: { ana, ben, carl } }) => {
  const post = await circle.post(ana);
  const head = async (name: string, token = '') => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${server.url}/api/realtime/${name}`, { method: 'HEAD', headers });
    return [answer.status, await answer.text()];
  };
  expect(await head('posts')).toEqual([401, '']);
  expect(await head('posts', ben.client.token())).toEqual([200, '']);
  expect(await head(`comments:${post}`, ben.client.token())).toEqual([200, '']);
  expect(await head(`comments:${post}`, carl.client.token())).toEqual([404, '']);
  expect(await head('nothing', ben.client.token())).toEqual([404, '']);
});

test('a reader that takes nothing for long is cut off', async ({ circle, another, listen, people: { ana, ben } }) => {
  const slow = await another({ beatMs: 20, maxBehindMs: 300 });
  const posts = await Promise.all(Array.from({ length: 8 }, () => circle.post(ana)));
  const channel = await listen(ben, 'posts', { url: slow.url });
  channel.response.pause();
  // The buffers of the system for the two sockets fill up first.
  for (let nth = 0; (await slow.connections()) > 0; nth += 1) {
    const change = { content: `${nth} ${'\u8a9e'.repeat(4_990)}`, visibility_type: 'friends' };
    await Promise.all(posts.map((post) => ana.client.put(`/api/posts/${post}`, change)));
  }
  channel.response.resume();
  await channel.until(() => channel.ended());
  expect(channel.named('closed')).toEqual([]);
});

test('beyond the limit of a session its oldest channel ends, and says so', async ({ circle, listen, people: { ana, ben } }) => {
  const channels = [];
  for (let nth = 0; nth < MAX_CHANNELS_OF_SESSION; nth += 1) channels.push(await listen(ben, 'posts'));
  const [oldest, next] = channels;
  const session = await circle.openSession(ben);
  await listen(ben, 'posts', { token: session.accessToken });
  const last = await listen(ben, 'notifications');
  await until(() => oldest?.ended() === true);
  expect(oldest?.events.at(-1)).toMatchObject({ name: 'closed', data: { channel: 'posts', reason: 'too_many_channels' } });
  const post = await circle.post(ana);
  expect(await next?.hears('insert', post)).toMatchObject({ id: post });
  await last.until(() => last.named('insert').length === 1);
});

test('of many channels that a session opens at once, no more than the limit stay', async ({ listen, people: { ben } }) => {
  const channels = await Promise.all(Array.from({ length: 4 * MAX_CHANNELS_OF_SESSION }, () => listen(ben, 'posts')));
  const open = () => channels.filter((channel) => !channel.ended());
  await until(() => open().length === MAX_CHANNELS_OF_SESSION);
  for (const channel of channels.filter((one) => one.ended()))
    expect(channel.events.at(-1)).toMatchObject({ name: 'closed', data: { reason: 'too_many_channels' } });
});
