/**
 * A backup of every released version restores into this one: a member of its demo circle signs in, reads the feed,
 * and sends what their device wrote without a network.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect } from 'vitest';
import { insert } from '../../src/data/local-write.ts';
import { restoreBackup } from '../../sync-server/backup/restore-backup.ts';
import { apiClient } from '../support/api-client.ts';
import { openDevice } from '../support/device.ts';
import { test as baseTest } from '../support/fixtures/db.ts';
import { testDatabase } from '../support/postgres.ts';
import { newPost } from '../support/rows.ts';
import { startApp } from '../support/start-app.ts';

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.backup'));
const login = { email: 'hanna@kith.example', password: 'sit down 8' };

const test = baseTest.extend('bare', async ({ postgresUrl: _ }, { onCleanup }) => {
  const made = await testDatabase('bare');
  onCleanup(() => made.close());
  return made;
});

test('there are such files, and they are small', () => {
  expect(files).toContain('0.1.0.backup');
  for (const name of files) expect(statSync(join(import.meta.dirname, name)).size, name).toBeLessThan(200_000);
});

test.for(files)('%s', async (name, { bare }) => {
  const { header } = await restoreBackup(bare.url, join(import.meta.dirname, name), null, pino({ level: 'silent' }));
  expect(`${header.kith}.backup`).toBe(name);
  const server = await startApp({ on: bare });
  try {
    const client = apiClient(server.url);
    const signedIn = await client.post('/api/auth/sign-in', login);
    expect(signedIn.status).toBe(200);
    client.use(signedIn.body.data.access_token);
    const contents = async () => (await client.get('/api/posts')).body.data.items.map((post: { content: string }) => post.content);
    expect(await contents()).toContain('Kept for later versions');
    expect((await contents()).length).toBeGreaterThan(5);

    const openSession = async () => ({ accessToken: signedIn.body.data.access_token as string });
    const device = await openDevice(
      server.url,
      { id: signedIn.body.data.user.id, email: login.email, client },
      { collections: ['posts', 'friends', 'groups'], openSession },
    );
    try {
      await device.live();
      expect((await device.rows('posts')).map(({ content }) => content)).toContain('Kept for later versions');
      expect((await device.rows('friends')).length).toBeGreaterThan(2);

      device.cut();
      await insert(device.store, 'posts', newPost(device.member, 'Written without a network'));
      await device.until(() => device.status.unsent === 1);
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
