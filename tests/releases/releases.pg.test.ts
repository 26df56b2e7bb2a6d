/**
 * A backup of every released version, and of the present version, restores into this one: a member of its demo circle signs in, reads the
 * feed, and sends what their device wrote without a network.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect } from 'vitest';
import { insert } from '../../src/data/store/local-write.ts';
import { kithVersion } from '../../sync-server/base/version.ts';
import { restoreBackup } from '../../sync-server/operations/backup/restore-backup.ts';
import { writeBackup } from '../../sync-server/operations/backup/write-backup.ts';
import { apiClient } from '../support/api-client.ts';
import { openDevice } from '../support/device.ts';
import { test as dbTest } from '../support/fixtures/db.ts';
import { type Template, testDatabase } from '../support/postgres.ts';
import { newPost } from '../support/rows.ts';
import { startApp } from '../support/start-app.ts';

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.backup'));
const login = { email: 'hanna@kith.example', password: 'sit down 8' };
const PRESENT = `${kithVersion()}.backup`;
const KEPT = 'Kept for later versions';
const log = pino({ level: 'silent' });

const test = dbTest
  .extend('template', { scope: 'file' }, (): Template => 'demo')
  .extend('bare', async ({ postgresUrl: _ }, { onCleanup }) => {
    const made = await testDatabase('bare');
    onCleanup(() => made.close());
    return made;
  })
  /** The path of a backup. That of the present version is written as `npm run keep-release` does. */
  .extend('backupOf', async ({ db }, { onCleanup }) => {
    const directory = mkdtempSync(join(tmpdir(), 'kith-release-'));
    onCleanup(() => rmSync(directory, { recursive: true }));
    return async (name: string): Promise<string> => {
      if (files.includes(name)) return join(import.meta.dirname, name);
      const server = await startApp({ on: db });
      const client = apiClient(server.url);
      client.use((await client.post('/api/auth/sign-in', login)).body.data.access_token);
      await client.post('/api/posts', { content: KEPT, visibility_type: 'friends' });
      await server.close();
      const path = join(directory, name);
      await writeBackup(db.url, path, null);
      return path;
    };
  });

test.for([...new Set([...files, PRESENT])])('%s', async (name, { bare, backupOf }) => {
  const path = await backupOf(name);
  // The files stay in the repository.
  expect(statSync(path).size).toBeLessThan(200_000);
  const { header } = await restoreBackup(bare.url, path, null, log);
  expect(`${header.kith}.backup`).toBe(name);
  const server = await startApp({ on: bare });
  try {
    const client = apiClient(server.url);
    const signedIn = await client.post('/api/auth/sign-in', login);
    expect(signedIn.status).toBe(200);
    client.use(signedIn.body.data.access_token);
    const contents = async () => (await client.get('/api/posts')).body.data.items.map((post: { content: string }) => post.content);
    expect(await contents()).toContain(KEPT);
    expect((await contents()).length).toBeGreaterThan(5);

    const openSession = async () => ({ accessToken: signedIn.body.data.access_token as string });
    const device = await openDevice(
      server.url,
      { id: signedIn.body.data.user.id, email: login.email, client },
      { collections: ['posts', 'friends', 'groups'], openSession },
    );
    try {
      await device.live();
      expect((await device.rows('posts')).map(({ content }) => content)).toContain(KEPT);
      expect((await device.rows('friends')).length).toBeGreaterThan(2);

      device.cut();
      await insert(device.store, 'posts', newPost(device.member, 'Written without a network'));
      await device.until(() => device.status.pending === 1);
      device.reconnect();
      await device.live();
    } finally {
      await device.stop();
    }
    expect(await contents()).toContain('Written without a network');
  } finally {
    await server.close();
  }
});
