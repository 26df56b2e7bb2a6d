/** What an operator does beside a server that runs. */
import { randomBytes } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import { freePort } from '../../../scripts/free-port.ts';
import { openDevice } from '../../../tests/support/device.ts';
import { test as programTest } from '../../../tests/support/fixtures/program.ts';
import { circleOf } from '../../../tests/support/fixtures/server.ts';
import { tokenIn } from '../../../tests/support/member.ts';
import { pgbouncerProgram, startPgbouncer } from '../../../tests/support/pgbouncer.ts';
import { testDatabase } from '../../../tests/support/postgres.ts';
import { readZip } from '../../../tests/support/read-zip.ts';
import { startApp } from '../../../tests/support/start-app.ts';
import { createSealedSecrets } from '../../accounts/secrets/sealed-secrets.ts';
import { createPushKeys } from '../../features/push/push-keys.ts';
import { runCli } from './cli.ts';

const test = programTest
  .extend('server', { scope: 'file' }, async ({ db }, { onCleanup }) => {
    // Streams read by themselves only after an hour: what they learn, a command has said.
    const server = await startApp({ on: db, streamTiming: { beatMs: 3_600_000 } });
    onCleanup(() => server.close());
    return server;
  })
  .extend('circle', { scope: 'file' }, ({ server }) => circleOf(server))
  /** Runs a command in this process, with the settings of the server. A failure is an exit code of 1 and its message, as in `main.ts`. */
  .extend('kith', ({ db, server }) => async (words: string, env: Record<string, string> = {}) => {
    const out: string[] = [];
    let err = '';
    const settings = { DATABASE_URL: db.url, PUBLIC_URL: server.url, LOG_LEVEL: 'silent', ...env };
    const code = await runCli(words.split(' '), settings, (text) => void out.push(text)).catch((error: Error) => {
      err = error.message;
      return 1;
    });
    return { code, out: out.join('\n'), err, json: () => JSON.parse(out.join('\n')) };
  })
  /** The same with the built program. */
  .extend('built', ({ run, db, server }) => async (words: string, env: Record<string, string> = {}) => {
    const { ended, written } = run({ DATABASE_URL: db.url, PUBLIC_URL: server.url, ...env }, 'kith', ...words.split(' '));
    const [code] = await ended;
    return { code, ...written };
  });

describe('the commands explain themselves', () => {
  test('without a word, with --help, and where a word is wrong', async ({ built }) => {
    const help = await built('--help');
    expect(help).toMatchObject({ code: 0, err: '' });
    for (const name of ['doctor', 'mails', 'backup', 'restore', 'upgrade-postgres', 'members', 'invite', 'export', 'stats', 'secrets'])
      expect(help.out).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
    expect(await built('bogus')).toMatchObject({ code: 2, out: '', err: expect.stringContaining("unknown command 'bogus'") });
    expect(await built('members remove')).toMatchObject({ code: 2, err: expect.stringContaining("missing required argument 'member'") });
    expect((await built('restore --help')).out).toContain('--replace');
  });

  test('a setting that is wrong is named', async ({ built }) => {
    expect(await built('stats', { PORT: 'http' })).toMatchObject({ code: 1, err: expect.stringContaining('PORT must be a whole number') });
  });
});

