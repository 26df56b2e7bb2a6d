/**
 * Readers that never read, like frozen tabs behind a live connection: what the server buffers for each of them is bounded. At the same time
 * the other members' streams on the same server keep reading.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { POST_CONTENT_MAX } from '../../schemas/posts/post-limits.ts';
import { until } from '../support/until.ts';
import { makeNetwork } from './circle.ts';
import { connectionsOf } from './connections.ts';
import { type KithHost, startKithHost } from './kith-host.ts';
import { openMemoryProbe, WITH_DEBUGGER } from './memory.ts';
import { sizeOf } from './rounds.ts';
import { report } from './row.ts';
import { seedCircle } from './seed-circle.ts';
import type { WireClient, WireStream } from './wire-client.ts';
import { closest } from './work/commands.ts';
import { openReader } from './work/reader.ts';
import { newPost } from './writes.ts';

const STREAMS = sizeOf(2000, 400);
const NEVER_READ = 50;
const BYTES_A_CHARACTER = 3;
const POST_BYTES = POST_CONTENT_MAX * BYTES_A_CHARACTER;
const POSTS_A_PART = 40;
/** before the measurement, while all clients read */
const WARM_UP_PARTS = 3;
/** once the kernel buffers no more */
const MORE_PARTS = 4;
/** how many streams are opened at the same time */
const LANES = 16;

const network = makeNetwork(STREAMS);
/** An author with enough friends of friends, and those of them that do not read. */
const [author = '', ...audience] = closest(network, NEVER_READ + 1);

let kith: KithHost;
beforeAll(async () => {
  kith = await startKithHost((sql) => seedCircle(sql, network), { env: { NODE_OPTIONS: WITH_DEBUGGER } });
});
afterAll(() => kith?.stop());

/** Opens a stream for each client. */
async function openStreams(clients: readonly WireClient[]): Promise<ReadonlyMap<WireClient, WireStream>> {
  const streams = new Map<WireClient, WireStream>();
  const waiting = [...clients];
  const lane = async () => {
    for (let client = waiting.shift(); client; client = waiting.shift()) streams.set(client, await client.stream());
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return streams;
}

test('readers that never read', async (context) => {
  const others = network.members.map(({ id }) => id).filter((id) => id !== author && !audience.includes(id));
  const clients = await kith.clients([author, ...audience, ...others]);
  const [writer] = clients;
  if (!writer) throw new Error('nobody writes');
  const streams = await openStreams(clients.slice(1));
  // The author reads as devices do: by frames, and by a pull where the stream requests one.
  const reader = await openReader(writer, 'posts');
  const probe = await openMemoryProbe(kith.pid, kith.server.output());

  let written = 0;
  const write = async () => {
    for (let n = 0; n < POSTS_A_PART; n += 1) {
      const post = newPost(author, 'public');
      await writer.push([{ ...post, document: { ...post.document, content: '字'.repeat(POST_CONTENT_MAX) } }]);
      written += 1;
    }
    await until(() => reader.received() === written, 60_000);
  };

  for (let n = 0; n < WARM_UP_PARTS; n += 1) await write();
  const before = await probe.usedBytes();
  const { established: standing } = connectionsOf(kith.server.port);
  for (const client of clients.slice(1, 1 + NEVER_READ)) streams.get(client)?.pause();
  // The kernel buffers some megabytes for each. Only when it is full does the server have to buffer.
  let [inKernel, parts] = [0, 0];
  for (let full = false; !full; parts += 1) {
    await write();
    const now = connectionsOf(kith.server.port).unread;
    full = now > 0 && now < inKernel * 1.01;
    inKernel = now;
  }
  const held = await probe.usedBytes();
  for (let n = 0; n < MORE_PARTS; n += 1) await write();
  const heldAfterMore = await probe.usedBytes();
  // A client that has not read for a minute is disconnected and then costs nothing. A machine that took so long has measured nothing.
  const cutOff = standing - connectionsOf(kith.server.port).established >= NEVER_READ / 2;
  probe.close();

  const kibPerReader = (bytes: number) => (cutOff ? Number.NaN : bytes / NEVER_READ / 1024);
  const sentIn = (count: number) => (count * POSTS_A_PART * POST_BYTES) / 1024;
  expect(sentIn(parts)).toBeGreaterThan(inKernel / NEVER_READ / 1024);
  const same = { unit: 'KiB', must: { atMost: 64 } };
  const among = `${STREAMS.toLocaleString('en')} streams, of which ${NEVER_READ} never read: held for each of these`;
  const after = (kib: number) => `${among}, after ${Math.round(kib / 1024)} MiB`;
  report(
    context,
    { ...same, work: after(sentIn(parts)), ours: kibPerReader(held - before) },
    { ...same, work: after(sentIn(parts + MORE_PARTS)), ours: kibPerReader(heldAfterMore - before) },
  );
});
