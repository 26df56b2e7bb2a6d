import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '../schemas/protocol/version.ts';
import { apiClient } from '../tests/support/api-client.ts';
import { test as serverTest } from '../tests/support/fixtures/server.ts';
import { type AppOptions, startApp } from '../tests/support/start-app.ts';

/** Files of a small built app that run or apply within a page. */
const withoutPolicy = ['start-abc.js', 'start~a~b-abc.css', 'font-abc.woff2'];
/** Files that are documents if they are opened, and those that workers start from. */
const withPolicy = ['worker-replication-abc.js', 'unshared-main-abc.js', 'picture-abc.svg', 'page-abc.html'];

const test = serverTest
  /** where a small built app is */
  .extend('clientDir', { scope: 'file' }, async ({ postgresUrl: _ }, { onCleanup }) => {
    const clientDir = mkdtempSync(join(tmpdir(), 'kith-client-'));
    onCleanup(() => rmSync(clientDir, { recursive: true }));
    mkdirSync(join(clientDir, 'assets'));
    writeFileSync(
      join(clientDir, 'index.html'),
      '<!doctype html><title>Kith</title><script>document.title="x"</script><div id="root"></div>',
    );
    writeFileSync(join(clientDir, 'sw.js'), '// worker');
    writeFileSync(join(clientDir, 'assets', 'main-abc.js'), `export const text = '${'x'.repeat(3000)}';`);
    for (const name of [...withoutPolicy, ...withPolicy]) writeFileSync(join(clientDir, 'assets', name), 'content');
    return clientDir;
  })
  .extend('serverOptions', { scope: 'file' }, ({ clientDir }): AppOptions => ({ clientDir }))
  .extend('ana', { scope: 'file' }, ({ circle }) => circle.signUp('Ana'))
  /** a client that is not signed in */
  .extend(
    'api',
    ({ server }) =>
      () =>
        apiClient(server.url),
  );

/** Sends requests that fetch does not: bodies without a length, paths that are not normalised. */
function raw(url: string, method: string, path: string, options: { headers?: Record<string, string>; chunks?: Buffer[] } = {}) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = request(url, { agent: false, method, path, headers: options.headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }));
    });
    sent.on('error', reject);
    for (const chunk of options.chunks ?? []) sent.write(chunk);
    sent.end();
  });
}

test('health needs no token and answers HEAD', async ({ api }) => {
  expect(await api().get('/api/health')).toMatchObject({ status: 200, body: { success: true, data: { status: 'ok' } } });
  expect((await api().call('HEAD', '/api/health')).status).toBe(200);
});

test('an unknown path of the API is not found, neither for members nor for strangers; a trailing slash changes nothing', async ({
  ana,
  api,
}) => {
  for (const path of ['/api/nothing', '/api/auth/nothing', '/api/posts/one/two/three/four']) {
    expect(await ana.client.get(path)).toMatchObject({
      status: 404,
      body: { success: false, code: 'NOT_FOUND', message: 'The requested content could not be found.' },
    });
    expect((await api().get(path)).status).toBe(404);
  }
  for (const path of ['/api/posts', '/api/posts/', '/api/friends/network/']) {
    expect([(await api().get(path)).status, (await ana.client.get(path)).status]).toEqual([401, 200]);
  }
  expect((await ana.client.get('/api')).status).toBe(404);
});

test('a method that a path does not have is refused, and the answer lists the ones it has', async ({ ana, api }) => {
  for (const client of [ana.client, api()]) {
    for (const [method, path, allow] of [
      ['PATCH', '/api/posts', 'GET, HEAD, POST'],
      ['DELETE', '/api/auth/sign-in', 'POST'],
      ['PUT', '/api/health', 'GET, HEAD'],
      ['OPTIONS', '/api/sync/pull', 'POST'],
    ] as const) {
      const { status, body, headers } = await client.call(method, path);
      expect({ path, status, allow: headers.get('allow'), code: body.code }).toEqual({
        path,
        status: 405,
        allow,
        code: 'METHOD_NOT_ALLOWED',
      });
    }
  }
});