describe('members', () => {
  test('are found by a part of their name or address, as text and as JSON', async ({ kith, circle }) => {
    const nora = await circle.signUp('Nora Quist');
    const found = await kith('members find QUIST');
    expect(found).toMatchObject({ code: 0, out: expect.stringContaining('Nora Quist') });
    expect((await kith(`--json members find ${nora.email.slice(0, 8).toUpperCase()}`)).json()).toMatchObject([{ id: nora.id }]);
    expect(await kith('members find nobody-at-all')).toMatchObject({ code: 0, out: 'No members.' });
    expect((await kith(`members list --limit 1000 --json`)).json()).toContainEqual(
      expect.objectContaining({ id: nora.id, email: nora.email, devices: 1, friends: 0 }),
    );
    expect(await kith('members list --limit 0')).toMatchObject({ code: 1, err: expect.stringContaining('from 1 to 1000') });
  });

  test('get a link for a new password, which works once', async ({ kith, circle, server }) => {
    const omar = await circle.signUp('Omar Lind');
    const { url } = (await kith(`members reset-link ${omar.email} --json`)).json();
    expect(url.startsWith(`${server.url}/auth/reset-password#token=`)).toBe(true);
    const token = tokenIn(url, 'token');
    const set = (password: string) => omar.client.post('/api/auth/reset-password', { token, password });
    expect((await set('a new one 1')).status).toBe(200);
    expect((await set('another one 2')).status).not.toBe(200);
    expect((await omar.client.post('/api/auth/sign-in', { email: omar.email, password: 'a new one 1' })).status).toBe(200);
    expect(await kith('members reset-link nobody@kith.test')).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no member nobody@kith.test'),
    });
  });

  test('are signed out everywhere, at once, and the log says who did it without an address', async ({ built, circle }) => {
    const pia = await circle.signUp('Pia Moe');
    expect((await pia.client.get('/api/profiles/me')).status).toBe(200);
    const ended = await built(`members end-sessions ${pia.id}`);
    expect(ended).toMatchObject({ code: 0, out: 'Pia Moe is signed out on 1 device.\n' });
    expect((await pia.client.get('/api/profiles/me')).status).toBe(401);
    const line = JSON.parse(ended.err.trim().split('\n').at(-1) ?? '');
    expect(line).toMatchObject({ event: 'operator-command', act: 'members end-sessions', account: pia.id });
    expect(ended.err).not.toContain(pia.email);
  });

  test('are removed only when that is confirmed, and their friends’ devices hear of it at once', async ({ kith, circle, server }) => {
    const [rosa, sven] = [await circle.signUp('Rosa Ek'), await circle.signUp('Sven Ek')];
    await circle.befriend(rosa, sven);
    await circle.post(rosa, { content: 'from Rosa' });
    const device = await openDevice(server.url, sven, { collections: ['posts', 'friends'] });
    try {
      await device.until(async () => (await device.rows('posts')).length === 1);
      await device.live();
      expect(await kith(`members remove ${rosa.id}`)).toMatchObject({ code: 1, err: expect.stringContaining('Add --yes') });
      expect(await kith(`members remove ${rosa.id} --yes`)).toMatchObject({ code: 0 });
      await device.until(async () => (await device.rows('posts')).length + (await device.rows('friends')).length === 0);
    } finally {
      await device.stop();
    }
    expect(await kith(`members remove ${rosa.id} --yes`)).toMatchObject({ code: 1, err: expect.stringContaining('There is no member') });
  });

  test('have guests, who sign up by a link that the operator made', async ({ kith, circle, server }) => {
    const tove = await circle.signUp('Tove Dahl');
    const { url } = (await kith(`invite ${tove.id} --people 2 --json`)).json();
    const token = tokenIn(url, 'invite');
    expect((await tove.client.get(`/api/auth/invitation/${token}`)).status).toBeLessThan(500);
    expect((await server.sql`select uses from invite_links where maker_id = ${tove.id}`)[0]?.uses).toBe(2);
    expect(await kith(`invite ${tove.id} --people 9`)).toMatchObject({ code: 1, err: expect.stringContaining('from 1 to 8') });
  });

  test('get their archive, which is not written through what others put there', async ({ kith, circle, folder }) => {
    const uma = await circle.signUp('Uma');
    const directory = folder();
    const [file, own] = [join(directory, 'uma.zip'), join(directory, 'own')];
    writeFileSync(own, 'mine');
    symlinkSync(own, `${file}.partial`);
    expect(await kith(`export ${uma.email} ${file}`)).toMatchObject({ code: 0 });
    expect([readFileSync(own, 'utf8'), statSync(file).mode & 0o777]).toEqual(['mine', 0o600]);
  });

  test('get their archive', async ({ kith, circle, folder }) => {
    const una = await circle.signUp('Una Berg');
    const file = join(folder(), 'una.zip');
    expect(await kith(`export ${una.email} ${file}`)).toMatchObject({ code: 0 });
    expect([...readZip(readFileSync(file)).keys()]).toContain('index.html');
    expect(await kith(`export ${una.email} ${file}`)).toMatchObject({ code: 1, err: expect.stringContaining('exists already') });
  });
});

