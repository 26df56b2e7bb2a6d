import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, vi } from 'vitest';
import { freePort } from '../scripts/free-port.ts';
import { test } from '../tests/support/fixtures/program.ts';
import { testDatabase } from '../tests/support/postgres.ts';
import { isRunning, postmasterIn, untilGone } from '../tests/support/running.ts';

/** How long the server waits for running requests when it has to stop. */
const DRAIN_MS = 8_000;

const otherBaseline =
  'This database was made by another Kith: its 0001_tables.sql is not the 0001_baseline.sql of this one. Nothing was changed. To keep what members wrote, run the Kith that made it and export their data there (npm run kith -- export <member>). To begin anew, set DATA_DIR or DATABASE_URL to an empty database.';

test.concurrent('it prints five lines, leaves nothing running when it is killed, and comes back on the same data', async ({
  folder,
  run,
}) => {
  const dataDir = folder();
  const env = { PORT: String(await freePort()), DATA_DIR: dataDir };
  const first = run(env);
  await first.healthy();
  await vi.waitFor(() => expect(first.written.out.trim().split('\n')).toHaveLength(5), { timeout: 60_000 });
  expect(first.written.out).toContain(`http://localhost:${env.PORT}`);
  expect(first.written.out).toContain(dataDir);
  expect(first.written.out).toContain('/dev/mail');
  const postmaster = postmasterIn(dataDir);
  first.child.kill('SIGKILL');
  await first.ended;
  await untilGone(postmaster);

  const second = run(env);
  await second.healthy();
  const next = postmasterIn(dataDir);
  second.child.kill('SIGTERM');
  expect(await second.ended).toEqual([0, null]);
  expect(isRunning(next)).toBe(false);
  expect(second.written.err).toBe('');
});

test.concurrent('it keeps a connection for longer than the proxies of deploy/ do', async ({ db, run }) => {
  const env = { PORT: String(await freePort()), DATABASE_URL: db.url };
  await run(env).healthy();
  const { headers } = await fetch(`http://127.0.0.1:${env.PORT}/api/health`);
  const [, seconds] = /^timeout=(\d+)$/.exec(headers.get('keep-alive') ?? '') ?? [];
  // Caddy keeps one for two minutes.
  expect(Number(seconds)).toBeGreaterThan(120);
});

/** Whether something listens at this address. */
const answers = (host: string, port: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(Number(port), host);
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });

