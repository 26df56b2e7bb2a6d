import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from 'vitest';
import { person, register } from '../support/people.ts';
import { postmasterIn } from '../support/running.ts';
import { startServer } from '../support/server.ts';
import { setUp } from '../support/set-up-time.ts';
import { until } from '../support/until.ts';
import { deviceOn, postDocument, pullPosts, pushPost, streamOn } from './three-servers.ts';

const BUSY_MACHINE_MS = 40_000;

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern which fixtures are wanted
  .extend('folder', { scope: 'file' }, async ({}, { onCleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'kith-restarts-'));
    onCleanup(() => rm(folder, { recursive: true, force: true }));
    return folder;
  })
  /** a server with its own Postgres */
  .extend('server', { scope: 'file' }, async ({ folder }, { onCleanup }) => {
    const server = await setUp('server', () => startServer({ dataDir: folder, env: { LOG_LEVEL: 'warn' } }));
    onCleanup(() => server.stop());
    return server;
  })
  /** the process id of that Postgres; 0 while there is none */
  .extend('postmaster', ({ folder }) => (): number => {
    try {
      return postmasterIn(folder);
    } catch {
      return 0;
    }
  });

test('Postgres that is stopped immediately under load loses no acknowledged write, and no write is refused because of it', async ({
  server,
  postmaster,
}) => {
  const ana = person('Ana');
  const { id } = await register(server, ana);
  const device = await deviceOn(server, ana, id);
  const stream = await streamOn(server, device);
  const acknowledged: string[] = [];
  const statuses = new Map<number, number>();
  let going = true;

  /** Sends the post until it is accepted: the database may be away, and the server then says so. */
  async function pushUntilDone(document: ReturnType<typeof postDocument>): Promise<void> {
    for (let done = false; !done; ) {
      const { status, answer } = await pushPost(server, device, document);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      done = status === 200;
      if (done) expect(answer).toMatchObject({ id: document.id, code: null });
    }
  }
  async function write(): Promise<void> {
    while (going) {
      const document = postDocument(device, 'while it goes down');
      await pushUntilDone(document);
      acknowledged.push(document.id);
    }
  }
  const more = async (count: number) => {
    const enough = acknowledged.length + count;
    await until(() => acknowledged.length >= enough, BUSY_MACHINE_MS);
  };
  const writers = Promise.all(Array.from({ length: 6 }, write));
  for (let i = 0; i < 3; i += 1) {
    await more(30);
    const killed = postmaster();
    // Stops without a warning, as when the power goes: what was not written to Postgres' log is lost.
    process.kill(killed, 'SIGQUIT');
    // On a busy machine Postgres reacts late, and goes on serving until then. What counts is what the next one acknowledges.
    await until(() => postmaster() > 0 && postmaster() !== killed, BUSY_MACHINE_MS);
    await more(30);
  }
  going = false;
  await writers;

  // The database could not answer, and the server said so: such a request is sent again.
  expect([...statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(statuses.get(503) ?? 0).toBeGreaterThan(0);
  const pulled = await pullPosts(server, device);
  expect(acknowledged.filter((post) => !pulled.has(post))).toEqual([]);
  expect(pulled.size).toBe(acknowledged.length);

  // The stream that was open all the time still delivers.
  expect(stream.ended()).toBe(false);
  const last = postDocument(device, 'afterwards');
  expect((await pushPost(server, device, last)).status).toBe(200);
  await until(() => JSON.stringify(stream.frames()).includes(last.id), BUSY_MACHINE_MS);
  stream.close();
});