test('a backup is written beside the server, into BACKUP_DIR or a named file', async ({ kith, folder, circle }) => {
  await circle.signUp('Vera Holm');
  const directory = folder();
  const named = await kith(`backup ${join(directory, 'mine.backup')} --json`);
  expect(named.json()).toMatchObject({ encrypted: false, path: join(directory, 'mine.backup') });
  expect(await kith('backup', { BACKUP_DIR: directory, BACKUP_PASSPHRASE: 'twelve letters' })).toMatchObject({
    code: 0,
    out: expect.stringContaining('It is encrypted.'),
  });
  expect(readdirSync(directory).toSorted()).toEqual([expect.stringMatching(/^kith-.*Z\.backup$/), 'mine.backup']);
});

test('a backup of the embedded database is restored in its place, and what was there is moved aside', async ({ kith, folder, circle }) => {
  const directory = folder();
  const file = join(directory, 'mine.backup');
  await circle.signUp('Wim Berg');
  await kith(`backup ${file}`);
  const dataDir = join(directory, 'data');
  const embedded = { DATABASE_URL: '', DATA_DIR: dataDir };
  expect(await kith(`restore ${file}`, embedded)).toMatchObject({ code: 0 });
  expect((await kith('members find Wim --json', embedded)).json()).toHaveLength(1);
  expect(await kith(`restore ${file}`, embedded)).toMatchObject({ code: 1, err: expect.stringContaining('--replace') });
  expect((await kith(`restore ${file} --replace --json`, embedded)).json().before).toContain('postgres-before-');
  expect((await kith('members find Wim --json', embedded)).json()).toHaveLength(1);
});

test('secrets are rotated while the server is stopped, and the secrets of one-time codes stay readable', async ({
  kith,
  circle,
  db,
  folder,
}) => {
  const xena = await circle.signUp('Xena Falk');
  const secret = Buffer.from('twenty random bytes!');
  const { keyId, sealed } = await createSealedSecrets(db.database, null).seal(xena.id, secret);
  await db.sql`insert into second_factors (user_id, secret, key_id) values (${xena.id}, ${sealed}, ${keyId})`;
  const pushKey = await createPushKeys(db.database, { pushKeys: null, secretsKey: null }).publicKey();
  expect(await kith('secrets rotate')).toMatchObject({ code: 1, err: expect.stringContaining('A server is running on this database.') });

  // A database that no server uses: its own pools are opened at the end.
  const stopped = await testDatabase('bare');
  try {
    const file = join(folder(), 'kith.backup');
    await kith(`backup ${file}`);
    expect(await kith(`restore ${file}`, { DATABASE_URL: stopped.url })).toMatchObject({ code: 0 });
    const [first, second] = [randomBytes(32), randomBytes(32)];
    const rotate = (env: Record<string, string>) => kith('secrets rotate --json', { DATABASE_URL: stopped.url, ...env });
    expect((await rotate({ SECRETS_KEY: first.toString('base64') })).json()).toEqual({ resealed: 1 });
    expect(await rotate({ SECRETS_KEY: second.toString('base64') })).toMatchObject({
      code: 1,
      err: expect.stringContaining('Set OLD_SECRETS_KEY'),
    });
    const old = { OLD_SECRETS_KEY: first.toString('base64') };
    expect((await rotate({ SECRETS_KEY: second.toString('base64'), ...old })).json()).toEqual({ resealed: 1 });
    const [row] = await stopped.sql<{ secret: Buffer; key_id: string }[]>`select secret, key_id from second_factors`;
    const opened = createSealedSecrets(stopped.database, second).open(xena.id, {
      keyId: row?.key_id ?? '',
      sealed: row?.secret ?? Buffer.alloc(0),
    });
    expect(await opened).toEqual(secret);
    const { publicKey } = await createPushKeys(stopped.database, { pushKeys: null, secretsKey: second }).pair();
    expect(publicKey.toString('base64url')).toBe(pushKey);
    expect(await stopped.sql`select from signing_keys`).toHaveLength(0);
    const findings = async (key: Buffer) =>
      (
        (await kith('doctor --json', { DATABASE_URL: stopped.url, SECRETS_KEY: key.toString('base64') })).json() as { name: string }[]
      ).filter(({ name }) => name === 'secrets');
    expect(await findings(second)).toEqual([]);
    expect(await findings(first)).toMatchObject([
      { good: false, text: expect.stringContaining('of 1 members were sealed with another SECRETS_KEY') },
      { good: false, text: expect.stringContaining('The key for push services was sealed with another SECRETS_KEY') },
    ]);
  } finally {
    await stopped.close();
  }
});

