/** The server when root starts it: it serves as another user, for good, wherever it is installed. Only root can run these tests. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, vi } from 'vitest';
import { freePort } from '../../../scripts/free-port.ts';
import { apiClient } from '../../../tests/support/api-client.ts';
import { endProcess } from '../../../tests/support/end-process.ts';
import { test as dbTest } from '../../../tests/support/fixtures/db.ts';
import { plainPhoto } from '../../../tests/support/photos.ts';
import { placeBuild } from '../../../tests/support/server.ts';
import { setUp } from '../../../tests/support/set-up-time.ts';
import { hasEnded } from './postgres-process.ts';

const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;
// Each test starts its own Postgres, some of them twice.
vi.setConfig({ testTimeout: 240_000 });

const test = dbTest
  /** a built Kith in a directory that only root may enter, such as `/root` */
  .extend('program', { scope: 'file' }, async ({ postgresUrl: _ }, { onCleanup }) => {
    const home = mkdtempSync(join(tmpdir(), 'kith-home-of-root-'));
    onCleanup(() => rmSync(home, { recursive: true, force: true }));
    const place = join(home, 'kith');
    renameSync(await setUp('server', () => placeBuild()), place);
    expect(statSync(home).mode & 0o077).toBe(0);
    // Built under the strictest umask.
    execFileSync('chmod', ['-R', 'go=', join(place, 'dist')]);
    return join(place, 'dist/server/main.js');
  })
  /** Makes a directory within one that only root may enter. It is deleted after the test. */
  .extend('folder', async ({ task: _ }, { onCleanup }) => {
    const homes: string[] = [];
    onCleanup(() => {
      for (const home of homes) rmSync(home, { recursive: true, force: true });
    });
    return (): string => {
      const home = mkdtempSync(join(tmpdir(), 'kith-home-of-root-'));
      homes.push(home);
      mkdirSync(join(home, 'data'));
      return join(home, 'data');
    };
  })
  /** Starts the server with this environment and waits until it serves. It is stopped after the test. */
  .extend('serve', async ({ program, folder: _ }, { onCleanup }) => {
    const children: ChildProcess[] = [];
    onCleanup(async () => {
      for (const child of children) await endProcess(child);
    });
    return async (given: Record<string, string>) => {
      const port = given.PORT ?? String(await freePort());
      const url = `http://127.0.0.1:${port}`;
      const base = { PATH: process.env.PATH, NODE_ENV: 'production', LOG_LEVEL: 'warn', RATE_LIMITS: '0', PUBLIC_URL: url };
      const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'pipe'], env: { ...base, ...given, PORT: port } });
      children.push(child);
      let written = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => {
          written += chunk.toString();
        });
      await vi.waitFor(
        async () => {
          if (hasEnded(child)) throw new Error(`it ended: ${written}`);
          expect((await fetch(`${url}/api/health`)).status).toBe(200);
        },
        { timeout: 90_000, interval: 50 },
      );
      return {
        url,
        pid: child.pid ?? 0,
        written: () => written,
        stop: (): Promise<number | null> => endProcess(child),
      };
    };
  });

/** For every thread of a process: its users, groups, further groups and capabilities, as the kernel has them. */
function identities(pid: number): string[][] {
  return readdirSync(`/proc/${pid}/task`).map((thread) => {
    const status = readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8');
    return ['Uid', 'Gid', 'Groups', 'CapEff', 'CapPrm'].map((name) =>
      (new RegExp(`^${name}:(.*)$`, 'm').exec(status)?.[1] ?? 'missing').trim().replaceAll('\t', ' '),
    );
  });
}
const is = (uid: number, gid: number) => [
  Array(4).fill(uid).join(' '),
  Array(4).fill(gid).join(' '),
  '',
  '0000000000000000',
  '0000000000000000',
];

const postmasterOf = (dataDir: string) => Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);

/** What another user of this machine is answered. */
const askedBy = (uid: number, url: string): string =>
  execFileSync(
    process.execPath,
    [
      '-e',
      `fetch(${JSON.stringify(url)}, { headers: { accept: 'application/json' } }).then(async (r) => console.log(r.status, await r.text()))`,
    ],
    { uid, gid: uid, cwd: '/', encoding: 'utf8' },
  );

