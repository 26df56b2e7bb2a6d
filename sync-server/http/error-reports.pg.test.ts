import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { ERROR_REPORT_PATH } from '../../schemas/errors/error-report.ts';
import { test as serverTest } from '../../tests/support/fixtures/server.ts';
import { type AppOptions, type StartedApp, startApp } from '../../tests/support/start-app.ts';
import { until } from '../../tests/support/until.ts';

const test = serverTest
  /** a service that collects reports, and the reports it has received */
  .extend('service', { scope: 'file' }, async ({ postgresUrl: _ }, { onCleanup }) => {
    const heard: string[] = [];
    const service = createServer((request, response) => {
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
    onCleanup(() => void service.close());
    return { heard, dsn: `http://key@127.0.0.1:${(service.address() as AddressInfo).port}/42` };
  })
  /** a server that passes reports on to the service */
  .extend(
    'serverOptions',
    { scope: 'file' },
    ({ service }): AppOptions => ({
      env: { ERROR_REPORTING_DSN: service.dsn, RATE_LIMITS: '1' },
    }),
  )
  /** a server that passes nothing on */
  .extend('silent', { scope: 'file' }, async ({ db }, { onCleanup }) => {
    const silent = await startApp({ on: db });
    onCleanup(() => silent.close());
    return silent;
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

test('a report is passed on without a session, and private data is removed from it', async ({ server, service }) => {
  const answer = await post(server, report);
  expect([answer.status, await answer.json()]).toEqual([200, { success: true, data: { wanted: true } }]);
  await until(() => service.heard.length === 1);
  const [path, , , event] = service.heard[0]?.split('\n') ?? [];
  expect(path).toBe('/api/42/envelope/');
  expect(JSON.parse(event ?? '')).toMatchObject({
    tags: { page: '/posts/:id' },
    exception: { values: [{ value: 'mail to … about …', stacktrace: { frames: [{ filename: 'feed-B1.js' }] } }] },
  });
  expect(service.heard[0]).not.toMatch(/ana@|Soup|secret|01a20251/);
});

test('without a DSN nothing is passed on, and the page learns that reports are not wanted', async ({ server, silent, service }) => {
  const before = service.heard.length;
  expect(await (await post(silent, report)).json()).toEqual({ success: true, data: { wanted: false } });
  // Reports are passed on in order: once the next report of the other server has arrived, an earlier one would have too.
  await post(server, { ...report, name: 'RangeError' });
  await until(() => service.heard.length > before);
  expect(service.heard.slice(before).map((body) => body.includes('RangeError'))).toEqual([true]);
});

test('an invalid report, one from another site, and too many reports are refused', async ({ server }) => {
  expect((await post(server, { ...report, kind: 'gossip' })).status).toBe(422);
  expect((await post(server, { ...report, message: 'x'.repeat(2000) })).status).toBe(422);
  expect((await post(server, report, { origin: 'https://elsewhere.example' })).status).toBe(403);
  const statuses = await Promise.all(Array.from({ length: 70 }, async () => (await post(server, report)).status));
  expect(statuses).toContain(429);
});