describe('doctor', () => {
  test('says what is good and what to do, and exits with 3 while there is something', async ({ kith, server }) => {
    const found = await kith('doctor', { PORT: String(server.port) });
    expect(found.out).toMatch(/^good {3}database {4}Postgres/m);
    expect(found.out).toMatch(/^good {3}server {6}It runs/m);
    expect(found.code).toBe(0);
    const broken = await kith('doctor --json', {
      PORT: '1',
      PUBLIC_URL: 'http://kith.invalid',
      SMTP_URL: 'smtp://127.0.0.1:1',
      BACKUP_DIR: '/nowhere',
    });
    expect(broken.code).toBe(3);
    const todo = (broken.json() as { name: string; good: boolean }[]).filter(({ good }) => !good).map(({ name }) => name);
    expect(new Set(todo)).toEqual(new Set(['settings', 'server', 'outside', 'mail', 'backups']));
  });

  test('names what every user of the machine may write to', async ({ kith, folder }) => {
    const directory = folder();
    const find = async () =>
      ((await kith('doctor --json', { BACKUP_DIR: directory })).json() as { name: string; text: string }[]).filter(
        ({ name }) => name === 'files',
      );
    expect(await find()).toEqual([]);
    chmodSync(directory, 0o777);
    expect(await find()).toEqual([expect.objectContaining({ good: false, text: expect.stringContaining(directory) })]);
  });

  test.runIf(pgbouncerProgram !== null)('looks through the pooler', async ({ kith, server, db }) => {
    const pooler = await startPgbouncer(db.url);
    onTestFinished(pooler.stop);
    const find = async () =>
      (
        (await kith('doctor --json', { PORT: String(server.port), DATABASE_POOLER_URL: pooler.url })).json() as Record<string, unknown>[]
      ).find(({ name }) => name === 'pooler');
    // No server has stored the settings in this database.
    expect(await find()).toMatchObject({ good: false, text: expect.stringContaining('statement_timeout') });
    await pooler.stop();
    expect(await find()).toMatchObject({ good: false, text: expect.stringContaining('does not answer') });
  });

  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

  test.runIf(outside !== undefined)('sees from outside whether visitors can lie about their address', async ({ kith, run, db }) => {
    const find = async (trusted: Record<string, string>) => {
      const port = String(await freePort());
      const env = { DATABASE_URL: db.url, PORT: port, HOST: '0.0.0.0', PUBLIC_URL: `http://${outside}:${port}`, ...trusted };
      const server = run(env);
      await server.healthy();
      const findings = (await kith('doctor --json', env)).json() as { name: string; text: string }[];
      server.child.kill('SIGTERM');
      await server.ended;
      return findings.find(({ name }) => name === 'outside')?.text;
    };
    expect(await find({})).toContain('visitors are told apart');
    expect(await find({ TRUST_PROXY: outside ?? '' })).toContain('The proxy passes on whatever address visitors claim.');
    expect(await db.sql`select from server_keys where id = 'doctor'`).toHaveLength(0);
  });
});
