/** What a member sees when the app itself fails, and what whoever looks after the server hears of it. */
import { once } from 'node:events';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, onTestFinished, test } from 'vitest';
import { barriers } from '../support/barriers.ts';
import { openProfile, type Profile } from '../support/browser.ts';
import { DRAFT_KEPT_MS, upToDate } from '../support/on-screen.ts';
import { person, register, signIn } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const ana = person('Ana Ribeiro');
let service: Server;
/** what arrived at the service that hears of errors */
const heard: { readonly path: string; readonly auth: string; readonly body: string }[] = [];
let server: TestServer;
let profile: Profile;
let page: Page;

beforeAll(async () => {
  service = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      heard.push({ path: request.url ?? '', auth: String(request.headers['x-sentry-auth']), body });
      response.end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const { port } = service.address() as AddressInfo;
  server = await startServer({ env: { ERROR_REPORTING_DSN: `http://thekey@127.0.0.1:${port}/7` } });
  await register(server, ana);
  profile = await openProfile({ url: server.url });
  page = profile.page;
  // A browser without service workers, as private windows are: with one, every piece of the app would be on the device already.
  await profile.context.addInitScript(() => {
    delete (Navigator.prototype as { serviceWorker?: unknown }).serviceWorker;
  });
  await withoutCache(page);
  await signIn(page, ana);
  await upToDate(page);
});
afterAll(async () => {
  await profile?.close();
  await server?.stop();
  service?.close();
});
beforeEach(({ task }) => {
  onTestFailed(async () => {
    await page.screenshot({ path: `test-results/errors-${task.id}.png` });
  });
});

/** Pieces are named by their content, so that browsers never ask for one twice. */
async function withoutCache(on: Page): Promise<void> {
  const session = await on.context().newCDPSession(on);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
}

const assets = () => join(server.clientDir, 'assets');
async function pieceOf(screen: string): Promise<string> {
  // What an update replaced lies there as well, for pages that were open.
  const { retired = {} } = JSON.parse(await readFile(join(server.clientDir, '../build.json'), 'utf8'));
  const name = (await readdir(assets())).find((file) => new RegExp(`^${screen}-[\\w-]{8}\\.js$`).test(file) && !(file in retired));
  if (!name) throw new Error(`no piece of ${screen}`);
  return join(assets(), name);
}

/** Another content for a piece of the app, as a broken release has it; resolves to what puts the right one back. */
async function breakPiece(screen: string, broken: (code: string) => string): Promise<() => Promise<void>> {
  const file = await pieceOf(screen);
  const right = await readFile(file, 'utf8');
  await page.goto('about:blank');
  await Promise.all(['.br', '.gz'].map((copy) => rm(file + copy, { force: true })));
  await writeFile(file, broken(right));
  await server.restart();
  let stands = true;
  const repair = async () => {
    if (!stands) return;
    stands = false;
    await writeFile(file, right);
    await server.restart();
  };
  onTestFinished(repair);
  return repair;
}
const throwing = (error: string) => () => `export default function Screen() { throw ${error}; }\n`;

test('[R-30] a piece of the app that is gone reloads the page once and no more, keeps drafts, and says what it is', async () => {
  await page.goto('/posts/create');
  await page.getByLabel('What would you like to share?').fill('Half a thought');
  await page.waitForTimeout(DRAFT_KEPT_MS);
  await page.goto('/posts');
  await page.evaluate(() => sessionStorage.removeItem('staleChunkReload'));
  // What a page fetches beforehand must not meet a server that is just being restarted.
  await page.goto('about:blank');
  const piece = await pieceOf('groups');
  await rename(piece, `${piece}.away`);
  for (const copy of ['.br', '.gz']) await rm(piece + copy, { force: true });
  await server.restart();
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.goto('/groups');
  const screen = page.getByRole('alert').filter({ hasText: 'Page Error' });
  await screen.getByText('A new version is out and this page belongs to the one before.').waitFor();
  // The first load, and the one that was tried by itself.
  expect(loads).toBe(2);
  await screen.getByRole('button', { name: 'Try Again' }).click();
  await until(() => loads === 3);
  await screen.waitFor();
  expect(loads).toBe(3);
  expect(await barriers(page, 'the error screen of a missing piece')).toEqual([]);

  await rename(`${piece}.away`, piece);
  await screen.getByRole('button', { name: 'Try Again' }).click();
  await page.getByRole('heading', { level: 1, name: 'Groups' }).waitFor();
  await page.goto('/posts/create');
  await expect.poll(() => page.getByLabel('What would you like to share?').inputValue()).toBe('Half a thought');
});

