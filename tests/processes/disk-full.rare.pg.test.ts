/**
 * A server whose disk is full: reading goes on, the server accepts nothing that it could not keep, and writing resumes by itself once there
 * is space.
 */
import { join } from 'node:path';
import { test as base, expect } from 'vitest';
import { DISK_FULL_CODE } from '../../schemas/protocol/sync-codes.ts';
import { clientOf, person, register } from '../support/people.ts';
import { makeFriends } from '../support/rows.ts';
import { postmasterIn } from '../support/running.ts';
import { startServer } from '../support/server.ts';
import { setUp } from '../support/set-up-time.ts';
import { canMountSmallDisk, mountSmallDisk } from '../support/small-disk.ts';
import { until } from '../support/until.ts';
import { type Device, deviceOn, type OpenedStream, postDocument, pullPosts, pushPost, streamOn } from './three-servers.ts';

const BUSY_MACHINE_MS = 90_000;
const NAMES = ['Ana', 'Ben', 'Cem'];
const WRITERS_EACH = 2;

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern which fixtures are wanted
  .extend('disk', async ({}, { onCleanup }) => {
    const disk = mountSmallDisk(400);
    onCleanup(() => disk.unmount());
    return disk;
  })
  /** a server with its own Postgres, which keeps everything on that disk */
  .extend('server', async ({ disk }, { onCleanup }) => {
    const server = await setUp('server', () => startServer({ dataDir: join(disk.path, 'data'), env: { LOG_LEVEL: 'warn' } }));
    onCleanup(async () => {
      disk.empty();
      await server.stop();
    });
    return server;
  })
  /** one device each of three members who are friends with one another */
  .extend('devices', async ({ server }): Promise<readonly Device[]> => {
    const members = [];
    for (const name of NAMES) {
      const who = person(name);
      const { id } = await register(server, who);
      members.push({ who, member: { ...who, id, client: await clientOf(server, who) } });
    }
    for (const [at, one] of members.entries()) for (const other of members.slice(at + 1)) await makeFriends(one.member, other.member);
    return Promise.all(members.map(({ who, member }) => deviceOn(server, who, member.id)));
  })
  /**
   * What all devices do without a pause: writers send each post until it is accepted, readers read the newest posts. It ends with the test.
   */
  .extend('load', async ({ server, devices }, { onCleanup }) => {
    const acknowledged: string[] = [];
    const answers = new Map<string, number>();
    const reads = new Map<number, number>();
    let going = true;
    const count = <Key>(counts: Map<Key, number>, key: Key) => counts.set(key, (counts.get(key) ?? 0) + 1);

    async function write(device: Device): Promise<void> {
      while (going) {
        const document = postDocument(device, 'while it is full '.repeat(200));
        for (let done = false; going && !done; ) {
          const { status, answer, code } = await pushPost(server, device, document).catch(() => ({
            status: 0,
            answer: undefined,
            code: '',
          }));
          count(answers, `${status} ${code ?? answer?.code ?? ''}`.trim());
          done = status === 200;
          if (done) acknowledged.push(document.id);
        }
      }
    }
    async function read(device: Device): Promise<void> {
      const body = JSON.stringify({ epoch: null, collections: { posts: { checkpoint: {}, limit: 20 } } });
      while (going) {
        const status = await fetch(`${server.url}/api/sync/pull`, { method: 'POST', headers: device.headers, body }).then(
          async (response) => {
            await response.text();
            return response.status;
          },
          () => 0,
        );
        count(reads, status);
      }
    }
    const work = Promise.all([
      ...devices.flatMap((device) => Array.from({ length: WRITERS_EACH }, () => write(device))),
      ...devices.map((device) => read(device)),
    ]);
    const stop = async () => {
      going = false;
      await work;
    };
    onCleanup(stop);
    const more = (currentCount: () => number) => {
      const enough = currentCount();
      return (further: number) => until(() => currentCount() >= enough + further, BUSY_MACHINE_MS);
    };
    return {
      acknowledged,
      answers,
      reads,
      stop,
      /** Waits until this many more posts are written. */
      written: (further: number) => more(() => acknowledged.length)(further),
      /** Waits until this many more reads were answered. */
      served: (further: number) => more(() => reads.get(200) ?? 0)(further),
      /** Waits until this many more writes were refused because the disk is full. */
      refused: (further: number) => more(() => answers.get(`503 ${DISK_FULL_CODE}`) ?? 0)(further),
    };
  })
  /** the stream of the first device */
  .extend('stream', async ({ server, devices: [ana] }, { onCleanup }): Promise<OpenedStream> => {
    const stream = await streamOn(server, ana as Device);
    onCleanup(() => void stream.close());
    return stream;
  });

/** Every friend has all acknowledged posts, and all have the same count. Returns that count. */
async function expectAllKept(
  server: Parameters<typeof pullPosts>[0],
  devices: readonly Device[],
  acknowledged: readonly string[],
): Promise<number> {
  const pulled = await Promise.all(devices.map((device) => pullPosts(server, device)));
  for (const posts of pulled) expect(acknowledged.filter((id) => !posts.has(id))).toEqual([]);
  const counts = new Set(pulled.map((posts) => posts.size));
  expect(counts.size).toBe(1);
  return pulled[0]?.size ?? 0;
}

test.skipIf(!canMountSmallDisk)(
  'under load writing stops before the disk is full, everybody reads on, and writing comes back by itself',
  async ({ disk, server, devices, stream, load }) => {
    await load.written(60);
    for (const leave of [50_000_000, 30_000_000]) {
      disk.fillUpTo(leave);
      await load.refused(30);
      // Writes that were under way are answered by now. From here on nothing is accepted.
      const taken = load.acknowledged.length;
      await load.served(30);
      await expectAllKept(server, devices, load.acknowledged);
      expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
      expect(load.acknowledged.length).toBe(taken);
      disk.empty();
      await load.written(30);
    }
    await load.stop();
    expect([...load.answers.keys()].sort()).toEqual(['200', `503 ${DISK_FULL_CODE}`]);
    expect([...load.reads.keys()]).toEqual([200]);
    expect(await expectAllKept(server, devices, load.acknowledged)).toBe(load.acknowledged.length);
    // The stream stayed open all the time.
    expect(stream.ended()).toBe(false);
    expect(stream.frames().length + stream.named('pull').length).toBeGreaterThan(0);
  },
  300_000,
);

test.skipIf(!canMountSmallDisk)(
  'Postgres, stopped under load with not a byte left on the disk, comes back as soon as there is space',
  async ({ disk, server, devices, load }) => {
    await load.written(60);
    disk.fillUpTo(0);
    process.kill(postmasterIn(join(disk.path, 'data')), 'SIGQUIT');
    // Its start is tried again and again and fails. For any other reason the server would have given up earlier.
    await until(() => /"attempts":32,.*could not start for lack of disk space/.test(server.output()), 2 * BUSY_MACHINE_MS);
    disk.empty();
    await load.written(30);
    await load.served(30);
    await load.stop();
    // Lost connections (0) are no answers, and nothing was refused for another reason.
    expect([...load.answers.keys()].filter((answer) => !/^(200|503( \w+)?|0)$/.test(answer))).toEqual([]);
    await expectAllKept(server, devices, load.acknowledged);
  },
  300_000,
);
