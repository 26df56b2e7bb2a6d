/**
 * A device whose disk is full. It reports that, keeps and sends what was written before, and fetches nothing that it could not store. It
 * continues by itself as soon as there is disk space.
 */
import { v7 as uuid } from 'uuid';
import { describe, expect } from 'vitest';
import { change, insert } from '../../src/data/store/local-write.ts';
import { lacksDiskSpace } from '../../workers/device/lacks-disk-space.ts';
import type { Device } from '../support/device.ts';
import { test as deviceTest } from '../support/fixtures/device.ts';
import { newComment, newPost } from '../support/rows.ts';

const test = deviceTest
  .extend('ana', { scope: 'file' }, ({ circle }) => circle.signUp('Ana'))
  /** Ana's device */
  .extend('a', ({ ana, liveDevice }) => liveDevice(ana))
  /** her second device */
  .extend('b', ({ ana, liveDevice }) => liveDevice(ana))
  /** the content of a post on the server */
  .extend(
    'atServer',
    ({ server }) =>
      async (id: string) =>
        (await server.sql`select content from posts where id = ${id}`)[0]?.content,
  );

const pulls = (device: Device) => device.requests.filter(({ path }) => path.endsWith('/pull')).length;
const pushes = (device: Device) => device.requests.filter(({ path }) => path.endsWith('/push')).length;

describe.each(['at once', 'at the end'] as const)('a full disk that fails a write %s', (when) => {
  test('a failed write of a page is recognised and reported to every tab, and succeeds once there is disk space', async ({
    a,
    ana,
    atServer,
  }) => {
    a.disk.full = when;
    const written = newPost(ana, 'too much');
    const failed = await insert(a.store, 'posts', written).then(
      () => null,
      (error: unknown) => error,
    );
    expect(lacksDiskSpace(failed)).toBe(true);
    await a.until(() => a.status.storageFull);
    expect(await a.rows('posts')).not.toContainEqual(expect.objectContaining({ id: written.id }));
    a.disk.full = null;
    a.wake();
    await a.until(() => !a.status.storageFull);
    await insert(a.store, 'posts', written);
    await a.live();
    expect(await atServer(written.id)).toBe('too much');
  });

  test('earlier writes are sent once while the disk is full, and are still stored on the device afterwards', async ({
    a,
    ana,
    atServer,
    server,
  }) => {
    a.cut();
    const [one, two] = [newPost(ana, 'one'), newPost(ana, 'two')];
    await insert(a.store, 'posts', one);
    await insert(a.store, 'posts', two);
    await change(a.store, 'posts', one.id, { content: 'one, edited' });
    a.disk.full = when;
    a.reconnect();
    await a.until(async () => (await atServer(two.id)) === 'two');
    await a.until(() => a.status.storageFull);
    expect(await atServer(one.id)).toBe('one, edited');
    const before = pushes(a);
    await a.restart();
    await a.until(() => a.status.storageFull && pushes(a) > before);
    expect((await a.rows('posts')).map(({ content, pending }) => `${content} ${pending}`).sort()).toEqual(
      expect.arrayContaining(['one, edited 1', 'two 1']),
    );
    a.disk.full = null;
    a.wake();
    await a.live();
    expect((await a.rows('posts')).filter(({ pending }) => pending === 1)).toEqual([]);
    expect(await a.refused()).toEqual([]);
    expect(await server.sql`select content from posts where id in ${server.sql([one.id, two.id])} order by content`).toHaveLength(2);
  });

  test('rows that could not be stored are not fetched, and all of them are once there is disk space', async ({ a, b, ana }) => {
    b.disk.full = when;
    const first = newPost(ana, 'the first does not fit');
    await insert(a.store, 'posts', first);
    await b.until(() => b.status.storageFull);
    const before = pulls(b);
    const rest = [newPost(ana, 'nor this'), newPost(ana, 'nor that')];
    for (const each of rest) await insert(a.store, 'posts', each);
    await a.live();
    expect(pulls(b)).toBe(before);
    b.disk.full = null;
    b.wake();
    await b.until(async () => {
      const held = (await b.rows('posts')).map(({ id }) => id);
      return [first, ...rest].every(({ id }) => held.includes(id));
    });
    await b.live();
  });

  test('a refused text stays in its row until the outbox has disk space for it', async ({ a, ana }) => {
    const refused = newComment(ana, uuid(), 'on a post that is not there');
    a.cut();
    await insert(a.store, 'comments', refused);
    a.disk.full = when;
    a.reconnect();
    await a.until(() => a.status.storageFull);
    expect((await a.rows('comments')).map(({ id }) => id)).toContain(refused.id);
    a.disk.full = null;
    a.wake();
    await a.until(async () => (await a.refused()).length === 1);
    await a.live();
    expect((await a.rows('comments')).map(({ id }) => id)).not.toContain(refused.id);
    expect((await a.refused())[0]?.document.content).toBe('on a post that is not there');
  });

  test('[d] rows that could not be stored are fetched again, also after a restart of the device', async ({ a, b, ana }) => {
    const [fits, tooMuch] = [newPost(ana, 'fits'), newPost(ana, 'does not fit')];
    b.disk.onlyIdsWith = tooMuch.id;
    b.disk.full = when;
    b.cut();
    for (const post of [tooMuch, fits]) await insert(a.store, 'posts', post);
    await a.live();
    b.reconnect();
    await b.until(() => b.status.storageFull);
    b.disk.full = null;
    await b.restart();
    await b.live();
    expect((await b.rows('posts')).map(({ id }) => id)).toEqual(expect.arrayContaining([tooMuch.id, fits.id]));
  });

  test('where only the checkpoint could not be stored, sync continues from the one before', async ({ a, b, ana }) => {
    b.disk.onlyIdsWith = 'checkpoint-';
    b.disk.full = when;
    const written = newPost(ana, 'its row fits, its checkpoint does not');
    await insert(a.store, 'posts', written);
    await b.until(() => b.status.storageFull);
    b.disk.full = null;
    b.wake();
    await b.until(async () => (await b.rows('posts')).some(({ id }) => id === written.id));
    const later = newPost(ana, 'later');
    await insert(a.store, 'posts', later);
    await b.until(async () => (await b.rows('posts')).some(({ id }) => id === later.id));
    await b.live();
  });
});
