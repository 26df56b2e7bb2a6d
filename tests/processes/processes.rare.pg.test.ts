import { test as base, expect } from 'vitest';
import { type OpenChannel, openChannel } from '../support/channel-client.ts';
import { PASSWORD } from '../support/circle.ts';
import { natsProgram, startNats } from '../support/nats.ts';
import { clientOf } from '../support/people.ts';
import { pgbouncerProgram } from '../support/pgbouncer.ts';
import { setUp } from '../support/set-up-time.ts';
import { until } from '../support/until.ts';
import { type Device, type OpenedStream, postDocument, pushPost, startThree, streamOn, type ThreeServers } from './three-servers.ts';

/** Six writes in a row that each wait for the slow beat (4 s) take at least 20 s. */
const SIX_WITHOUT_BEATS_MS = 17_000;
const BUSY_MACHINE_MS = 30_000;

interface Bus {
  readonly three: ThreeServers;
  /** From now on no server receives anything from the others over the bus. */
  cut(): Promise<void>;
  mend(): Promise<void>;
}

/** Postgres keeps the connection, but nothing comes over it: the process that serves it is stopped. */
function overPostgres(three: ThreeServers): Bus {
  let pids: number[] = [];
  return {
    three,
    async cut() {
      const rows = await three.database.sql<{ pid: number }[]>`
        select pid from pg_stat_activity where datname = current_database() and query like 'listen "kith_moved"%'`;
      pids = rows.map((row) => row.pid);
      expect(pids).toHaveLength(3);
      for (const pid of pids) process.kill(pid, 'SIGSTOP');
    },
    async mend() {
      for (const pid of pids.splice(0)) process.kill(pid, 'SIGCONT');
    },
  };
}

/** Without a NATS server the tests over NATS are left out. The run has said so. */
const buses = natsProgram === null ? (['Postgres'] as const) : (['Postgres', 'NATS'] as const);

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern which fixtures are wanted
  .extend('made', { scope: 'file' }, async ({}, { onCleanup }) => {
    const nats = natsProgram === null ? null : await startNats();
    const [first, second] = await setUp('server', () =>
      // The second three have everything that a large installation has between them and their database.
      Promise.all([startThree(), nats === null ? null : startThree({ NATS_URL: nats.url }, pgbouncerProgram !== null)]),
    );
    onCleanup(async () => {
      await Promise.all([first.close(), second?.close()]);
      await nats?.stop();
    });
    return {
      Postgres: overPostgres(first),
      NATS: nats && second ? { three: second, cut: nats.stop, mend: nats.start } : null,
    };
  })
  /** Three servers that share a database and talk over this bus, with the devices of two friends. The bus works again after the test. */
  .extend('sharing', async ({ made }, { onCleanup }) => {
    const streams: (OpenedStream | OpenChannel)[] = [];
    const used: Bus[] = [];
    onCleanup(async () => {
      for (const bus of used) await bus.mend();
      for (const stream of streams) stream.close();
    });
    return async (name: (typeof buses)[number]) => {
      const bus = made[name];
      if (bus === null) throw new Error(`there is no ${name}`);
      used.push(bus);
      const { three } = bus;
      const { ana, ben } = await three.pair();
      const [anas, bens] = [await three.device(ana), await three.device(ben)];

      async function openStreams(
        servers: ThreeServers['servers'][number][] = three.servers,
        device: Device = bens,
      ): Promise<OpenedStream[]> {
        const opened = await Promise.all(servers.map((server) => streamOn(server, device)));
        streams.push(...opened);
        await until(() => opened.every((stream) => stream.named('open').length === 1), BUSY_MACHINE_MS);
        return opened;
      }
      /** Opens a channel of the API at each of these servers. */
      async function openChannels(
        channel: string,
        servers: ThreeServers['servers'][number][] = three.servers,
        device: Device = bens,
      ): Promise<OpenChannel[]> {
        const opened = await Promise.all(servers.map((server) => openChannel(server.url, channel, tokenOf(device))));
        streams.push(...opened);
        await until(() => opened.every((one) => one.named('subscribed').length === 1), BUSY_MACHINE_MS);
        return opened;
      }
      /** Writes a post at the server with this number, and waits until all these streams have delivered it. Returns the post's id. */
      async function writeAndArrive(from: number, readers: readonly OpenedStream[]): Promise<string> {
        const document = postDocument(anas, 'to all of you');
        const server = three.servers[from % 3] ?? three.servers[0];
        expect(await pushPost(server, anas, document)).toMatchObject({ status: 200, answer: { code: null } });
        await until(() => readers.every((reader) => hasDelivered(reader, document.id)), BUSY_MACHINE_MS);
        return document.id;
      }
      return { bus, three, ana, ben, anas, bens, openStreams, openChannels, writeAndArrive };
    };
  });

