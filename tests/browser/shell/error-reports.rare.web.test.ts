/** What the operator of the server learns about an app that fails. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { test as browserTest } from '../../support/fixtures/browser.ts';
import { breakPiece, throwing, withoutServiceWorker } from '../../support/pieces.ts';
import type { AppOptions } from '../../support/start-app.ts';
import { until } from '../../support/until.ts';

interface ErrorReport {
  readonly path: string;
  readonly auth: string;
  readonly body: string;
}

const test = browserTest
  /** The service that receives error reports, and what arrived there. */
  .extend('service', { scope: 'file' }, async ({ postgresUrl: _ }, { onCleanup }) => {
    const received: ErrorReport[] = [];
    const service = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      request.on('end', () => {
        received.push({ path: request.url ?? '', auth: String(request.headers['x-sentry-auth']), body });
        response.end('{}');
      });
    }).listen(0, '127.0.0.1');
    await once(service, 'listening');
    onCleanup(() => void service.close());
    return { port: (service.address() as AddressInfo).port, heard: received };
  })
  .extend(
    'serverOptions',
    { scope: 'file' },
    ({ service }): AppOptions => ({ env: { ERROR_REPORTING_DSN: `http://thekey@127.0.0.1:${service.port}/7` } }),
  );

const eventOf = ({ body }: ErrorReport) => JSON.parse(body.split('\n')[2] ?? '{}');

test('an error is reported once in five minutes, over retries, reloads and tabs, without personal data; network errors are not reported', async ({
  open,
  circle,
  service: { heard },
}) => {
  const { page, newTab } = await open(await circle.signUp('Ana Ribeiro'), { at: 'about:blank' });
  await withoutServiceWorker(page);
  // Uncaught errors are reported as well. This code is part of a file of the app: errors in code that a test injects reach no listener.
  const uncaught = `
    queueMicrotask(() => { throw new RangeError('out of bounds'); });
    void Promise.reject(new TypeError('Failed to fetch'));
    void Promise.reject(new DOMException('gone', 'AbortError'));
    void Promise.reject(new Error('nobody waited'));`;
  const mend = await breakPiece(page, 'settings', (code) => `${code}${uncaught}`);
  await page.goto('/settings');
  await until(() => heard.length === 2);
  const kinds = heard.map(eventOf).map(({ tags, exception }) => `${tags.kind} ${exception.values[0].type}`);
  expect(kinds.sort()).toEqual(['error RangeError', 'rejection Error']);

  // Every page of a member loads ahead, this one too.
  await mend();
  heard.length = 0;
  await breakPiece(page, 'friends', throwing(`new TypeError("nobody has 'told' ana.ribeiro@kith.test")`));
  await page.clock.install();
  await page.goto('/friends?token=secret');
  const screen = page.getByRole('alert').filter({ hasText: 'Page Error' });
  await screen.waitFor();
  await until(() => heard.length === 1);
  for (let times = 0; times < 3; times++) await screen.getByRole('button', { name: 'Try Again' }).click();
  await page.reload();
  await screen.waitFor();
  const other = await newTab();
  await other.goto('/friends');
  await other.getByText('Page Error').waitFor();
  await other.close();
  expect(heard).toHaveLength(1);
  const [first = { path: '', auth: '', body: '' }] = heard;
  expect([first.path, first.auth]).toEqual(['/api/7/envelope/', expect.stringContaining('sentry_key=thekey')]);
  const event = eventOf(first);
  expect(event).toMatchObject({
    tags: { kind: 'render', page: '/friends' },
    exception: { values: [{ type: 'TypeError', value: "nobody has 'told' …" }] },
  });
  expect(event.exception.values[0].stacktrace.frames.at(-1).filename).toMatch(/^friends-[\w-]+\.js$/);
  expect(first.body).not.toMatch(/ribeiro|secret|Bearer/);

  await page.clock.fastForward(5 * 60_000 + 1000);
  await screen.getByRole('button', { name: 'Try Again' }).click();
  await until(() => heard.length === 2);
});