const signUp = (url: string, email: string) =>
  fetch(`${url}/api/auth/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'long enough 1', name: 'Ana' }),
  });

describe.runIf(isRoot)('started by root', () => {
  test('every thread runs as the user of its Postgres, and everything works as for anybody else', async ({ folder, serve }) => {
    const dataDir = folder();
    const server = await serve({ DATA_DIR: dataDir });
    const { uid, gid } = statSync(join(dataDir, 'postgres'));
    expect(uid).not.toBe(0);
    for (const identity of identities(server.pid)) expect(identity).toEqual(is(uid, gid));

    // The app, from a directory that this user could not find by its path.
    const page = await fetch(server.url);
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text())?.[1] ?? 'none';
    const asset = await fetch(`${server.url}${script}`);
    expect([page.status, asset.status, asset.headers.get('cache-control')]).toEqual([200, 200, 'public, max-age=31536000, immutable']);

    // The user who started the server may read its mails. The user that it has become may not, because a proxy may run as the same user.
    const ana = apiClient(server.url);
    const account = { email: 'ana@example.com', password: 'long enough 1', name: 'Ana' };
    expect((await ana.post('/api/auth/sign-up', account)).status).toBe(201);
    const mailbox = `${server.url}/dev/mail`;
    await vi.waitFor(() => expect(askedBy(0, mailbox)).toMatch(/^200 .*ana@example\.com/), { timeout: 60_000 });
    expect(askedBy(uid, mailbox)).toMatch(/^404 /);
    expect(askedBy(NOBODY, mailbox)).toMatch(/^404 /);

    // A photo, converted by a library in a directory that this user may not enter.
    const verify = /verify=([\w-]+)/.exec(askedBy(0, mailbox))?.[1] ?? 'none';
    const verified = await ana.post('/api/auth/verify', { token: verify });
    ana.use(verified.body.data.access_token);
    const photo = await fetch(`${server.url}/api/profiles/me/image`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ana.token()}`, 'content-type': 'image/png' },
      body: new Uint8Array(await plainPhoto('#00ff00')),
    });
    expect(photo.status).toBe(201);

    // Postgres is started again by a user who could not find its files by their path.
    const first = postmasterOf(dataDir);
    process.kill(first, 'SIGKILL');
    await vi.waitFor(
      async () => {
        expect(postmasterOf(dataDir)).not.toBe(first);
        expect((await signUp(server.url, 'ben@example.com')).status).toBe(201);
      },
      { timeout: 60_000, interval: 100 },
    );
    expect(statSync(`/proc/${postmasterOf(dataDir)}`).uid).toBe(uid);

    expect(await server.stop()).toBe(0);
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
    // It has released its data.
    const second = await serve({ DATA_DIR: dataDir });
    expect(askedBy(0, `${second.url}/dev/mail`)).toMatch(/ben@example\.com.*ana@example\.com/);
  });

  test('data that root has copied is given to that user, and data that an ordinary user owns makes it that user', async ({
    folder,
    serve,
  }) => {
    const dataDir = folder();
    const first = await serve({ DATA_DIR: dataDir });
    await first.stop();

    const copied = folder();
    execFileSync('cp', ['-R', join(dataDir, 'postgres'), copied]);
    expect(statSync(join(copied, 'postgres/PG_VERSION')).uid).toBe(0);
    const second = await serve({ DATA_DIR: copied });
    const { uid, gid } = statSync(join(copied, 'postgres'));
    expect(identities(second.pid)[0]).toEqual(is(uid, gid));
    await second.stop();

    execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, copied]);
    chmodSync(copied, 0o700);
    const third = await serve({ DATA_DIR: copied });
    expect(identities(third.pid)[0]).toEqual(is(NOBODY, NOBODY));
  });

  test('a port below 1024 is taken before root is given up', async ({ folder, serve }) => {
    const port = await freePortBelow1024();
    const dataDir = folder();
    const server = await serve({ DATA_DIR: dataDir, PORT: String(port) });
    expect(identities(server.pid)[0]?.[0]).not.toContain('0 0');
    expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
  });

  test('with an external Postgres it becomes a user who can reach it, and keeps reaching it', async ({ db, serve }) => {
    const server = await serve({ DATABASE_URL: db.url });
    const socketDir = new URL(db.url).searchParams.get('host') ?? '';
    const { uid, gid } = statSync(socketDir);
    for (const identity of identities(server.pid)) expect(identity).toEqual(is(uid, gid));
    // The new user opens lost connections again.
    await db.cutConnections();
    await vi.waitFor(async () => expect((await signUp(server.url, 'cara@example.com')).status).toBe(201), { timeout: 60_000 });
  });
});

async function freePortBelow1024(): Promise<number> {
  for (let port = 1_023; port > 600; port -= 1) {
    const probe = createServer().listen(port, '127.0.0.1');
    const free = await Promise.race([once(probe, 'listening').then(() => true), once(probe, 'error').then(() => false)]).catch(() => false);
    if (!free) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
  throw new Error('no port below 1024 is free');
}
