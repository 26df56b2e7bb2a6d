/** The tests that a channel ends, or goes on without what was lost, the moment its reader may no longer read it. */
import { expect } from 'vitest';
import { settingId, settingKey } from '../../schemas/profiles/setting-keys.ts';
import { acquaintancesIn, test as channelTest } from './fixtures/channels.ts';
import { type Circle, circleOf, type Member } from './fixtures/server.ts';
import type { AppOptions, StartedApp } from './start-app.ts';

/** No beat and no heartbeat comes during a test run: whatever arrives was sent at once. */
export const streamTiming = { beatMs: 3_600_000, heartbeatMs: 3_600_000 };

export const test = channelTest
  .extend('serverOptions', { scope: 'file' }, ({ db }): AppOptions => ({ env: { DATABASE_URL: db.url }, streamTiming }))
  /** the process where something happens, and the one where the channels are open */
  .extend('processes', { scope: 'file' }, ({ server }): { readonly acting: StartedApp; readonly listening: StartedApp } => ({
    acting: server,
    listening: server,
  }))
  /** Members who act at one process, and the address where their channels are open. */
  .extend('at', ({ processes: { acting, listening }, task }) => async () => {
    const circle = circleOf(acting);
    return { circle, url: listening.url, ...(await acquaintancesIn(circle, task.id)) };
  });

type PlaceTest = typeof test;

interface Scene {
  readonly circle: Circle;
  readonly ana: Member;
  readonly ben: Member;
  readonly post: string;
  readonly group: string;
}
type Act = (scene: Scene) => Promise<unknown>;

const losesPost: Record<string, Act> = {
  'is unfriended': ({ circle, ana, ben }) => circle.unfriend(ana, ben),
  unfriends: ({ circle, ana, ben }) => circle.unfriend(ben, ana),
  'is blocked': ({ circle, ana, ben }) => block(circle, ana, ben),
  blocks: ({ circle, ana, ben }) => block(circle, ben, ana),
  'is no reader of the post any more': ({ ana, post }) =>
    ana.client.put(`/api/posts/${post}`, { content: 'mine', visibility_type: 'private' }),
  'loses the post': ({ ana, post }) => ana.client.delete(`/api/posts/${post}`),
};
const losesGroup: Record<string, Act> = {
  leaves: ({ circle, ben, group }) => circle.leave(ben, group),
  'is removed': ({ circle, ana, ben, group }) => circle.removeFromGroup(ana, group, ben),
  'loses the group': ({ circle, ana, group }) => circle.push(ana, 'groups', { id: group, _deleted: true }),
};
const block = (circle: Circle, by: Member, whom: Member) =>
  circle.done(by, 'settings', {
    id: settingId(by.id, settingKey.blocked(whom.id)),
    user_id: by.id,
    key: settingKey.blocked(whom.id),
    value: 'on',
  });

/** The tests with channels at this place, as seen from the process where something happens. */
export function testChannelAccess(place: string, test: PlaceTest): void {
  test.for(Object.entries(losesPost))(`who %s hears that the comments are closed (${place})`, async ([, act], { at, listen }) => {
    const { circle, url, ana, ben } = await at();
    const post = await circle.post(ana);
    const [comments, posts] = [await listen(ben, `comments:${post}`, { url }), await listen(ben, 'posts', { url })];
    await act({ circle, ana, ben, post, group: '' });
    await comments.until(() => comments.ended());
    expect(comments.events.at(-1)).toMatchObject({ name: 'closed', data: { channel: `comments:${post}`, reason: 'gone' } });
    const late = await circle.comment(ana, post).catch(() => 'deleted');
    const hidden = await circle.post(ana, { audience: 'private' });
    // A later event on the channel that goes on shows that nothing was merely late.
    const own = await circle.post(ben);
    await posts.hears('insert', own);
    const waitForBus = JSON.stringify([comments.events, posts.events]);
    expect(waitForBus).not.toContain(late);
    expect(waitForBus).not.toContain(hidden);
    expect(posts.ended()).toBe(false);
  });

  test.for(Object.entries(losesGroup))(`who %s hears that the messages are closed (${place})`, async ([, act], { at, listen }) => {
    const { circle, url, ana, ben } = await at();
    const group = await circle.group(ana, ben);
    const channel = await listen(ben, `group_messages:${group}`, { url });
    await act({ circle, ana, ben, post: '', group });
    await channel.until(() => channel.ended());
    expect(channel.events.at(-1)).toMatchObject({ name: 'closed', data: { reason: 'gone' } });
  });

  test(`who is unfriended goes on in posts, told to read again, and hears nothing more of the other (${place})`, async ({ at, listen }) => {
    const { circle, url, ana, ben, carl } = await at();
    await circle.befriend(ben, carl);
    const channel = await listen(ben, 'posts', { url });
    const before = await circle.post(ana);
    await channel.hears('insert', before);
    await circle.unfriend(ana, ben);
    await channel.until(() => channel.named('resync').length > 0);
    const after = await circle.post(ana);
    const carls = await circle.post(carl);
    await channel.hears('insert', carls);
    expect(JSON.stringify(channel.events)).not.toContain(after);
  });

  test(`a session that ends takes its channels along, and no others (${place})`, async ({ at, listen }) => {
    const { circle, url, ben } = await at();
    const session = await circle.openSession(ben);
    const [ending, staying] = [await listen(ben, 'posts', { url, token: session.accessToken }), await listen(ben, 'posts', { url })];
    expect((await ben.client.delete(`/api/auth/sessions/${session.sessionId}`)).status).toBe(200);
    await ending.until(() => ending.ended());
    expect(ending.events.at(-1)).toMatchObject({ name: 'closed', data: { channel: 'posts', reason: 'session_ended' } });
    const post = await circle.post(ben);
    await staying.hears('insert', post);
    expect((await listen(ben, 'posts', { url, token: session.accessToken })).status).toBe(401);
  });

  test(`an account that is deleted takes its channels along (${place})`, async ({ at, listen }) => {
    const { url, ben } = await at();
    const channel = await listen(ben, 'notifications', { url });
    expect((await ben.client.call('DELETE', '/api/profiles/me', { confirmation: 'DELETE' })).status).toBe(200);
    await channel.until(() => channel.ended());
    expect(channel.events.at(-1)?.name).toBe('closed');
  });
}