const tokenOf = ({ headers }: Device): string => (headers.authorization ?? '').replace('Bearer ', '');

const inserted = (channel: OpenChannel): string[] => channel.named('insert').map(({ data }) => data.id);

const hasDelivered = (stream: OpenedStream, id: string) =>
  stream.frames().some((frame) => frame.collections.posts?.documents.some((document) => document.id === id));

test.for(buses)(
  'over %s, a write at any of three servers reaches the streams at all of them, without waiting for a beat',
  // The first one to run waits for six servers to start.
  { timeout: 2 * BUSY_MACHINE_MS },
  async (name, { sharing }) => {
    const { openStreams, writeAndArrive } = await sharing(name);
    const readers = await openStreams();
    await writeAndArrive(0, readers);
    const begun = performance.now();
    for (let i = 0; i < 6; i += 1) await writeAndArrive(i, readers);
    expect(performance.now() - begun).toBeLessThan(SIX_WITHOUT_BEATS_MS);
    for (const reader of readers) {
      const frames = reader.frames().filter((frame) => frame.collections.posts);
      for (const [index, frame] of frames.entries()) if (index > 0) expect(frame.prev).toBe(frames[index - 1]?.head);
    }
  },
);

test.for(buses)(
  'over %s, channels at all servers deliver a write at any of them, without waiting for a beat',
  async (name, { sharing }) => {
    const { openChannels, writeAndArrive } = await sharing(name);
    const channels = await openChannels('posts');
    const write = async (from: number): Promise<string> => {
      const id = await writeAndArrive(from, []);
      await until(() => channels.every((channel) => inserted(channel).includes(id)), BUSY_MACHINE_MS);
      return id;
    };
    const ids = [await write(0)];
    const begun = performance.now();
    for (let i = 0; i < 6; i += 1) ids.push(await write(i));
    expect(performance.now() - begun).toBeLessThan(SIX_WITHOUT_BEATS_MS);
    for (const channel of channels) expect(inserted(channel)).toEqual(ids);
  },
);

test.for(buses)('over %s, channels at all servers lose a friend who unfriends at one', async (name, { sharing }) => {
  const { three, ben, ana, anas, bens, openChannels } = await sharing(name);
  const [, second] = three.servers;
  const post = await three.circle.post(ana);
  const [comments, posts] = [await openChannels(`comments:${post}`), await openChannels('posts')];
  const client = await clientOf(second, { ...ben, password: PASSWORD });
  expect((await client.delete(`/api/friends/${ana.id}/unfriend`)).status).toBe(200);
  await until(() => comments.every((channel) => channel.ended()), BUSY_MACHINE_MS);
  for (const channel of comments) expect(channel.events.at(-1)).toMatchObject({ name: 'closed', data: { reason: 'gone' } });
  await until(() => posts.every((channel) => channel.named('resync').length > 0), BUSY_MACHINE_MS);
  const [theirs, own] = [postDocument(anas, 'for friends'), postDocument(bens, 'my own')];
  expect(await pushPost(second, anas, theirs)).toMatchObject({ status: 200, answer: { code: null } });
  expect(await pushPost(second, bens, own)).toMatchObject({ status: 200, answer: { code: null } });
  await until(() => posts.every((channel) => inserted(channel).includes(own.id)), BUSY_MACHINE_MS);
  for (const channel of posts) expect(JSON.stringify(channel.events)).not.toContain(theirs.id);
});

