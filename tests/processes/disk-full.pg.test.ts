/** A server whose disk is full: it goes on being read, takes nothing that it could not keep, and goes on by itself once there is space. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, expect } from 'vitest';
import { DISK_FULL_CODE } from '../../schemas/protocol/sync.ts';
import { person, register } from '../support/people.ts';
import { startServer } from '../support/server.ts';
import { setUp } from '../support/set-up-time.ts';
import { canMountSmallDisk, mountSmallDisk } from '../support/small-disk.ts';
import { until } from '../support/until.ts';
import { type Device, deviceOn, postDocument, pullPosts, pushPost } from './three-servers.ts';

const BUSY_MACHINE_MS = 90_000;
const WRITERS = 4;

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern which fixtures are wanted
  .extend('disk', async ({}, { onCleanup }) => {
    const disk = mountSmallDisk(400);
    onCleanup(() => disk.unmount());
    return disk;
  })
  /** a server with a Postgres of its own, which has everything on that disk */
  .extend('server', async ({ disk }, { onCleanup }) => {
    const server = await setUp('server', () => startServer({ dataDir: join(disk.path, 'data'), env: { LOG_LEVEL: 'warn' } }));
    onCleanup(async () => {
      disk.empty();
      await server.stop();
    });
    return server;
  })
  .extend('device', async ({ server }) => {
    const ana = person('Ana');
    const { id } = await register(server, ana);
    return deviceOn(server, ana, id);
  })
  /** Some who write without a pause, each thing until it is answered. They end with the test. */
  .extend('load', async ({ server, device }, { onCleanup }) => {
    const acknowledged: string[] = [];
    const answers = new Map<string, number>();
    let going = true;
    async function write(): Promise<void> {
      while (going) {
        const document = postDocument(device, 'while it is full '.repeat(200));
        for (let done = false; going && !done; ) {
          const { status, answer, code } = await pushPost(server, device, document).catch(() => ({
            status: 0,
            answer: undefined,
            code: '',
          }));
          const said = `${status} ${code ?? answer?.code ?? ''}`.trim();
          answers.set(said, (answers.get(said) ?? 0) + 1);
          done = status === 200;
          if (done) acknowledged.push(document.id);
        }
      }
    }
    const writers = Promise.all(Array.from({ length: WRITERS }, write));
    const stop = async () => {
      going = false;
      await writers;
    };
    onCleanup(stop);
    return {
      acknowledged,
      answers,
      stop,
      async more(count: number): Promise<void> {
        const enough = acknowledged.length + count;
        await until(() => acknowledged.length >= enough, BUSY_MACHINE_MS);
      },
    };
  });

/** What was acknowledged is all there, and nothing else. */
async function keeps(server: Parameters<typeof pullPosts>[0], device: Device, acknowledged: readonly string[]): Promise<void> {
  const held = await pullPosts(server, device);
  expect(acknowledged.filter((id) => !held.has(id))).toEqual([]);
}

test.skipIf(!canMountSmallDisk)(
  'writing ends before the disk does, reading goes on, and writing comes back by itself',
  async ({ disk, server, device, load }) => {
    await load.more(40);
    const fullBefore = () => load.answers.get(`503 ${DISK_FULL_CODE}`) ?? 0;
    for (const leave of [50_000_000, 30_000_000]) {
      const before = fullBefore();
      disk.fillUpTo(leave);
      await until(() => fullBefore() > before + 20, BUSY_MACHINE_MS);
      // Those that were under way are answered by now; from here on nothing is taken.
      const taken = load.acknowledged.length;
      await keeps(server, device, load.acknowledged);
      expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
      expect(load.acknowledged.length).toBe(taken);
      disk.empty();
      await load.more(20);
    }
    await load.stop();
    expect([...load.answers.keys()].sort()).toEqual(['200', `503 ${DISK_FULL_CODE}`]);
    await keeps(server, device, load.acknowledged);
    expect((await pullPosts(server, device)).size).toBe(load.acknowledged.length);
  },
  300_000,
);

test.skipIf(!canMountSmallDisk)(
  'Postgres itself, stopped by a disk without a byte, comes back as soon as there is space',
  async ({ disk, server, device, load }) => {
    await load.more(40);
    disk.fillUpTo(0);
    const postmaster = Number(readFileSync(join(disk.path, 'data/postgres/postmaster.pid'), 'utf8').split('\n')[0]);
    process.kill(postmaster, 'SIGQUIT');
    // It is started again and again, and cannot be, for longer than it would be tried for any other reason.
    await until(() => /"attempts":32,.*could not start for lack of disk space/.test(server.output()), 2 * BUSY_MACHINE_MS);
    disk.empty();
    await load.more(20);
    await load.stop();
    // Lost connections (0) are no answers, and nothing was refused.
    expect([...load.answers.keys()].filter((answer) => !/^(200|503( \w+)?|0)$/.test(answer))).toEqual([]);
    await keeps(server, device, load.acknowledged);
  },
  300_000,
);
