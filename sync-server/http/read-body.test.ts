/** Bodies as they really arrive over connections: whole, in pieces, too large, with a wrong length, or cut off. */
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type ServerType, serve } from '@hono/node-server';
import { Hono } from 'hono';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { MAX_BODY_BYTES } from '../../schemas/protocol/sync-limits.ts';
import type { AppEnv } from './app-env.ts';
import { ok } from './errors/envelope.ts';
import { errorHandler } from './errors/errors.ts';
import { readJson } from './read-body.ts';

const logged: string[] = [];
/** the result of each request: the text in its body, or the status of the error */
let outcomes: unknown[];
/** what a request awaits before it reads its body */
let beforeReading: () => Promise<unknown>;
let server: ServerType;

beforeEach(async () => {
  outcomes = [];
  logged.length = 0;
  beforeReading = async () => undefined;
  const app = new Hono<AppEnv>();
  app.onError(errorHandler(pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) })));
  app.post('/', async (c) => {
    await beforeReading();
    try {
      const { text } = await readJson(c, z.object({ text: z.string() }));
      outcomes.push(text);
      return ok(c, text.length);
    } catch (error) {
      outcomes.push((error as { status: number }).status);
      throw error;
    }
  });
  server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 });
  await once(server, 'listening');
});

afterEach(async () => {
  const closed = once(server, 'close');
  server.close();
  (server as { closeAllConnections?: () => void }).closeAllConnections?.();
  await closed;
});

async function open(): Promise<{ socket: Socket; answers: () => string[] }> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setNoDelay(true);
  let heard = '';
  socket.on('data', (bytes) => {
    heard += bytes.toString();
  });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return { socket, answers: () => [...heard.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status ?? '') };
}

const head = (...fields: string[]): string =>
  ['POST / HTTP/1.1', 'host: x', 'content-type: application/json', ...fields, '', ''].join('\r\n');
const bodyOf = (bytes: number): string => `{"text":"${'x'.repeat(bytes - 11)}"}`;
const chunk = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);

/** A request with a content length, and a request in chunks. */
const ways: [string, (body: Buffer) => Buffer][] = [
  ['with its length', (body) => Buffer.concat([Buffer.from(head(`content-length: ${body.length}`)), body])],
  [
    'in chunks',
    (body) => {
      const middle = Math.floor(body.length / 2);
      const parts = [chunk(body.subarray(0, middle)), chunk(body.subarray(middle)), Buffer.from('0\r\n\r\n')];
      return Buffer.concat([Buffer.from(head('transfer-encoding: chunked')), ...parts]);
    },
  ],
];

describe.each(ways)('a body %s', (_, request) => {
  test('is accepted up to the limit and refused one byte above it, and the connection goes on', async () => {
    const { socket, answers } = await open();
    socket.write(request(Buffer.from(bodyOf(MAX_BODY_BYTES))));
    await expect.poll(() => answers()).toEqual(['200']);
    socket.write(request(Buffer.from(bodyOf(MAX_BODY_BYTES + 1))));
    await expect.poll(() => answers()).toEqual(['200', '413']);
    socket.write(request(Buffer.from('{"text":"next"}')));
    await expect.poll(() => answers()).toEqual(['200', '413', '200']);
    expect(outcomes).toEqual([bodyOf(MAX_BODY_BYTES).slice(9, -2), 413, 'next']);
    socket.destroy();
  });

  test('may arrive byte by byte, with characters of several bytes', async () => {
    const { socket, answers } = await open();
    for (const byte of request(Buffer.from('{"text":"ä€🙂"}'))) {
      await new Promise<void>((resolve) => socket.write(Buffer.of(byte), () => resolve()));
    }
    await expect.poll(() => answers()).toEqual(['200']);
    expect(outcomes).toEqual(['ä€🙂']);
    socket.destroy();
  });

  test('that arrived completely is read even if its sender has disconnected', async () => {
    let arrived: () => void = () => undefined;
    const here = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const gone = new Promise((resolve) => {
      server.once('connection', (accepted: Socket) => accepted.once('close', resolve));
    });
    beforeReading = () => {
      arrived();
      return gone;
    };
    const { socket } = await open();
    socket.write(request(Buffer.from('{"text":"goodbye"}')));
    await here;
    socket.destroy();
    await expect.poll(() => outcomes).toEqual(['goodbye']);
  });

  test('that breaks off ends its request and is not logged as an error', async () => {
    const { socket } = await open();
    const whole = request(Buffer.from(bodyOf(10_000)));
    let begun: () => void = () => undefined;
    const reading = new Promise<void>((resolve) => {
      begun = resolve;
    });
    beforeReading = async () => begun();
    socket.write(whole.subarray(0, whole.length - 100));
    await reading;
    socket.destroy();
    await expect.poll(() => outcomes).toEqual([400]);
    expect(logged).toEqual([]);
  });
});

test('bytes after a body do not belong to it, however many there are', async () => {
  const { socket } = await open();
  socket.write(`${head('content-length: 15')}{"text":"1234"}${'x'.repeat(2 * MAX_BODY_BYTES)}`);
  await expect.poll(() => outcomes).toEqual(['1234']);
  socket.destroy();
});

test('a request with two lengths, or with a length and chunks, reaches no handler', async () => {
  for (const fields of [
    ['content-length: 13', 'content-length: 14'],
    ['content-length: 13', 'transfer-encoding: chunked'],
    ['content-length: +13'],
  ]) {
    const { socket, answers } = await open();
    socket.write(`${head(...fields)}{"text":"ab"}`);
    await expect.poll(() => answers()).toEqual(['400']);
    socket.destroy();
  }
  expect(outcomes).toEqual([]);
});

describe('a body that comes slowly', () => {
  const STEP_MS = 1000;
  /** Sends `aSecond` bytes of the body each second, on a clock that the test moves. Returns the statuses of the answers. */
  async function send(bytes: number, aSecond: number, way: (body: Buffer) => Buffer): Promise<string[]> {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { socket, answers } = await open();
      const begun = new Promise<void>((resolve) => {
        beforeReading = async () => resolve();
      });
      const whole = way(Buffer.from(bodyOf(bytes)));
      const headLength = whole.indexOf('\r\n\r\n') + 4;
      socket.write(whole.subarray(0, headLength));
      await begun;
      for (let at = headLength; at < whole.length && answers().length === 0; at += aSecond) {
        socket.write(whole.subarray(at, at + aSecond));
        // The sent bytes arrive, and a timeout is answered, before the next second begins.
        for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
        await vi.advanceTimersByTimeAsync(STEP_MS);
      }
      await vi.waitUntil(() => answers().length > 0, { timeout: 60_000, interval: 5 });
      return answers();
    } finally {
      vi.useRealTimers();
    }
  }

  test.each(ways)('succeeds at 16 KB a second and times out at one byte a second, %s', async (_, way) => {
    expect(await send(500_000, 16_000, way)).toEqual(['200']);
    expect(await send(500, 1, way)).toEqual(['408']);
    expect(outcomes).toEqual([expect.stringMatching(/^x+$/), 408]);
  });
});
