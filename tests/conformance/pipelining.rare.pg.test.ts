/** One connection that sends thousands of requests at once while a member reads. */
import { connect } from 'node:net';
import { expect } from 'vitest';
import { test as serverTest } from '../support/fixtures/server.ts';

const REQUESTS = 20_000;
const MB = 1_000_000;

const test = serverTest
  .extend('ana', { scope: 'file' }, ({ circle }) => circle.signUp('Ana'))
  /** Reads Ana's feed. Returns how many milliseconds the answer took. */
  .extend('readFeed', ({ ana }) => async (): Promise<number> => {
    const began = performance.now();
    expect((await ana.client.get('/api/posts')).status).toBe(200);
    return performance.now() - began;
  });

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

for (const line of ['GET /api/health', 'GET /', 'GET /api/auth/invitations/none', 'POST /api/auth/refresh']) {
  test(`thousands of ${line} at once on a connection hold up nobody and take little memory`, async ({ server, readFeed }) => {
    const quiet: number[] = [];
    for (let read = 0; read < 20; read += 1) quiet.push(await readFeed());
    const before = process.memoryUsage.rss();

    const socket = connect(server.port, '127.0.0.1');
    const ended = new Promise((resolve) => socket.on('error', () => undefined).on('close', resolve));
    socket.resume();
    const headers = `Host: 127.0.0.1:${server.port}\r\nOrigin: ${server.url}\r\n${line.startsWith('POST') ? 'Content-Length: 0\r\n' : ''}`;
    socket.write(`${line} HTTP/1.1\r\n${headers}\r\n`.repeat(REQUESTS));
    const during: number[] = [];
    for (let read = 0; read < 5; read += 1) during.push(await readFeed());
    await ended;
    expect(Math.max(...during)).toBeLessThan(500 + 20 * median(quiet));
    expect(process.memoryUsage.rss() - before).toBeLessThan(150 * MB);
  });
}
