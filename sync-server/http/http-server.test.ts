import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { pino } from 'pino';
import { test as base, expect } from 'vitest';
import { createHttpServer, MOST_IN_WORK } from './http-server.ts';

const LINE = 'GET / HTTP/1.1\r\nHost: localhost\r\n';

const test = base
  .extend('logged', (): string[] => [])
  /** Opens a door whose requests are answered by `fetch`. */
  .extend('open', async ({ logged }, { onCleanup }) => {
    const sockets: Socket[] = [];
    const closing: (() => void)[] = [];
    onCleanup(() => {
      for (const socket of sockets) socket.destroy();
      for (const close of closing) close();
    });
    const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
    return async (fetch: () => Response | Promise<Response>, mostConnections?: number) => {
      const door = createHttpServer(fetch, log, 'localhost', mostConnections);
      closing.push(() => door.server.close());
      door.server.listen(0, '127.0.0.1');
      await once(door.server, 'listening');
      const { port } = door.server.address() as AddressInfo;
      return {
        ...door,
        visit(): Socket {
          const socket = connect(port, '127.0.0.1');
          socket.on('error', () => undefined);
          sockets.push(socket);
          return socket;
        },
      };
    };
  });

/** Everything that arrives until the other side ends the connection. */
async function everythingFrom(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  // A connection that is ended in the middle of a flood is reset.
  await new Promise((resolve) => socket.once('close', resolve));
  return text;
}
const statusesIn = (text: string): string[] => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => String(status));

test('a server that shuts down waits for a running request, but not for a connection without one', async ({ open }) => {
  let answer: (response: Response) => void = () => undefined;
  let arrived: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const door = await open(() => {
    arrived();
    return new Promise<Response>((resolve) => {
      answer = resolve;
    });
  });
  const { server } = door;
  const [silent, busy] = [door.visit(), door.visit()];
  busy.write(`${LINE}Connection: close\r\n\r\n`);
  await asked;
  await expect.poll(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count)))).toBe(2);

  const ended = once(server, 'close');
  const silentEnded = once(silent, 'close');
  server.close();
  server.closeIdleConnections();
  door.closeUnused();
  await silentEnded;
  expect(busy.destroyed).toBe(false);
  const heard = once(busy, 'data');
  answer(new Response('answered'));
  expect(String((await heard)[0])).toContain('200 OK');
  await ended;
});

test('of many requests at once the first are answered, then the connection ends', async ({ open, logged }) => {
  let carriedOut = 0;
  const door = await open(async () => {
    carriedOut += 1;
    await new Promise((resolve) => setImmediate(resolve));
    return new Response('done');
  });
  const client = door.visit();
  client.write(`${LINE}\r\n`.repeat(MOST_IN_WORK + 8));
  const text = await everythingFrom(client);
  expect(statusesIn(text)).toEqual([...Array.from({ length: MOST_IN_WORK }, () => '200'), '503']);
  expect(text).toContain('"code":"UNAVAILABLE"');
  expect(carriedOut).toBe(MOST_IN_WORK);
  expect(logged).toHaveLength(1);
});

test('a connection may send as many requests at once as are allowed, again and again', async ({ open, logged }) => {
  const door = await open(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return new Response('done');
  });
  const client = door.visit();
  let text = '';
  client.on('data', (chunk) => {
    text += chunk;
  });
  for (let round = 1; round <= 5; round += 1) {
    client.write(`${LINE}\r\n`.repeat(MOST_IN_WORK));
    await expect.poll(() => statusesIn(text).length).toBe(round * MOST_IN_WORK);
  }
  expect(new Set(statusesIn(text))).toEqual(new Set(['200']));
  expect(logged).toEqual([]);
});

test('a flood ends its connection at once, even if nothing was answered yet', async ({ open }) => {
  let carriedOut = 0;
  const door = await open(() => {
    carriedOut += 1;
    return new Promise<Response>(() => undefined);
  });
  const client = door.visit();
  client.write(`${LINE}\r\n`.repeat(5_000));
  expect(await everythingFrom(client)).toBe('');
  expect(carriedOut).toBe(MOST_IN_WORK);
});

test('a request that names two hosts is a bad request, even if they are the same', async ({ open }) => {
  let carriedOut = 0;
  const door = await open(() => {
    carriedOut += 1;
    return new Response('done');
  });
  for (const other of ['Host: kith.example', 'host: localhost']) {
    const client = door.visit();
    client.write(`${LINE}${other}\r\n\r\n`);
    const text = await everythingFrom(client);
    expect(statusesIn(text)).toEqual(['400']);
    expect(text).toContain('"code":"BAD_REQUEST"');
  }
  expect(carriedOut).toBe(0);
});

test('connections beyond the most are closed, and the log says so once', async ({ open, logged }) => {
  const door = await open(() => new Response('done'), 2);
  const [one, other] = [door.visit(), door.visit()];
  await Promise.all([once(one, 'connect'), once(other, 'connect')]);
  for (let more = 0; more < 3; more += 1) expect(await everythingFrom(door.visit())).toBe('');
  expect(logged.filter((line) => line.includes('2 connections are open'))).toHaveLength(1);
  one.destroy();
  await expect.poll(() => new Promise((resolve) => door.server.getConnections((_, count) => resolve(count)))).toBe(1);
  const next = door.visit();
  next.write(`${LINE}Connection: close\r\n\r\n`);
  expect(statusesIn(await everythingFrom(next))).toEqual(['200']);
});
