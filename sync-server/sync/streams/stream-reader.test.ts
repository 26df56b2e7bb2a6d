/** The bytes on the connection of a stream, for each kind of client that may read it. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { encodeEvent, MAX_UNSENT_BYTES, StreamReader } from './stream-reader.ts';

let readers: StreamReader[];
let streamed: ServerResponse[];
let answered: ServerResponse[];
/** releases the response to a request for anything but a stream */
let release: () => void;
const onClosed = vi.fn();

const server = createServer(async (request, response) => {
  if (request.url !== '/stream') {
    answered.push(response);
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    response.end('other');
    return;
  }
  const reader = new StreamReader(response, { viewer: 'ana', sessionId: 'one' }, onClosed);
  reader.begin({ 'Content-Type': 'text/event-stream' });
  reader.write(encodeEvent('open', { epoch: 'ä' }));
  readers.push(reader);
  streamed.push(response);
});

beforeEach(async () => {
  readers = [];
  answered = [];
  streamed = [];
  release = () => undefined;
  onClosed.mockClear();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
});

async function open(...lines: string[]): Promise<{ socket: Socket; heard: () => string }> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let heard = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    heard += text;
  });
  await once(socket, 'connect');
  socket.write(lines.map((line) => `${line}\r\nhost: x\r\n\r\n`).join(''));
  return { socket, heard: () => heard };
}

const events = ['event: open\ndata: {"epoch":"ä"}\n\n', 'event: pull\ndata: {}\n\n'] as const;
const chunkOf = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
const bodyOf = (answer: string): string => answer.slice(answer.indexOf('\r\n\r\n') + 4);

test('events are chunks of a response that ends like any other, and the connection can be used again', async () => {
  const { socket, heard } = await open('GET /stream HTTP/1.1');
  await expect.poll(() => readers).toHaveLength(1);
  readers[0]?.write(encodeEvent('pull', {}));
  readers[0]?.end();
  await expect.poll(() => bodyOf(heard())).toBe(`${events.map(chunkOf).join('')}0\r\n\r\n`);
  await expect.poll(() => onClosed).toHaveBeenCalledOnce();
  expect(heard()).toContain('Transfer-Encoding: chunked');

  readers[0]?.write(encodeEvent('pull', {}));
  socket.write('GET /other HTTP/1.1\r\nhost: x\r\n\r\n');
  await expect.poll(() => answered).toHaveLength(1);
  // Streams that used this connection before leave no listeners on it.
  expect(answered[0]?.socket?.listenerCount('drain')).toBe(1);
  release();
  await expect.poll(() => bodyOf(bodyOf(heard()))).toMatch(/other$/);
  socket.destroy();
});

test('a stream keeps nothing of its request, and discards a body however long it is', async () => {
  const { socket, heard } = await open('POST /stream HTTP/1.1\r\nauthorization: x\r\ntransfer-encoding: chunked');
  await expect.poll(() => heard()).toContain('event: open');
  const before = socket.bytesWritten;
  const piece = chunkOf('x'.repeat(100_000));
  for (let n = 0; n < 100; n += 1) await new Promise<void>((resolve) => socket.write(piece, () => resolve()));
  expect(socket.bytesWritten - before).toBe(100 * piece.length);
  expect(streamed[0]?.req.headers).toEqual({});
  expect(streamed[0]?.req.readableLength).toBeLessThan(1_000_000);
  socket.destroy();
  await expect.poll(() => onClosed).toHaveBeenCalledOnce();
});

test('an HTTP/1.0 client, as some proxies are, gets the events without chunks', async () => {
  const { socket, heard } = await open('GET /stream HTTP/1.0');
  await expect.poll(() => readers).toHaveLength(1);
  readers[0]?.write(encodeEvent('pull', {}));
  readers[0]?.end();
  await once(socket, 'close');
  expect(bodyOf(heard())).toBe(events.join(''));
});

test('a stream that was requested behind another request waits for the response to it', async () => {
  const { socket, heard } = await open('GET /other HTTP/1.1', 'GET /stream HTTP/1.1');
  await expect.poll(() => readers).toHaveLength(1);
  readers[0]?.write(encodeEvent('pull', {}));
  expect(heard()).toBe('');
  release();
  await expect.poll(() => heard()).toContain(events.map(chunkOf).join(''));
  readers[0]?.write(encodeEvent('pull', {}));
  await expect.poll(() => bodyOf(bodyOf(heard()))).toMatch(new RegExp(`${events.map(chunkOf).join('')}${chunkOf(events[1])}$`));
  expect(heard().indexOf('other')).toBeLessThan(heard().indexOf('event: open'));
  socket.destroy();
});

test('events that a client does not read are dropped, and a pull mark replaces them once it reads on', async () => {
  const { socket, heard } = await open('GET /stream HTTP/1.1');
  await expect.poll(() => heard()).toContain('event: open');
  socket.pause();
  const large = encodeEvent('open', { epoch: 'x'.repeat(MAX_UNSENT_BYTES / 2) });
  // The kernel takes some megabytes first.
  await vi.waitFor(
    () => {
      for (let n = 0; n < 200; n += 1) readers[0]?.write(large);
      expect(readers[0]?.behindSince).not.toBeNull();
    },
    { timeout: 60_000 },
  );
  for (let n = 0; n < 200; n += 1) readers[0]?.write(large);
  socket.resume();
  await expect.poll(() => heard().endsWith(chunkOf(events[1]))).toBe(true);
  expect(readers[0]?.behindSince).toBeNull();
  readers[0]?.write(encodeEvent('open', { epoch: 'last' }));
  await expect.poll(() => heard().endsWith(chunkOf('event: open\ndata: {"epoch":"last"}\n\n'))).toBe(true);
  socket.destroy();
  await expect.poll(() => onClosed).toHaveBeenCalledOnce();
});
