/** The server behind a real proxy that says much, little or nothing about its visitors, and visitors who try to exploit that. */
import { describe, expect } from 'vitest';
import { type ApiAnswer, apiClient } from '../support/api-client.ts';
import { circleOf, type Member, test as serverTest } from '../support/fixtures/server.ts';
import { type Nginx, nginxProgram, type ProxyHeaders, startNginx } from '../support/nginx.ts';
import { setUp } from '../support/set-up-time.ts';
import { type StartedApp, startApp } from '../support/start-app.ts';
import { until } from '../support/until.ts';

const PUBLIC_HOST = 'kith.example';
const PUBLIC_URL = `https://${PUBLIC_HOST}`;
/** headers that a browser adds to a request from a page of this site */
const fromItsPage = { origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin' };

const test = serverTest
  /** Starts another server on the same database. It is closed after the test. */
  .extend('startOther', async ({ db }, { onCleanup }) => {
    const others: StartedApp[] = [];
    onCleanup(async () => {
      for (const other of others) await other.close();
    });
    return async (env: Record<string, string>): Promise<StartedApp> => {
      const other = await setUp('server', () => startApp({ on: db, env }));
      others.push(other);
      return other;
    };
  })
  /** Signs up a member of this server, with an address that no other test uses. */
  .extend('signUp', ({ task }) => (server: StartedApp, name: string): Promise<Member> => {
    return circleOf(server).signUp(name, { email: `${name.toLowerCase()}-${task.id.replace(/\W/g, '-')}@kith.test` });
  })
  /** Puts a proxy in front of a server. It is stopped after the test. */
  .extend('proxyBefore', async ({ startOther: _ }, { onCleanup }) => {
    const proxies: Nginx[] = [];
    onCleanup(async () => {
      for (const proxy of proxies) await proxy.stop();
    });
    return async (server: StartedApp, headers: ProxyHeaders): Promise<Nginx> => {
      const proxy = await setUp('server', () => startNginx({ to: server.port, headers }));
      proxies.push(proxy);
      return proxy;
    };
  });

const wrong = (email: string) => ({ email, password: 'not this one 1' });
const right = ({ email, password }: Member) => ({ email, password });
const inJson = { accept: 'application/json' };
/** Started as root, Nginx switches to another user. Otherwise the kernel sees the same user on both ends. */
const runsAsAnother = process.getuid?.() === 0;

describe.runIf(nginxProgram !== null)('behind nginx', () => {
  const configurations: ProxyHeaders[] = ['none', 'host', 'forwarded'];
  const addresses = [undefined, PUBLIC_URL] as const;

  for (const publicUrl of addresses) {
    for (const headers of configurations) {
      test(`a visitor finds no mailbox and no metrics (PUBLIC_URL ${publicUrl ?? 'of this machine'}, headers: ${headers})`, async ({
        startOther,
        proxyBefore,
        signUp,
      }) => {
        const server = await startOther(publicUrl ? { PUBLIC_URL: publicUrl } : {});
        const proxy = await proxyBefore(server, headers);
        const ana = await signUp(server, 'Ana');
        expect((await proxy.visit('/api/auth/forgot-password', { host: PUBLIC_HOST }, { email: ana.email })).status).toBe(200);
        await until(async () => (await server.sql`select from mailbox where recipient = ${ana.email}`).length > 0);

        const claims: Record<string, string>[] = [
          { host: PUBLIC_HOST },
          { host: PUBLIC_HOST, 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1', forwarded: 'for=127.0.0.1' },
          ...(headers === 'host' && !runsAsAnother
            ? []
            : [{ host: 'localhost' }, { host: `localhost:${server.port}` }, { host: '127.0.0.1' }, { host: '[::1]' }]),
        ];
        for (const claim of claims) {
          for (const accept of ['application/json', 'text/html']) {
            const unknown = await proxy.visit('/dev/nothing', { ...claim, accept });
            for (const path of ['/dev/mail', '/metrics']) {
              const answer = await proxy.visit(path, { ...claim, accept });
              expect([path, answer.status], JSON.stringify(claim)).toEqual([path, 404]);
              expect(answer.text).toBe(unknown.text);
            }
          }
        }
        const onTheMachine = await apiClient(server.url).get('/dev/mail', inJson);
        expect((await fetch(`${server.url}/metrics`)).status).toBe(publicUrl ? 404 : 200);
        if (publicUrl) expect(onTheMachine.status).toBe(404);
        else expect(onTheMachine.body[0]).toMatchObject({ to: ana.email, subject: 'Choose a new password' });
      });
    }

    test(`a stranger locks nobody out where the proxy names no visitor (PUBLIC_URL ${publicUrl ?? 'of this machine'})`, async ({
      startOther,
      proxyBefore,
      signUp,
    }) => {
      const server = await startOther({ RATE_LIMITS: '1', ...(publicUrl ? { PUBLIC_URL: publicUrl } : {}) });
      const proxy = await proxyBefore(server, 'none');
      const ana = await signUp(server, 'Ana');
      const signIn = (body: unknown) => proxy.visit('/api/auth/sign-in', { host: PUBLIC_HOST, ...fromItsPage }, body);
      for (let tried = 0; tried < 11; tried += 1) expect((await signIn(wrong(ana.email))).status).toBe(401);
      expect((await signIn(right(ana))).status).toBe(200);

      const warnings = server.logged.filter((line) => line.includes('"level":40') && line.includes('X-Forwarded-For'));
      expect(warnings).toHaveLength(1);
    });
  }

  test('a proxy that is not named is not trusted, and the log says once how to name it', async ({ startOther, proxyBefore }) => {
    const server = await startOther({ RATE_LIMITS: '1' });
    const proxy = await proxyBefore(server, 'forwarded');
    for (let visit = 0; visit < 3; visit += 1) await proxy.visit('/api/health', { host: PUBLIC_HOST });
    const warnings = server.logged.filter((line) => line.includes('"level":40') && line.includes('TRUST_PROXY'));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('TRUST_PROXY=127.0.0.1');
  });

  test('behind a named proxy every visitor has separate limits, whatever they claim about themselves', async ({
    startOther,
    proxyBefore,
    signUp,
  }) => {
    const server = await startOther({ RATE_LIMITS: '1', TRUST_PROXY: '127.0.0.1', PUBLIC_URL });
    const proxy = await proxyBefore(server, 'forwarded');
    const ana = await signUp(server, 'Ana');
    const guess = (tried: number) =>
      proxy.visit('/api/auth/sign-in', { host: PUBLIC_HOST, 'x-forwarded-for': `198.51.100.${tried}` }, wrong(ana.email));
    for (let tried = 0; tried < 10; tried += 1) expect((await guess(tried)).status).toBe(401);
    expect((await guess(10)).status).toBe(429);
    // The request of somebody else through the same proxy.
    const elsewhere = await apiClient(server.url).post('/api/auth/sign-in', right(ana), { 'x-forwarded-for': '203.0.113.7' });
    expect(elsewhere.status).toBe(200);
    expect(server.logged.filter((line) => line.includes('"level":40') && line.includes('TRUST_PROXY'))).toEqual([]);
  });
});

test('a visitor without a proxy gains nothing by naming other addresses', async ({ startOther }) => {
  const server = await startOther({ RATE_LIMITS: '1', TRUST_PROXY: '192.0.2.0/24' });
  const asked = Array.from({ length: 21 }, (_, index) =>
    apiClient(server.url).post(
      '/api/auth/forgot-password',
      { email: `nobody${index}@kith.test` },
      { 'x-forwarded-for': `198.51.100.${index}` },
    ),
  );
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(20);
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
});

test('guessing from many addresses is slowed, and the owner of the account still gets in', async ({ startOther, signUp }) => {
  const server = await startOther({ RATE_LIMITS: '1', TRUST_PROXY: '127.0.0.1' });
  const ana = await signUp(server, 'Ana');
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const browser = apiClient(server.url);
  expect((await browser.post('/api/auth/sign-in', right(ana), from('203.0.113.1'))).status).toBe(200);

  const guess = (address: string): Promise<ApiAnswer> => apiClient(server.url).post('/api/auth/sign-in', wrong(ana.email), from(address));
  for (let tried = 0; tried < 14; tried += 1) await guess(`198.51.100.${tried}`);
  // Forty more at the same time, each from a different address: most must come again later, and none gets through at once.
  const flood = Array.from({ length: 40 }, (_, index) => guess(`198.51.101.${index}`));
  const known = await browser.post('/api/auth/sign-in', right(ana), from('203.0.113.2'));
  expect(known.status).toBe(200);

  const statuses = (await Promise.all(flood)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(30);
  // On a device that the account has never seen: later, but it gets in.
  expect((await apiClient(server.url).post('/api/auth/sign-in', right(ana), from('203.0.113.3'))).status).toBe(200);
});

test('one person gets few mails, from all callers together, and no answer reveals who has an account', async ({ startOther, signUp }) => {
  const server = await startOther({ RATE_LIMITS: '1', TRUST_PROXY: '127.0.0.1' });
  const ana = await signUp(server, 'Ana');
  const ask = async (email: string, visitor: number) => {
    const headers = { 'x-forwarded-for': `198.51.100.${visitor}` };
    const { status, body } = await apiClient(server.url).post('/api/auth/forgot-password', { email }, headers);
    return { status, body };
  };
  const visitors = Array.from({ length: 40 }, async (_, visitor) => {
    const [known, unknown] = await Promise.all([ask(ana.email, visitor), ask('nobody@kith.test', visitor)]);
    expect(known.status).toBe(200);
    expect(known).toEqual(unknown);
  });
  await Promise.all(visitors);
  await until(async () => (await server.sql`select from jobs where queue = 'mail' and data ->> 'to' = ${ana.email}`).length === 0);
  const resets = (await server.mails()).filter(({ to, subject }) => to === ana.email && subject === 'Choose a new password');
  expect(resets).toHaveLength(10);
  expect(server.logged.join('')).not.toContain(ana.email);
});
