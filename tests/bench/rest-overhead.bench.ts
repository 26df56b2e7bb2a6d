/**
 * What a REST request costs besides its SQL: the API reads a page of the feed and writes a post. The floor is a bare route of the same
 * framework in the same process that makes the same engine calls: no session, no limits, no envelope, no log, no checks, no headers.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FEED_PAGE_SIZE } from '../../schemas/posts/post-limits.ts';
import { feedPage, postViews } from '../../sync-server/features/posts/post-views.ts';
import type { Reading } from '../../sync-server/rest/reading.ts';
import { testDatabase } from '../support/postgres.ts';
import { newPost } from '../support/rows.ts';
import { type StartedApp, startApp } from '../support/start-app.ts';
import { makeCircle } from './circle.ts';
import { alternate, inSequence, sizeOf } from './rounds.ts';
import { report } from './row.ts';
import { seedCircle } from './seed-circle.ts';
import { spread } from './statistics.ts';

const ROUNDS = sizeOf(8, 2);
const EACH = sizeOf(100, 20);
const WARM_UPS = sizeOf(6, 1);

const circle = makeCircle({ friends: 8, postsEach: 25, commentsPerPost: 2 }, Date.now());
const reader = circle.members[0]?.id ?? '';

let database: Awaited<ReturnType<typeof testDatabase>>;
let kith: StartedApp;
const bare = createServer();
beforeAll(async () => {
  database = await testDatabase();
  await seedCircle(database.sql, circle);
  kith = await startApp({ on: database });
  const read = <Found>(query: (reading: Reading) => Promise<Found>) =>
    database.database.read((tx) => query({ engine: kith.engine, tx, viewer: reader }));
  const routes = new Hono();
  routes.get('/posts', async (c) => c.json(await read((reading) => feedPage(reading, { limit: FEED_PAGE_SIZE, before: null, offset: 0 }))));
  routes.post('/posts', async (c) => {
    const { content } = await c.req.json<{ content: string }>();
    const post = newPost({ id: reader }, content);
    await kith.engine.create('posts', { userId: reader }, { id: uuid() }, post);
    return c.json(await read(async (reading) => (await postViews(reading, [post.id]))[0]));
  });
  bare.on('request', getRequestListener(routes.fetch)).listen(0, '127.0.0.1');
  await once(bare, 'listening');
});
afterAll(async () => {
  bare.close();
  bare.closeAllConnections();
  await kith?.close();
  await database?.close();
});

test('the overhead of REST', async (context) => {
  const { accessToken } = await kith.sessions.open(reader, 'bench');
  const bareUrl = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`;
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
  const ask = async (url: string, init: RequestInit): Promise<number> => {
    const begun = performance.now();
    const response = await fetch(url, init);
    await response.text();
    const took = performance.now() - begun;
    expect(response.ok).toBe(true);
    return took;
  };
  const body = JSON.stringify({ content: 'said often', visibility_type: 'friends' });
  for (const [what, init] of [
    ['a page of the feed', { headers }],
    ['a post', { method: 'POST', headers, body }],
  ] as const) {
    const times = await alternate(
      ROUNDS,
      {
        kith: () => inSequence(EACH, () => ask(`${kith.url}/api/posts`, init)),
        bare: () => inSequence(EACH, () => ask(`${bareUrl}/posts`, init)),
      },
      WARM_UPS,
    );
    report(context, {
      work: `${what} by REST: asked → answered`,
      unit: 'ms',
      ours: spread(times.kith.flat()),
      floor: spread(times.bare.flat()),
      floorName: 'bare route',
      must: { atMost: 1.5 },
    });
  }
});
