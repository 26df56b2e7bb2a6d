import { expect } from 'vitest';
import { settingId } from '../../../schemas/profiles/profile.ts';
import { settingKey } from '../../../schemas/profiles/setting-kinds.ts';
import { openChannel } from '../../../tests/support/channel-client.ts';
import { acquaintancesIn, test as channelTest } from '../../../tests/support/fixtures/channels.ts';
import { type Circle, circleOf, type Member } from '../../../tests/support/fixtures/server.ts';
import { natsProgram, startNats } from '../../../tests/support/nats.ts';
import { type AppOptions, type StartedApp, startApp } from '../../../tests/support/start-app.ts';
import { until } from '../../../tests/support/until.ts';

/** A channel ends, or goes on without what was lost, the moment its reader may no longer read it. */

// No beat and no heartbeat comes during a test run: whatever arrives was sent at once.
const streamTiming = { beatMs: 3_600_000, heartbeatMs: 3_600_000 };

/** Two processes that communicate over their own NATS server. */
async function startOverNats(on: AppOptions['on'] & { readonly url: string }, publicUrl: string) {
  const nats = await startNats();
  const env = { DATABASE_URL: on.url, PUBLIC_URL: publicUrl, NATS_URL: nats.url };
  const [acting, other] = await Promise.all([startApp({ on, env, streamTiming }), startApp({ on, env, streamTiming })]);
  const close = async () => {
    await Promise.all([acting.close(), other.close()]);
    await nats.stop();
  };
  return { acting, other, close };
}

/** Waits until what happens at one process arrives at the other: a process serves before it has found the bus. */
async function waitForBus(from: StartedApp, at: StartedApp): Promise<void> {
  const circle = circleOf(from);
  const somebody = await circle.signUp('Somebody who is heard');
  const channel = await openChannel(at.url, 'posts', somebody.client.token() ?? '');
  await until(async () => {
    await circle.post(somebody);
    return channel.named('insert').length > 0;
  });
  channel.close();
}

/** Where a channel is open, seen from the process where something happens. Without a NATS server on the machine, that place is left out. */
const places = ['here', 'at another process', ...(natsProgram === null ? [] : (['at another process, over NATS'] as const))] as const;

const test = channelTest
  .extend('serverOptions', { scope: 'file' }, ({ db }): AppOptions => ({ env: { DATABASE_URL: db.url }, streamTiming }))
  .extend('other', { scope: 'file' }, async ({ db, server }, { onCleanup }) => {
    const other = await startApp({ on: db, env: { DATABASE_URL: db.url, PUBLIC_URL: server.url }, streamTiming });
    onCleanup(() => other.close());
    return other;
  })
  .extend('overNats', { scope: 'file' }, async ({ db, server }, { onCleanup }) => {
    if (natsProgram === null) return null;
    const two = await startOverNats(db, server.url);
    onCleanup(() => two.close());
    await waitForBus(two.acting, two.other);
    return two;
  })
  /** Members who act at one process, and the address where their channels are open. */
  .extend('at', ({ server, other, overNats, task }) => async (place: (typeof places)[number]) => {
    const [acting, listening]: (StartedApp | undefined)[] =
      place === 'here' ? [server, server] : place === 'at another process' ? [server, other] : [overNats?.acting, overNats?.other];
    if (!acting || !listening) throw new Error(`there is no process ${place}`);
    const circle = circleOf(acting);
    return { circle, url: listening.url, ...(await acquaintancesIn(circle, task.id)) };
  });

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

for (const place of places) {
  test.for(Object.entries(losesPost))(`who %s hears that the comments are closed (${place})`, async ([, act], { at, listen }) => {
    const { circle, url, ana, ben } = await at(place);
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
    const { circle, url, ana, ben } = await at(place);
    const group = await circle.group(ana, ben);
    const channel = await listen(ben, `group_messages:${group}`, { url });
    await act({ circle, ana, ben, post: '', group });
    await channel.until(() => channel.ended());
    expect(channel.events.at(-1)).toMatchObject({ name: 'closed', data: { reason: 'gone' } });
  });

  test(`who is unfriended goes on in posts, told to read again, and hears nothing more of the other (${place})`, async ({ at, listen }) => {
    const { circle, url, ana, ben, carl } = await at(place);
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
    const { circle, url, ben } = await at(place);
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
    const { url, ben } = await at(place);
    const channel = await listen(ben, 'notifications', { url });
    expect((await ben.client.call('DELETE', '/api/profiles/me', { confirmation: 'DELETE', current_password: ben.password })).status).toBe(
      200,
    );
    await channel.until(() => channel.ended());
    expect(channel.events.at(-1)?.name).toBe('closed');
  });
}

test('something hidden, something missing and an invalid id are answered alike', async ({ circle, listen, people: { ana, ben, carl } }) => {
  const post = await circle.post(ana);
  const group = await circle.group(ana, ben);
  const unknown = '0197aaaa-0000-7000-8000-000000000000';
  for (const [kind, ids] of [
    ['comments', [post, unknown, 'no-id', '']],
    ['group_messages', [group, unknown, 'no-id', '']],
  ] as const) {
    const answers = [];
    for (const id of ids) {
      const channel = await listen(carl, `${kind}:${id}`);
      answers.push({ status: channel.status, body: await channel.body() });
    }
    expect(answers[0]?.status).toBe(404);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  }
  for (const name of ['nothing', 'posts:', `posts:${post}`, 'comments', 'group_messages', 'Posts', 'toString', `reactions:${post}`]) {
    const channel = await listen(ana, name);
    expect(channel.status, name).toBe(404);
    expect(await channel.body()).toMatchObject({ success: false, code: 'NOT_FOUND' });
  }
  expect((await listen(ana, 'posts', { token: 'nobody' })).status).toBe(401);
});