test.concurrent('it listens at the loopback address alone, unless HOST names another', async ({ db, run }) => {
  const here = { PORT: String(await freePort()), DATABASE_URL: db.url };
  await run(here).healthy();
  expect(await answers('127.0.0.1', here.PORT)).toBe(true);
  // Every address of 127.0.0.0/8 belongs to this machine, but the server listens at only one of them.
  expect(await answers('127.0.0.2', here.PORT)).toBe(false);

  const everywhere = { ...here, PORT: String(await freePort()), HOST: '0.0.0.0' };
  await run(everywhere).healthy();
  // Other systems have only the one address.
  expect(await answers(process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1', everywhere.PORT)).toBe(true);

  const nowhere = run({ ...here, PORT: String(await freePort()), HOST: '192.0.2.1' });
  expect(await nowhere.ended).toEqual([1, null]);
  expect(nowhere.written.err).toBe('192.0.2.1 (HOST) is no address of this machine. Leave it out to be reached from this machine alone.\n');
});

test.concurrent('the operator reads its mails on the machine, whether or not the server runs', async ({ folder, run }) => {
  const dataDir = folder();
  const env = { PORT: String(await freePort()), DATA_DIR: dataDir, PUBLIC_URL: 'https://kith.example' };
  const beforeAll = run(env, 'kith', 'mails');
  expect(await beforeAll.ended).toEqual([1, null]);
  expect(beforeAll.written.err).toContain(`There is no database in ${dataDir} yet.`);

  const server = run(env);
  await server.healthy();
  await vi.waitFor(() => expect(server.written.out.trim().split('\n')).toHaveLength(5), { timeout: 60_000 });
  expect(server.written.out).toContain('npm run kith -- mails');
  expect(server.written.out).not.toContain('/dev/mail');
  const body = JSON.stringify({ email: 'ana@example.com', password: 'long enough 1', name: 'Ana' });
  await fetch(`http://127.0.0.1:${env.PORT}/api/auth/sign-up`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  expect((await fetch(`http://127.0.0.1:${env.PORT}/dev/mail`)).status).toBe(404);

  const mails = async () => {
    const command = run(env, 'kith', 'mails');
    expect(await command.ended).toEqual([0, null]);
    expect(command.written.err).toBe('');
    return command.written.out;
  };
  const printed = await vi.waitFor(
    async () => {
      const out = await mails();
      expect(out).toMatch(/https:\/\/kith\.example\/auth#verify=[\w-]{43}\n/);
      return out;
    },
    { timeout: 20_000 },
  );
  expect(printed).toContain('to ana@example.com\nConfirm your address\n');
  expect((await fetch(`http://127.0.0.1:${env.PORT}/api/health`)).status).toBe(200);

  server.child.kill('SIGTERM');
  await server.ended;
  expect(await mails()).toBe(printed);
});

test.concurrent('asked to stop, it answers running requests and takes no new ones', async ({ db, run }) => {
  const env = { PORT: String(await freePort()), DATABASE_URL: db.url };
  const server = run(env);
  await server.healthy();
  const body = JSON.stringify({ email: 'ana@example.com', password: 'long enough 1', name: 'Ana' });
  const under = request(`http://127.0.0.1:${env.PORT}/api/auth/sign-up`, {
    method: 'POST',
    agent: new Agent({ keepAlive: true }),
    headers: { 'content-type': 'application/json', 'content-length': String(body.length), expect: '100-continue' },
  });
  under.flushHeaders();
  // The server has read the head and waits for the body.
  await once(under, 'continue');
  server.child.kill('SIGINT');
  const health = await vi.waitFor(
    async () => {
      const answered = await fetch(`http://127.0.0.1:${env.PORT}/api/health`);
      expect(answered.status).toBe(503);
      return answered.headers;
    },
    { timeout: 5_000, interval: 10 },
  );
  expect([health.get('retry-after'), health.get('connection')]).toEqual(['1', 'close']);
  under.end(body);
  const [answer] = (await once(under, 'response')) as [IncomingMessage];
  expect([answer.statusCode, answer.headers.connection]).toEqual([201, 'close']);
  answer.resume();
  const answered = performance.now();
  expect(await server.ended).toEqual([0, null]);
  // It did not wait for the connection, which the client keeps for a next request.
  expect(performance.now() - answered).toBeLessThan(DRAIN_MS - 1_000);
});

test.concurrent('a port that is taken is explained in a sentence before a database is made', async ({ folder, run, onTestFinished }) => {
  const taken = createServer().listen(0);
  await once(taken, 'listening');
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as AddressInfo;
  const dataDir = folder();
  const server = run({ PORT: String(port), DATA_DIR: dataDir });
  expect(await server.ended).toEqual([1, null]);
  expect(server.written.err).toBe(`Port ${port} is taken. Stop what uses it, or choose another one with PORT.\n`);
  expect(readdirSync(dataDir)).toEqual([]);
});

test.concurrent('invalid settings are explained in sentences', async ({ run }) => {
  const server = run({ PORT: 'many', SIGN_UP: 'maybe', DATABASE_URL: 'postgres://ana:hunter2/@db.example/kith', SMTP_URL: 'hunter2' });
  expect(await server.ended).toEqual([1, null]);
  expect(server.written.err.trim().split('\n')).toEqual([
    expect.stringMatching(/^PORT must be a whole number.*"many"\.$/),
    expect.stringMatching(/^DATABASE_URL must be a URL/),
    expect.stringMatching(/^SMTP_URL must be a URL/),
    expect.stringMatching(/^SIGN_UP must be open, invited or closed.*"maybe"\.$/),
  ]);
  expect(server.written.err).not.toMatch(/hunter2|ana/);
});

test.concurrent('a database of another baseline is left as it is, and the server and doctor say what to do', async ({
  postgresUrl: _,
  run,
}) => {
  const other = await testDatabase();
  try {
    await other.sql`update migrations set name = '0001_tables.sql', checksum = 'another'`;
    const env = { PORT: String(await freePort()), DATABASE_URL: other.url };
    const server = run(env);
    expect(await server.ended).toEqual([1, null]);
    expect(server.written.err).toBe(`${otherBaseline}\n`);
    const doctor = run(env, 'kith', 'doctor');
    expect(await doctor.ended).toEqual([3, null]);
    expect(doctor.written.out).toContain(`TO DO  migrations  ${otherBaseline}`);
    expect(await other.sql`select name, checksum from migrations`).toEqual([{ name: '0001_tables.sql', checksum: 'another' }]);
  } finally {
    await other.close();
  }
});

test.concurrent('an unreachable database is named without its password', async ({ run }) => {
  const server = run({ PORT: String(await freePort()), DATABASE_URL: `postgres://ana:secret@127.0.0.1:${await freePort()}/kith` });
  expect(await server.ended).toEqual([1, null]);
  expect(server.written.err).toMatch(/^The database kith at 127\.0\.0\.1:\d+ \(DATABASE_URL\) cannot be opened: /);
  expect(server.written.err).not.toContain('secret');
});