test('a body that is not declared as JSON is refused, and so is one of bytes that are not text', async ({ server }) => {
  const send = async (body: string | Uint8Array<ArrayBuffer>, type?: string) => {
    const answer = await fetch(`${server.url}/api/auth/sign-in`, {
      method: 'POST',
      body,
      ...(type ? { headers: { 'content-type': type } } : {}),
    });
    return [answer.status, (await answer.json()).code];
  };
  expect(await send('{}', 'text/plain')).toEqual([415, 'NOT_JSON']);
  expect(await send('{}', 'application/x-www-form-urlencoded')).toEqual([415, 'NOT_JSON']);
  expect(await send('{}')).toEqual([415, 'NOT_JSON']);
  expect((await send('{}', 'application/json; charset=utf-8'))[0]).toBe(422);
  expect((await send('{}', 'application/merge-patch+json'))[0]).toBe(422);
  expect(await send(Buffer.concat([Buffer.from('{"email":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]), 'application/json')).toEqual([
    400,
    'BAD_REQUEST',
  ]);
});

test('a body that is not JSON is a bad request', async ({ api }) => {
  const { status, body } = await api().post('/api/auth/sign-in', '{"email": ');
  expect(status).toBe(400);
  expect(body).toEqual({ success: false, code: 'BAD_REQUEST', message: 'Invalid request. Please check your input and try again.' });
});

test('a body of more than a megabyte is refused, with or without a declared length', async ({ server, api }) => {
  const large = JSON.stringify({ email: 'a'.repeat(1_000_001) });
  expect(await api().post('/api/auth/sign-in', large)).toMatchObject({ status: 413, body: { success: false, code: 'TOO_LARGE' } });
  const chunks = Array.from({ length: 12 }, () => Buffer.alloc(100_000, 32));
  const chunked = await raw(server.url, 'POST', '/api/auth/sign-in', { headers: { 'transfer-encoding': 'chunked' }, chunks });
  expect(chunked.status).toBe(413);
  expect((await api().post('/api/auth/sign-in', `${' '.repeat(900_000)}{}`)).status).toBe(422);
});

test('an unexpected error is answered with the product’s 500; the log says where, never what was written', async ({ db, server, api }) => {
  await db.sql`alter table address_tokens rename to address_tokens_gone`;
  try {
    const [email, password] = ['secret-address@kith.test', 'a secret password 1'];
    const { status, body, headers } = await api().post('/api/auth/sign-up', { email, name: 'Secret Name', password });
    expect(status).toBe(500);
    expect(body).toEqual({ success: false, code: 'INTERNAL', message: 'Something went wrong on our end. Please try again later.' });
    const line = server.logged.find((one) => one.includes('a request failed')) ?? '';
    expect(line).toContain(headers.get('x-request-id') ?? 'no id');
    expect(line).toContain('42P01');
    for (const text of [email, 'Secret Name', password]) expect(server.logged.join('')).not.toContain(text);
  } finally {
    await db.sql`alter table address_tokens_gone rename to address_tokens`;
  }
});

test('no line of the log contains an address, a token or a password', async ({ server, ana, api }) => {
  const client = api();
  const { body } = await client.post('/api/auth/sign-in', { email: ana.email, password: ana.password, session: 'token' });
  client.use(body.data.access_token);
  await client.get('/api/auth/sessions?token=in-the-query');
  const log = server.logged.join('');
  expect(log).toContain('/api/auth/sessions');
  for (const text of [ana.email, ana.password, body.data.access_token, body.data.refresh_token, 'in-the-query'])
    expect(log).not.toContain(text);
});

test('every answer forbids foreign scripts, markup made of text, framing and type guessing', async ({ api }) => {
  for (const path of ['/', '/api/health', '/api/nothing', '/assets/worker-replication-abc.js', '/sw.js', '/dev/mail']) {
    const { headers } = await api().get(path);
    const policy = (headers.get('content-security-policy') ?? '').split('; ');
    for (const directive of [
      "default-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types kith',
    ])
      expect(policy, path).toContain(directive);
    expect(policy.join(' '), path).not.toMatch(/unsafe|data:|\*|http/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('strict-transport-security')).toBeNull();
    // A file of the app is not a page.
    const isFile = path.startsWith('/assets/');
    expect(headers.get('cross-origin-opener-policy'), path).toBe(isFile ? null : 'same-origin');
    if (!isFile) expect(headers.get('permissions-policy')).toMatch(/camera=\(\).*geolocation=\(\).*microphone=\(\)/);
    // Chromium would write a warning into the console of every page.
    expect(headers.get('permissions-policy') ?? '').not.toContain('bluetooth');
  }
});

test('scripts, styles and fonts of a page go without its policy, but not what is a document or starts a worker', async ({ api }) => {
  const policyOf = async (path: string) => (await api().get(path)).headers.get('content-security-policy');
  const page = await policyOf('/');
  for (const name of withoutPolicy) expect([name, await policyOf(`/assets/${name}`)]).toEqual([name, null]);
  const spellings = [
    '%77orker-replication-abc.js',
    '%2577orker-replication-abc.js',
    '/start-abc.js',
    'worker-replication-abc.js?x=/assets/start-abc.js',
  ];
  for (const name of [...withPolicy, ...spellings, 'start-old.js']) expect([name, await policyOf(`/assets/${name}`)]).toEqual([name, page]);
});

test('over https the answer asks browsers to keep using https', async ({ db, clientDir }) => {
  const secure = await startApp({ on: db, clientDir, env: { PUBLIC_URL: 'https://kith.example' } });
  onTestFinished(() => secure.close());
  for (const path of ['/', '/api/health', '/assets/main-abc.js'])
    expect((await apiClient(secure.url).get(path)).headers.get('strict-transport-security')).toBe('max-age=31536000');
});

test('the inline script of the page and the inline style of the mailbox are allowed by their hashes', async ({ api }) => {
  const { headers } = await api().get('/');
  // sha256 of `document.title="x"`
  expect(headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-[\w+/]{43}=';/);
  const mailbox = await api().get('/dev/mail');
  const style = /<style>([\s\S]*)<\/style>/.exec(mailbox.body)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  const [, styles = ''] = /style-src ([^;]*);/.exec(mailbox.headers.get('content-security-policy') ?? '') ?? [];
  expect(styles.split(' ')).toContain(`'sha256-${hash}'`);
  expect(styles).toMatch(/^'self'(?: 'sha256-[\w+/]{43}='){2}$/);
});

test('no cache on the way stores what a member is answered', async ({ ana, api }) => {
  for (const path of ['/api/posts', '/api/friends', '/api/notifications', '/api/auth/sessions', '/api/nothing', `/api/profiles/${ana.id}`])
    expect([path, (await ana.client.get(path)).headers.get('cache-control')]).toEqual([path, 'no-store']);
  const pulled = await ana.client.post('/api/sync/pull', { epoch: null, collections: {} }, { [PROTOCOL_HEADER]: String(PROTOCOL_VERSION) });
  expect([pulled.status, pulled.headers.get('cache-control')]).toEqual([200, 'no-store']);
  const refused = await ana.client.post('/api/posts', {});
  expect([refused.status, refused.headers.get('cache-control')]).toEqual([422, 'no-store']);
  const stranger = await api().get('/api/posts');
  expect([stranger.status, stranger.headers.get('cache-control')]).toEqual([401, 'no-store']);
  const signedIn = await api().post('/api/auth/sign-in', { email: ana.email, password: ana.password });
  expect(signedIn.headers.get('cache-control')).toBe('no-store');
});

test('app routes always return the current page; assets are cached for ever, and a missing one is not found', async ({ api }) => {
  for (const path of ['/', '/posts', '/posts/create', '/auth?error=abc', '/index.html']) {
    const { status, body, headers } = await api().get(path);
    expect(status, path).toBe(200);
    expect(body, path).toContain('<div id="root">');
    expect(headers.get('cache-control'), path).toBe('no-cache');
  }
  const asset = await api().get('/assets/main-abc.js');
  expect(asset.status).toBe(200);
  expect(asset.headers.get('content-type')).toContain('javascript');
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  const worker = await api().get('/sw.js');
  expect([worker.headers.get('cache-control'), worker.headers.get('content-type')]).toEqual(['no-cache', 'text/javascript; charset=utf-8']);
  const missing = await api().get('/assets/main-old.js');
  expect(missing.status).toBe(404);
  expect(missing.headers.get('content-type')).toContain('application/json');
});

test('a build that is replaced before its restart is not served in part', async ({ api, clientDir }) => {
  for (const name of ['sw.js', 'index.html']) {
    const path = join(clientDir, name);
    const before = readFileSync(path, 'utf8');
    writeFileSync(path, 'of the next');
    expect((await api().get(`/${name}`)).body, name).not.toContain('of the next');
    writeFileSync(path, before);
  }
});

test('nothing outside the built app is served', async ({ server, clientDir }) => {
  writeFileSync(join(clientDir, '..', 'kith-outside.txt'), 'outside');
  try {
    for (const path of [
      '/../kith-outside.txt',
      '/assets/../../kith-outside.txt',
      '/%2e%2e/kith-outside.txt',
      '/assets/..%2f..%2fkith-outside.txt',
    ]) {
      expect((await raw(server.url, 'GET', path)).text, path).not.toBe('outside');
    }
  } finally {
    rmSync(join(clientDir, '..', 'kith-outside.txt'));
  }
});

test('too many attempts to sign in are asked to wait, and other accounts are not affected', async ({ db, circle }) => {
  const limited = await startApp({ on: db, env: { RATE_LIMITS: '1' } });
  onTestFinished(() => limited.close());
  const ben = await circle.signUp('Ben');
  const attempt = (email: string, password: string) => apiClient(limited.url).post('/api/auth/sign-in', { email, password });
  for (let tried = 0; tried < 10; tried += 1) expect((await attempt('eve@kith.test', 'wrong 1234')).status).toBe(401);
  const { status, body, headers } = await attempt('eve@kith.test', 'wrong 1234');
  expect(status).toBe(429);
  expect(body).toEqual({
    success: false,
    code: 'TOO_MANY_REQUESTS',
    message: 'Too many requests. Please wait a moment before trying again.',
  });
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await attempt(ben.email, ben.password)).status).toBe(200);
});

test('keys are stored: an access token outlives a restart of the server', async ({ db, server, ana }) => {
  const signed = (await ana.client.post('/api/auth/sign-in', { email: ana.email, password: ana.password })).body.data.access_token;
  const other = await startApp({ on: db, env: { PUBLIC_URL: server.url } });
  onTestFinished(() => other.close());
  const client = apiClient(other.url);
  client.use(signed);
  expect((await client.get('/api/auth/sessions')).status).toBe(200);
});
