/** What a browser, or an attacker with a raw socket, may not get out of any answer of the server. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { test as serverTest } from '../tests/support/fixtures/server.ts';
import type { AppOptions } from '../tests/support/start-app.ts';

const PAGE = '<!doctype html><title>Kith</title><div id="root"></div>';

const test = serverTest
  .extend('clientDir', { scope: 'file' }, async ({ postgresUrl: _ }, { onCleanup }) => {
    const clientDir = mkdtempSync(join(tmpdir(), 'kith-client-'));
    onCleanup(() => rmSync(clientDir, { recursive: true }));
    mkdirSync(join(clientDir, 'assets'));
    writeFileSync(join(clientDir, 'index.html'), PAGE);
    writeFileSync(join(clientDir, 'assets', 'main-abc.js'), 'export {};');
    return clientDir;
  })
  .extend('serverOptions', { scope: 'file' }, ({ clientDir }): AppOptions => ({ clientDir }))
  .extend('ana', { scope: 'file' }, ({ circle }) => circle.signUp('Ana'));

/** Sends methods that fetch forbids. */
const raw = (url: string, method: string, path: string, headers: Record<string, string>) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = request(url, { agent: false, method, path, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }));
    });
    sent.on('error', reject);
    sent.end();
  });

test('no answer lets a page of another site read it', async ({ ana }) => {
  const origin = 'https://elsewhere.example';
  const asked = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' };
  for (const [method, path, headers] of [
    ['GET', '/', {}],
    ['GET', '/assets/main-abc.js', {}],
    ['GET', '/api/health', {}],
    ['GET', '/api/openapi.json', {}],
    ['GET', '/api/posts', {}],
    ['OPTIONS', '/api/posts', asked],
    ['OPTIONS', '/api/auth/refresh', asked],
  ] as const) {
    const answer = await ana.client.call(method, path, undefined, { origin, ...headers });
    const allowing = [...answer.headers.keys()].filter((name) => name.startsWith('access-control-'));
    expect([method, path, allowing]).toEqual([method, path, []]);
  }
});

test('TRACE is refused and sends nothing back', async ({ server }) => {
  for (const path of ['/', '/api/health', '/api/posts']) {
    const { status, text } = await raw(server.url, 'TRACE', path, { 'x-secret': 'a secret of a proxy' });
    expect(status, path).toBeGreaterThanOrEqual(400);
    expect(text, path).not.toContain('a secret of a proxy');
  }
});

test('neither files of the repository nor a list of files are served', async ({ server }) => {
  for (const path of ['/.git/config', '/.git/HEAD', '/package.json', '/.env', '/sync-server/config.ts', '/assets/', '/assets', '/data/']) {
    const answer = await fetch(`${server.url}${path}`);
    const body = await answer.text();
    // A path of the app leads to the page, whatever its name.
    if (answer.ok) expect(body, path).toBe(PAGE);
    else expect(body, path).not.toContain('main-abc');
  }
});

test('an answer with a body names its type, and its encoding where it is text', async ({ server, ana }) => {
  const expected = [
    ['/', /^text\/html; charset=utf-8$/i],
    ['/assets/main-abc.js', /^text\/javascript; charset=utf-8$/i],
    ['/api/posts', /^application\/json(; charset=utf-8)?$/i],
    ['/api/nothing', /^application\/json(; charset=utf-8)?$/i],
    ['/api/openapi.json', /^application\/json(; charset=utf-8)?$/i],
    ['/api/docs', /^text\/html; charset=utf-8$/i],
    ['/dev/mail', /^text\/html; charset=utf-8$/i],
  ] as const;
  for (const [path, type] of expected) expect((await ana.client.get(path)).headers.get('content-type'), path).toMatch(type);
  const stream = new AbortController();
  const { headers } = await fetch(`${server.url}/api/realtime/posts`, {
    headers: { authorization: `Bearer ${ana.client.token()}` },
    signal: stream.signal,
  });
  stream.abort();
  expect(headers.get('content-type')).toMatch(/^text\/event-stream(; charset=utf-8)?$/i);
});

test('a parameter that is given twice counts once, and never widens what it bounds', async ({ ana }) => {
  for (let written = 0; written < 3; written += 1) await ana.client.post('/api/posts', { content: 'bread', visibility_type: 'friends' });
  const { status, body } = await ana.client.get('/api/posts?limit=1&limit=100');
  if (status === 200) expect(body.data.items).toHaveLength(1);
  else expect(status).toBeGreaterThanOrEqual(400);
});
