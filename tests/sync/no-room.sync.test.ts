import { v7 as uuid } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isNoRoom } from '../../schemas/local/no-room.ts';
import { change, insert } from '../../src/data/local-write.ts';
import { type Device, openDevice } from '../support/device.ts';
import { type Member, newMember } from '../support/member.ts';
import { newComment, newPost } from '../support/rows.ts';
import { type StartedApp, startApp } from '../support/start-app.ts';

/**
 * A device whose disk is full: it says so, keeps what was written before and still sends it, fetches nothing that it could
 * not keep, and goes on by itself as soon as there is room.
 */
let app: StartedApp;
let ana: Member;
const open: Device[] = [];

const device = async (): Promise<Device> => {
  const opened = await openDevice(app.url, ana, { collections: ['posts', 'comments'] });
  open.push(opened);
  return opened;
};
const post = (content: string) => newPost(ana, content);
const atServer = async (id: string) => (await app.sql`select content from posts where id = ${id}`)[0]?.content;
const pulls = (of: Device) => of.requests.filter(({ path }) => path.endsWith('/pull')).length;
const pushes = (of: Device) => of.requests.filter(({ path }) => path.endsWith('/push')).length;

beforeAll(async () => {
  app = await startApp();
  ana = await newMember(app, 'Ana');
});
afterEach(async () => {
  for (const each of open.splice(0)) {
    each.disk.full = null;
    await each.stop();
  }
});
afterAll(() => app.close());

describe.each(['at once', 'at the end'] as const)('a disk that is full, told %s', (when) => {
  test('what a page cannot write fails as such, everybody is told, and it can be written once there is room', async () => {
    const a = await device();
    await a.live();
    a.disk.full = when;
    const written = post('too much');
    const failed = await insert(a.store, 'posts', written).then(
      () => null,
      (error: unknown) => error,
    );
    expect(isNoRoom(failed)).toBe(true);
    await a.until(() => a.status.storageFull);
    expect(await a.rows('posts')).not.toContainEqual(expect.objectContaining({ id: written.id }));
    a.disk.full = null;
    a.wake();
    await a.until(() => !a.status.storageFull);
    await insert(a.store, 'posts', written);
    await a.live();
    expect(await atServer(written.id)).toBe('too much');
  });

  test('what was written before is sent, once as long as there is no room, and is still there afterwards', async () => {
    const a = await device();
    await a.live();
    a.cut();
    const [one, two] = [post('one'), post('two')];
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
    expect((await a.rows('posts')).map(({ content, unsent }) => `${content} ${unsent}`).sort()).toEqual(
      expect.arrayContaining(['one, edited 1', 'two 1']),
    );
    a.disk.full = null;
    a.wake();
    await a.live();
    expect((await a.rows('posts')).filter(({ unsent }) => unsent === 1)).toEqual([]);
    expect(await a.refused()).toEqual([]);
    expect(await app.sql`select content from posts where id in ${app.sql([one.id, two.id])} order by content`).toHaveLength(2);
  });

  test('nothing is fetched that could not be kept, and all of it as soon as it can', async () => {
    const [a, b] = [await device(), await device()];
    await Promise.all([a.live(), b.live()]);
    b.disk.full = when;
    const first = post('the first does not fit');
    await insert(a.store, 'posts', first);
    await b.until(() => b.status.storageFull);
    const before = pulls(b);
    const rest = [post('nor this'), post('nor that')];
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

  test('a refused text stays in its row until the outbox has room for it', async () => {
    const a = await device();
    await a.live();
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

  test('where only the checkpoint could not be stored, sync goes on from the one before', async () => {
    const [a, b] = [await device(), await device()];
    await Promise.all([a.live(), b.live()]);
    // What replication notes for itself lies in databases of its own.
    b.disk.only = 'rx-replication-meta';
    b.disk.full = when;
    const written = post('its row fits, its checkpoint does not');
    await insert(a.store, 'posts', written);
    await b.until(() => b.status.storageFull);
    b.disk.full = null;
    b.wake();
    await b.until(async () => (await b.rows('posts')).some(({ id }) => id === written.id));
    const later = post('later');
    await insert(a.store, 'posts', later);
    await b.until(async () => (await b.rows('posts')).some(({ id }) => id === later.id));
    await b.live();
  });
});