test.each([
  [`new TypeError("Cannot read properties of undefined (reading 'content')")`, 'Something this screen needs is missing.'],
  [`new TypeError('Failed to fetch')`, 'This page could not be loaded. Please check your connection.'],
  [`new Error('It broke')`, 'Something on this screen broke.'],
])('a page that throws %s says "%s", and after two retries how', async (error, words) => {
  const repair = await breakPiece('friends', throwing(error));
  await page.goto('/friends');
  const screen = page.getByRole('alert').filter({ hasText: 'Page Error' });
  await screen.getByText(words).waitFor();
  // The rest of the app goes on.
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  const details = screen.getByText('Technical details');
  for (const shown of [0, 0, 1]) {
    expect(await details.count()).toBe(shown);
    await screen.getByRole('button', { name: 'Try Again' }).click();
    await screen.waitFor();
  }
  await details.click();
  await screen.getByText('Tried 3 times').waitFor();
  expect(await barriers(page, 'the error screen of a page')).toEqual([]);
  await page.getByRole('link', { name: 'Posts', exact: true }).click();
  await screen.waitFor({ state: 'detached' });
  await repair();
});

test('what breaks outside of every page is an Application Error, and leads back', async () => {
  const repair = await breakPiece('signed-in', (code) => `throw new Error('It broke');\n${code}`);
  await page.goto('/posts');
  await page.getByRole('heading', { level: 1, name: 'Application Error' }).waitFor();
  expect(await barriers(page, 'the error screen of the application')).toEqual([]);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await page.getByRole('heading', { level: 1, name: 'Application Error' }).waitFor();
  await repair();
  await page.getByRole('button', { name: 'Refresh Page' }).click();
  await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
});

test('an error is told of once in five minutes, over retries, reloads and tabs, without anything of the member', async () => {
  const repair = await breakPiece('friends', throwing(`new TypeError("nobody has 'told' ana.ribeiro@kith.test")`));
  heard.length = 0;
  await page.clock.install();
  await page.goto('/friends?token=secret');
  const screen = page.getByRole('alert').filter({ hasText: 'Page Error' });
  await screen.waitFor();
  await until(() => heard.length === 1);
  for (let times = 0; times < 3; times++) await screen.getByRole('button', { name: 'Try Again' }).click();
  await page.reload();
  await screen.waitFor();
  const other = await profile.newTab();
  await withoutCache(other);
  await other.goto('/friends');
  await other.getByText('Page Error').waitFor();
  await other.close();
  expect(heard).toHaveLength(1);
  const [{ path, auth, body } = { path: '', auth: '', body: '' }] = heard;
  expect([path, auth]).toEqual(['/api/7/envelope/', expect.stringContaining('sentry_key=thekey')]);
  const event = JSON.parse(body.split('\n')[2] ?? '{}');
  expect(event).toMatchObject({
    tags: { kind: 'render', page: '/friends' },
    exception: { values: [{ type: 'TypeError', value: "nobody has 'told' …" }] },
  });
  expect(event.exception.values[0].stacktrace.frames.at(-1).filename).toMatch(/^friends-[\w-]+\.js$/);
  expect(body).not.toMatch(/ribeiro|secret|Bearer/);

  await page.clock.fastForward(5 * 60_000 + 1000);
  await screen.getByRole('button', { name: 'Try Again' }).click();
  await until(() => heard.length === 2);
  await repair();
});

test('what nobody caught is told of as well, what the network did is not', async () => {
  // In a file of the app: what a browser is told to run from outside tells nobody of its errors.
  const uncaught = `
    queueMicrotask(() => { throw new RangeError('out of bounds'); });
    void Promise.reject(new Error('nobody waited'));
    void Promise.reject(new TypeError('Failed to fetch'));
    void Promise.reject(new DOMException('gone', 'AbortError'));`;
  const repair = await breakPiece('settings', (code) => `${code}${uncaught}`);
  heard.length = 0;
  await page.goto('/settings');
  await until(() => heard.length === 2);
  const kinds = heard
    .map(({ body }) => JSON.parse(body.split('\n')[2] ?? '{}'))
    .map(({ tags, exception }) => `${tags.kind} ${exception.values[0].type}`);
  expect(kinds.sort()).toEqual(['error RangeError', 'rejection Error']);
  await repair();
});
