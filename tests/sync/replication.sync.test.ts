import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { change, insert, remove } from '../../src/data/local-write.ts';
import { type Device, openDevice } from '../support/device.ts';
import { type Member, newMember } from '../support/member.ts';
import { type StartedApp, startApp } from '../support/start-app.ts';
import { until } from '../support/until.ts';

const collections = ['posts', 'comments', 'reactions', 'friends', 'contacts', 'notifications'] as const;
let app: StartedApp;
let ana: Member;
let ben: Member;
let carl: Member;
const open: Device[] = [];

async function device(member: Member, options: { online?: boolean; collections?: typeof collections } = {}): Promise<Device> {
  const opened = await openDevice(app.url, member, { collections: options.collections ?? collections, online: options.online ?? true });
  open.push(opened);
  return opened;
}
async function closeAll(): Promise<void> {
  for (const each of open.splice(0)) await each.stop();
}

async function befriend(one: Member, other: Member): Promise<void> {
  await one.client.post('/api/friends/invite', { email: other.email });
  const received = await other.client.get('/api/friends/invitations/received');
  const invitation = received.body.data.items.find((item: { inviter_id: string }) => item.inviter_id === one.id);
  const answer = await other.client.post(`/api/friends/invitations/${invitation.id}/respond`, { status: 'accepted' });
  expect(answer.status).toBeLessThan(300);
}

const now = () => new Date().toISOString();
const post = (author: Member, content: string, id = uuid()) => ({
  id,
  author_id: author.id,
  content,
  visibility_type: 'friends' as const,
  specific_user_ids: [],
  created_at: now(),
  edited_at: null,
});
const comment = (author: Member, postId: string, content: string) => ({
  id: uuid(),
  post_id: postId,
  author_id: author.id,
  author_name: 'somebody',
  author_profile_image_url: null,
  content,
  created_at: now(),
  edited_at: null,
  is_deleted: false,
});

beforeAll(async () => {
  app = await startApp();
  [ana, ben, carl] = await Promise.all([newMember(app, 'Ana'), newMember(app, 'Ben'), newMember(app, 'Carl')]);
  await befriend(ana, ben);
});
afterAll(async () => {
  await closeAll();
  await app.close();
});

describe('a device and the server', () => {
  test('what one writes, the other sees by the stream, without a pull', async () => {
    const [a, b] = [await device(ana), await device(ben)];
    await Promise.all([a.live(), b.live()]);
    const pulls = () => b.requests.filter(({ path }) => path.endsWith('/pull')).length;
    const before = pulls();
    const written = post(ana, 'Soup at seven');
    await insert(a.store, 'posts', written);
    await b.until(async () => (await b.rows('posts')).some(({ id }) => id === written.id));
    expect(pulls()).toBe(before);
    await a.live();
    const [held] = (await a.rows('posts')).filter(({ id }) => id === written.id);
    expect(held).toMatchObject({ unsent: 0, assumed: [], content: 'Soup at seven' });
    expect(held?.scope).toBeGreaterThan(0);
    await closeAll();
  });

  test('the first pulls of all collections are one request', async () => {
    const a = await device(ana);
    await a.live();
    const [first] = a.requests.filter(({ path }) => path.endsWith('/pull'));
    expect(Object.keys(first?.body.collections as object).sort()).toEqual([...collections].sort());
    await closeAll();
  });

  test('what was written without network arrives exactly once and in its order, across collections and a restart', async () => {
    const [a, b] = [await device(ana), await device(ben)];
    await Promise.all([a.live(), b.live()]);
    a.cut();
    const written = post(ana, 'written in a tunnel');
    await insert(a.store, 'posts', written);
    await insert(a.store, 'comments', comment(ana, written.id, 'one'));
    await insert(a.store, 'comments', comment(ana, written.id, 'two'));
    await change(a.store, 'posts', written.id, { content: 'written in a long tunnel' });
    await a.restart();
    const sent: string[] = [];
    a.network.before = (path, body) => {
      if (!path.endsWith('/push')) return;
      for (const { document } of (body as { changes: { document: { content: string } }[] }).changes) sent.push(document.content);
    };
    a.reconnect();
    await a.live();
    expect(sent).toEqual(['written in a long tunnel', 'one', 'two']);
    await b.until(async () => (await b.rows('comments')).filter(({ post_id }) => post_id === written.id).length === 2);
    expect((await b.rows('posts')).find(({ id }) => id === written.id)?.content).toBe('written in a long tunnel');
    expect(await a.refused()).toEqual([]);
    await closeAll();
  });
});
