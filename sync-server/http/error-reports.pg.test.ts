import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ERROR_REPORT_PATH } from '../../schemas/errors/error-report.ts';
import { type StartedApp, startApp } from '../../tests/support/start-app.ts';
import { until } from '../../tests/support/until.ts';

let service: Server;
const heard: string[] = [];
let telling: StartedApp;
let silent: StartedApp;

beforeAll(async () => {
  service = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      heard.push(`${request.url}\n${body}`);
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const { port } = service.address() as AddressInfo;
  telling = await startApp({ env: { ERROR_REPORTING_DSN: `http://key@127.0.0.1:${port}/42`, RATE_LIMITS: '1' } });
  silent = await startApp();
});
afterAll(async () => {
  await telling?.close();
  await silent?.close();
  service?.close();
});

const report = {
  kind: 'error',
  name: 'Error',
  message: 'mail to ana@kith.test about "Soup at seven"',
  frames: [{ function: 'Feed', file: 'feed-B1.js', line: 1, column: 2 }],
  page: '/posts/01a20251-3964-7405-b101-eca858376355?token=secret',
  userAgent: 'a browser',
};
const post = (app: StartedApp, body: unknown, headers: Record<string, string> = {}) =>
  fetch(app.url + ERROR_REPORT_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

test('a report is passed on without a session, cleaned of what a page may have left in it', async () => {
  const answer = await post(telling, report);
  expect([answer.status, await answer.json()]).toEqual([200, { success: true, data: { wanted: true } }]);
  await until(() => heard.length === 1);
  const [path, , , event] = heard[0]?.split('\n') ?? [];
  expect(path).toBe('/api/42/envelope/');
  expect(JSON.parse(event ?? '')).toMatchObject({
    tags: { page: '/posts/:id' },
    exception: { values: [{ value: 'mail to … about …', stacktrace: { frames: [{ filename: 'feed-B1.js' }] } }] },
  });
  expect(heard[0]).not.toMatch(/ana@|Soup|secret|01a20251/);
});

test('without a DSN nothing is told, and the page hears that nobody wants to know', async () => {
  const before = heard.length;
  expect(await (await post(silent, report)).json()).toEqual({ success: true, data: { wanted: false } });
  // What would have been told is told in order: the next one of the other server has come when this is over.
  await post(telling, { ...report, name: 'RangeError' });
  await until(() => heard.length > before);
  expect(heard.slice(before).map((body) => body.includes('RangeError'))).toEqual([true]);
});

test('what is no report, comes from another site, or comes too often is refused', async () => {
  expect((await post(telling, { ...report, kind: 'gossip' })).status).toBe(422);
  expect((await post(telling, { ...report, message: 'x'.repeat(2000) })).status).toBe(422);
  expect((await post(telling, report, { origin: 'https://elsewhere.example' })).status).toBe(403);
  const statuses = await Promise.all(Array.from({ length: 70 }, async () => (await post(telling, report)).status));
  expect(statuses).toContain(429);
});
