/** How long a stream may be silent, tested without a server. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HEARTBEAT_MS, SELDOM_HEARTBEAT_MS } from '../../../schemas/protocol/sync-limits.ts';
import type { SyncServer } from '../server.ts';
import { openStream, type Stream } from './stream.ts';

let asked: (boolean | undefined)[];
let arrived: string[];
let say: (event: string, data?: object) => Promise<void>;
let stream: Stream;

const nothing = () => undefined;
const server: Pick<SyncServer, 'stream'> = {
  async stream({ lookedAt }) {
    asked.push(lookedAt);
    const line = new TransformStream<Uint8Array, Uint8Array>();
    const writer = line.writable.getWriter();
    say = async (event, data = { heads: {} }) => {
      writer.write(new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)).catch(nothing);
      await vi.advanceTimersByTimeAsync(0);
    };
    return { kind: 'done', body: line.readable };
  },
};
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const beatEvery = async (ms: number) => {
  await pass(ms);
  await say('heartbeat');
};

beforeEach(async () => {
  vi.useFakeTimers();
  asked = [];
  arrived = [];
  stream = openStream(server as SyncServer, {
    onOpen: nothing,
    onFrames: nothing,
    onPull: nothing,
    onHeartbeat: nothing,
    onImages: (ids) => void arrived.push(...ids),
    onLost: nothing,
    onDenied: nothing,
    onStale: nothing,
    onBlocked: nothing,
  });
  await pass(0);
  await say('open', { epoch: 'one' });
});
afterEach(async () => {
  const closed = stream.close();
  await pass(120_000);
  await closed;
  vi.useRealTimers();
});

async function lookAway(): Promise<void> {
  stream.lookedAt(false);
  await beatEvery(HEARTBEAT_MS);
  await beatEvery(HEARTBEAT_MS);
  await pass(0);
  await say('open', { epoch: 'one' });
}

test('while somebody looks, a dead stream is reopened within thirty seconds', async () => {
  for (let beats = 0; beats < 10; beats += 1) await beatEvery(HEARTBEAT_MS);
  expect(asked).toEqual([true]);
  await pass(30_000);
  expect(asked).toEqual([true, true]);
});

test('after two heartbeats without anybody looking, it is reopened with rare heartbeats', async () => {
  await lookAway();
  for (let beats = 0; beats < 10; beats += 1) await beatEvery(SELDOM_HEARTBEAT_MS);
  expect(asked).toEqual([true, false]);
  await pass(1.5 * SELDOM_HEARTBEAT_MS);
  expect(asked).toEqual([true, false]);
  await pass(SELDOM_HEARTBEAT_MS);
  expect(asked.slice(0, 3)).toEqual([true, false, false]);
});

test('a network that is back does not end a stream that is as silent as rare heartbeats are', async () => {
  await lookAway();
  await pass(SELDOM_HEARTBEAT_MS);
  stream.wake();
  await pass(0);
  expect(asked).toEqual([true, false]);
});

test('however often somebody looks and looks away, it is reopened at most once in two heartbeats', async () => {
  await lookAway();
  for (let looks = 0; looks < 20; looks += 1) {
    stream.lookedAt(looks % 2 === 0);
    await pass(1000);
    if (looks === 0) await say('open', { epoch: 'one' });
  }
  expect(asked).toEqual([true, false, true]);
});

test('no proxy with a limit of a minute ends it', () => {
  expect(SELDOM_HEARTBEAT_MS).toBeLessThan(60_000);
});

test('it reports images that have arrived, and ignores events that it does not know', async () => {
  await say('images', { ids: ['one', 'two'] });
  await say('images-of-a-later-release', { ids: 1 });
  expect(arrived).toEqual(['one', 'two']);
  await beatEvery(HEARTBEAT_MS);
  expect(asked).toEqual([true]);
});
