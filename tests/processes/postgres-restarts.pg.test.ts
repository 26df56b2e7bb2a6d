import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PullResponse } from '../../schemas/protocol/sync.ts';
import { person, register } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { deviceOn, postDocument, pushPost, streamOn } from './three-servers.ts';

const BUSY_MACHINE_MS = 40_000;

let folder: string;
let server: TestServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kith-restarts-'));
  server = await startServer({ dataDir: folder, env: { LOG_LEVEL: 'warn' } });
}, 120_000);
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

const postmaster = () => Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);

test('Postgres that is stopped immediately under load takes no acknowledged write along, and no write is refused for it', async () => {
  const ana = person('Ana');
  const { id } = await register(server, ana);
  const device = await deviceOn(server, ana, id);
  const stream = await streamOn(server, device);
  const acknowledged: string[] = [];
  const statuses = new Map<number, number>();
  let going = true;

  async function write(): Promise<void> {
    while (going) {
      const document = postDocument(device, 'while it goes down');
      for (let done = false; !done; ) {
        const { status, answer } = await pushPost(server, device, document);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        done = status === 200;
        if (done) expect(answer).toMatchObject({ id: document.id, code: null });
      }
      acknowledged.push(document.id);
    }
  }
  const writers = Promise.all(Array.from({ length: 6 }, write));
  for (let i = 0; i < 3; i += 1) {
    const enough = acknowledged.length + 30;
    await until(() => acknowledged.length >= enough, BUSY_MACHINE_MS);
    // No word to anybody, as when the power goes: what was not written to the log is gone.
    process.kill(postmaster(), 'SIGQUIT');
    const atDeath = acknowledged.length;
    await until(() => acknowledged.length >= atDeath + 6, BUSY_MACHINE_MS);
  }
  going = false;
  await writers;

  // The database could not answer, and said so: such a request is sent again.
  expect([...statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(statuses.get(503) ?? 0).toBeGreaterThan(0);
  const held = new Set<string>();
  let checkpoint = {};
  let epoch: string | null = null;
  for (let more = true; more; ) {
    const response: Response = await fetch(`${server.url}/api/sync/pull`, {
      method: 'POST',
      headers: device.headers,
      body: JSON.stringify({ epoch, collections: { posts: { checkpoint, limit: 500 } } }),
    });
    const body = (await response.json()) as PullResponse;
    epoch = body.epoch;
    const page = body.collections.posts;
    if (!page) throw new Error('no page of posts');
    for (const document of page.documents) held.add(document.id);
    checkpoint = { ...checkpoint, ...page.checkpoint };
    more = page.more;
  }
  expect(acknowledged.filter((post) => !held.has(post))).toEqual([]);
  expect(held.size).toBe(acknowledged.length);

  // The stream that was open all the while was not left behind.
  expect(stream.ended()).toBe(false);
  const last = postDocument(device, 'afterwards');
  expect((await pushPost(server, device, last)).status).toBe(200);
  await until(() => JSON.stringify(stream.frames()).includes(last.id), BUSY_MACHINE_MS);
  stream.close();
}, 180_000);