test.for(buses)('over %s, a friendship that ends at one server ends at the others', async (name, { sharing }) => {
  const { three, ben, anas, openStreams } = await sharing(name);
  const [, second] = three.servers;
  const readers = await openStreams();
  const client = await clientOf(second, { ...ben, password: PASSWORD });
  const pullsBefore = readers.map((reader) => reader.named('pull').length);
  const friends = await client.get('/api/friends');
  const [friend] = friends.body.data.items;
  expect((await client.delete(`/api/friends/${friend.friend_id}/unfriend`)).status).toBe(200);
  await until(() => readers.every((reader, index) => reader.named('pull').length > (pullsBefore[index] ?? 0)), BUSY_MACHINE_MS);
  const document = postDocument(anas, 'for friends');
  expect(await pushPost(second, anas, document)).toMatchObject({ status: 200, answer: { code: null } });
  for (const reader of readers) expect(hasDelivered(reader, document.id)).toBe(false);
});

test.for(buses)(
  'over %s, a session that ends at one server loses its streams at the others, without waiting for a beat',
  async (name, { sharing }) => {
    const { three, ben, openStreams } = await sharing(name);
    const [first, second, third] = three.servers;
    const client = await clientOf(first, { ...ben, password: PASSWORD });
    const begun = performance.now();
    for (let i = 0; i < 6; i += 1) {
      const device = await three.device(ben);
      const opened = await openStreams([second, third], device);
      expect((await client.delete(`/api/auth/sessions/${device.id}`)).status).toBe(200);
      await until(() => opened.every((stream) => stream.ended()), BUSY_MACHINE_MS);
      expect((await fetch(`${third.url}/api/sync/pull`, { method: 'POST', headers: device.headers, body: '{}' })).status).toBe(401);
    }
    expect(performance.now() - begun).toBeLessThan(SIX_WITHOUT_BEATS_MS);
  },
);

// Run at the same time: nearly all of it is waiting for beats.
test.concurrent.for(buses)(
  'while %s is silent, the slow beat still delivers everything, and when it is back, delivery is quick again',
  { timeout: 90_000 },
  async (name, { sharing }) => {
    const { bus, three, openStreams, openChannels, writeAndArrive } = await sharing(name);
    const readers = await openStreams();
    const channels = await openChannels('posts');
    const [first, , third] = three.servers;
    const parting = await three.pair();
    const post = await three.circle.post(parting.ana);
    const [comments] = await openChannels(`comments:${post}`, [third], await three.device(parting.ben));
    const client = await clientOf(first, { ...parting.ana, password: PASSWORD });

    await bus.cut();
    const cut = performance.now();
    const ids = [await writeAndArrive(0, readers), await writeAndArrive(2, readers)];
    // It was the beat, which comes every four seconds.
    expect(performance.now() - cut).toBeGreaterThan(2_000);
    const allDelivered = () => until(() => channels.every((channel) => ids.every((id) => inserted(channel).includes(id))), BUSY_MACHINE_MS);
    await allDelivered();
    expect((await client.delete(`/api/friends/${parting.ben.id}/unfriend`)).status).toBe(200);
    await until(() => comments?.ended() === true, BUSY_MACHINE_MS);
    expect(comments?.events.at(-1)).toMatchObject({ name: 'closed', data: { reason: 'gone' } });

    await bus.mend();
    await until(async () => {
      const begun = performance.now();
      for (let i = 0; i < 3; i += 1) {
        ids.push(await writeAndArrive(i, readers));
        await allDelivered();
      }
      return performance.now() - begun < SIX_WITHOUT_BEATS_MS / 3;
    });
    // Whatever woke them, each channel delivered each post once.
    for (const channel of channels) expect(inserted(channel).sort()).toEqual(ids.sort());
  },
);

test.for(buses)(
  'over %s, a server that is killed affects no other, and receives from them again when it is back',
  {
    timeout: 60_000,
  },
  async (name, { sharing }) => {
    const { three, openStreams, writeAndArrive } = await sharing(name);
    const [first, second, third] = three.servers;
    const readers = await openStreams([first, third]);
    const [lost] = await openStreams([second]);
    await second.kill9();
    await until(() => lost?.ended() === true, BUSY_MACHINE_MS);
    await writeAndArrive(0, readers);
    await writeAndArrive(2, readers);
    await second.restart();
    const back = await openStreams([second]);
    const begun = performance.now();
    for (let i = 0; i < 6; i += 1) await writeAndArrive(i, [...readers, ...back]);
    expect(performance.now() - begun).toBeLessThan(SIX_WITHOUT_BEATS_MS);
  },
);
