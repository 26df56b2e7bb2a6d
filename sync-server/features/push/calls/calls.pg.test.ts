/**
 * What devices are called about, and when nobody is called. A line in the table of due work is made due by moving it into the past; between
 * the event and that, each test does what must or must not keep the call.
 */
import { expect } from 'vitest';
import { notificationTypes } from '../../../../schemas/notifications/notification-types.ts';
import { settingKey } from '../../../../schemas/profiles/setting-keys.ts';
import type { Member } from '../../../../tests/support/circle.ts';
import { test as callsTest } from '../../../../tests/support/fixtures/calls.ts';

const test = callsTest
  .extend('deleteMessage', ({ circle, group: group_id }) => (sender: Member, id: string) => {
    const gone = { id, group_id, sender_id: sender.id, content: '', photos: [], reply_to_id: null, is_deleted: true };
    return circle.done(sender, 'group_messages', gone);
  })
  /** the time of a message, as devices have it */
  .extend('timeOf', ({ db }) => async (message: string): Promise<string> => {
    const [row] = await db.sql<{ at: string }[]>`select iso_time(created_at) as at from group_messages where id = ${message}`;
    return row?.at ?? '';
  });

test('every type of notification is called about, by who and where', async ({
  circle,
  people: { ana, ben, cleo, dan, eva },
  acts: { set },
  openPhone,
  calls,
}) => {
  const seen = new Set<string>();
  const expectCalls = async (act: () => Promise<unknown>, expected: readonly string[]): Promise<void> => {
    await calls.forget();
    await act();
    const before = calls.arrived.length;
    expect(await calls.sendAll()).toEqual(expected);
    for (const { call } of calls.arrived.slice(before)) seen.add(call.type);
  };
  await set(ana, settingKey.call('reactions'), 'on');
  await set(ben, settingKey.call('reactions'), 'on');
  await openPhone(eva);

  let post = '';
  let comment = '';
  let group = '';
  await expectCalls(async () => {
    post = await circle.post(ana);
  }, ['Ben: Ana shared a post']);
  await expectCalls(async () => {
    comment = await circle.comment(ben, post);
  }, ['Ana: Ben commented on your post']);
  await set(ben, settingKey.notify('comment_answered'), 'on');
  await expectCalls(() => circle.comment(cleo, post), ['Ana: Cleo commented on your post', 'Ben: Cleo commented where you did']);
  await expectCalls(() => circle.react(ben, 'post', post), ['Ana: Ben reacted to your post']);
  await expectCalls(() => circle.react(ana, 'comment', comment), ['Ben: Ana reacted to your comment']);
  await expectCalls(async () => {
    group = await circle.group(ana);
    await circle.inviteToGroup(ana, group, ben);
  }, ['Ben: Ana invited you to Sunday walks']);
  group = await circle.group(ana, ben);
  await expectCalls(() => circle.message(ana, group), ['Ben: Ana wrote in Sunday walks']);

  let request = '';
  await expectCalls(async () => {
    request = await circle.invite(dan, { member: eva.id });
  }, ['Eva: Dan sent you a friend request']);
  await openPhone(dan);
  await expectCalls(() => circle.respond(eva, request, 'accepted'), ['Dan: Eva accepted your friend request']);
  const declined = await circle.invite(ana, { member: eva.id });
  await expectCalls(() => circle.respond(eva, declined, 'declined'), ['Ana: Your friend request was declined']);
  expect([...seen].sort()).toEqual([...notificationTypes].sort());
});

/** What Ben, or somebody else, does between a message of Ana and the time when it is due. */
const afterMessage = [
  'reads the chat',
  'reads the list of notifications',
  'has the message deleted',
  'leaves',
  'is removed',
  'has the group deleted',
  'mutes the group',
  'mutes the group for an hour',
  'switches calls about messages off',
  'switches notifications of messages off',
  'signs out',
  'has a session that ends',
  'blocks Ana',
  'is blocked by Ana',
  'ends the subscription',
] as const;

test.for(afterMessage)(
  '[R-75] a message calls nobody who, before it is due, %s',
  async (what, { circle, db, people: { ana, ben }, acts: { set, readAll }, phones, group, deleteMessage, timeOf, calls }) => {
    await circle.message(ana, group);
    expect(await calls.sendAll()).toEqual(['Ben: Ana wrote in Sunday walks']);
    await readAll(ben);

    const message = await circle.message(ana, group);
    const acts: Record<(typeof afterMessage)[number], () => Promise<unknown>> = {
      'reads the chat': async () => set(ben, settingKey.groupRead(group), await timeOf(message)),
      'reads the list of notifications': () => readAll(ben),
      'has the message deleted': () => deleteMessage(ana, message),
      leaves: () => circle.leave(ben, group),
      'is removed': () => circle.removeFromGroup(ana, group, ben),
      'has the group deleted': () => circle.done(ana, 'groups', { id: group, _deleted: true }),
      'mutes the group': () => set(ben, settingKey.groupMuted(group), 'on'),
      // Only the calls are asked: the mute withdraws no notification here.
      'mutes the group for an hour': () => db.sql`
      insert into settings (user_id, key, value, write_id)
      select ${ben.id}, ${settingKey.groupMuted(group)}, iso_time(now() + interval '1 hour'), gen_random_uuid()`,
      'switches calls about messages off': () => set(ben, settingKey.call('messages'), 'off'),
      'switches notifications of messages off': () => set(ben, settingKey.notify('group_message'), 'off'),
      'signs out': () => db.sql`delete from sessions where id = ${phones.ben}`,
      'has a session that ends': () => db.sql`update sessions set expires_at = now() where id = ${phones.ben}`,
      'blocks Ana': () => set(ben, settingKey.blocked(ana.id), 'on'),
      'is blocked by Ana': () => set(ana, settingKey.blocked(ben.id), 'on'),
      'ends the subscription': () => db.sql`delete from push_subscriptions where session_id = ${phones.ben}`,
    };
    await acts[what]();
    expect(await calls.sendAll()).toEqual([]);
    expect(await calls.lines()).toEqual([]);
  },
);

const afterPost = [
  'reads it elsewhere',
  'finds it deleted',
  'may not read it any more',
  'ends the friendship',
  'blocks Ana',
  'switches calls about posts off',
] as const;

test.for(afterPost)(
  '[R-75] a post calls nobody who, before it is due, %s',
  async (what, { circle, people: { ana, ben, cleo }, acts: { set, readAll, deletePost, audience }, calls }) => {
    await circle.post(ana);
    expect(await calls.sendAll()).toEqual(['Ben: Ana shared a post']);
    await readAll(ben);

    const post = await circle.post(ana);
    const acts: Record<(typeof afterPost)[number], () => Promise<unknown>> = {
      'reads it elsewhere': () => readAll(ben),
      'finds it deleted': () => deletePost(ana, post),
      'may not read it any more': () => audience(post, 'specific', cleo),
      'ends the friendship': () => circle.unfriend(ben, ana),
      'blocks Ana': () => set(ben, settingKey.blocked(ana.id), 'on'),
      'switches calls about posts off': () => set(ben, settingKey.call('posts'), 'off'),
    };
    await acts[what]();
    expect(await calls.sendAll()).toEqual([]);
  },
);

test('[R-75] comments and reactions that were taken back, and requests that were answered, call nobody', async ({
  circle,
  people: { ana, ben, dan, eva },
  acts: { set, takeBack, deleteComment },
  openPhone,
  calls,
}) => {
  await set(ana, settingKey.call('reactions'), 'on');
  await openPhone(eva);
  const post = await circle.post(ana);
  await calls.forget();
  await deleteComment(ben, await circle.comment(ben, post));
  await takeBack(ben, await circle.react(ben, 'post', post));
  const request = await circle.invite(dan, { member: eva.id });
  await circle.respond(eva, request, 'accepted');
  expect((await calls.lines()).length).toBeGreaterThan(0);
  expect(await calls.sendAll()).toEqual([]);
});

test('[R-69] what is read, deleted or narrowed after a call causes no request', async ({
  circle,
  people: { ana, ben },
  acts: { readAll, deletePost, audience },
  calls,
}) => {
  const [kept, deleted] = [await circle.post(ana), await circle.post(ana)];
  await calls.sendAll();
  const before = calls.requests();
  expect(before).toBe(1);
  await readAll(ben);
  await audience(kept, 'private');
  await deletePost(ana, deleted);
  await circle.engine.settled();
  expect(await calls.lines()).toEqual([]);
  expect(calls.requests()).toBe(before);
});

test('messages of a group within the time are one call with their count; later ones are another with the same tag', async ({
  circle,
  people: { ana, ben, cleo },
  group,
  calls,
}) => {
  await circle.message(ana, group);
  await circle.message(ana, group);
  expect(await calls.lines()).toMatchObject([{ queue: 'call', key: `messages|${group}` }]);
  expect(await calls.sendAll()).toEqual(['Ben: Ana wrote 2 messages in Sunday walks']);
  await circle.message(ana, group);
  await circle.message(cleo, group);
  const last = await circle.message(ana, group);
  expect(await calls.sendAll()).toEqual(['Ana: Cleo wrote in Sunday walks', 'Ben: 3 new messages in Sunday walks']);
  const [first, second] = calls.arrived.filter(({ to }) => to === ben.name);
  expect(second).toMatchObject({ tag: first?.tag, call: { event: last, by: null, group: { id: group, name: 'Sunday walks' } } });
  expect(second?.call.event).not.toBe(first?.call.event);
  expect(second?.message).toMatchObject({ urgency: 'high', topic: first?.message.topic });
});

test('a message calls also a reader who has an unread notification of the group from before', async ({
  circle,
  db,
  people: { ana, ben },
  group,
  calls,
}) => {
  await circle.message(ana, group);
  await calls.forget();
  await circle.message(ana, group);
  expect(
    await db.sql`select from notifications where user_id = ${ben.id} and related_group_id = ${group} and notification_type = 'group_message'`,
  ).toHaveLength(1);
  expect(await calls.sendAll()).toEqual(['Ben: Ana wrote in Sunday walks']);
});

test('a reader of whom only some messages are unread is called about those; who wrote is never called about it', async ({
  circle,
  people: { ana, ben },
  acts: { set },
  group,
  deleteMessage,
  timeOf,
  openPhone,
  people: { cleo },
  calls,
}) => {
  await openPhone(cleo);
  const read = await circle.message(ana, group);
  await circle.message(ben, group);
  await deleteMessage(ana, await circle.message(ana, group));
  await set(cleo, settingKey.groupRead(group), await timeOf(read));
  expect(await calls.sendAll()).toEqual([
    'Ana: Ben wrote in Sunday walks',
    'Ben: Ana wrote in Sunday walks',
    'Cleo: Ben wrote in Sunday walks',
  ]);
});

test('all comments on a post are one call, and reactions another; several posts of a friend are one', async ({
  circle,
  people: { ana, ben, cleo },
  acts: { set },
  calls,
}) => {
  await set(ana, settingKey.call('reactions'), 'on');
  const post = await circle.post(ana);
  await circle.post(ana);
  await calls.sendAll();
  expect(calls.arrived.map(({ title }) => title)).toEqual(['Ana shared 2 posts']);
  await circle.comment(ben, post);
  const last = await circle.comment(cleo, post);
  await circle.react(ben, 'post', post);
  expect(await calls.lines()).toMatchObject([{ key: `post|${post}` }]);
  expect(await calls.sendAll()).toEqual(['Ana: 2 new comments on your post', 'Ana: Ben reacted to your post']);
  const comments = calls.arrived.find(({ call }) => call.type === 'post_commented');
  expect(comments?.call).toMatchObject({ count: 2, by: null, post_id: post, comment_id: last });
  expect(new Set(calls.arrived.map(({ to, tag }) => `${to} ${tag}`)).size).toBe(calls.arrived.length);
});

test('reactions call only who switched that on', async ({ circle, people: { ana, ben }, calls }) => {
  const post = await circle.post(ana);
  await calls.forget();
  await circle.react(ben, 'post', post);
  expect(await calls.sendAll()).toEqual([]);
});

test('[R-81] a call carries the whole unread count of its member, at the time when it is sent', async ({
  circle,
  db,
  people: { ana, ben, cleo },
  group,
  calls,
}) => {
  await circle.post(ana);
  await circle.post(cleo);
  await calls.forget();
  await circle.message(ana, group);
  const [{ count } = { count: 0 }] = await db.sql<{ count: number }[]>`
    select count(*)::int as count from notifications where user_id = ${ben.id} and not is_read`;
  expect(count).toBeGreaterThanOrEqual(3);
  await calls.sendAll();
  expect(calls.arrived.map(({ call }) => call.unread)).toEqual([count]);
  // Older ones than the bell counts.
  await db.sql`update notifications set created_at = now() - interval '3 days' where user_id = ${ben.id} and notification_type = 'post_created'`;
  await circle.message(ana, group);
  await calls.sendAll();
  expect(calls.arrived.at(-1)?.call.unread).toBe(1 + (count - 3));
});

test('no word of a text is in a payload, a line or the log', async ({
  circle,
  people: { ana, ben },
  group,
  calls,
  callLog,
  pushService,
}) => {
  const canary = 'marzipan-canary';
  await circle.message(ana, group, canary);
  const post = await circle.post(ana, { content: canary });
  await circle.comment(ben, post, canary);
  pushService.answer = () => ({ kind: 'refused', status: 400 });
  const lines = JSON.stringify(await calls.lines());
  await calls.sendAll();
  pushService.answer = () => ({ kind: 'accepted' });
  await circle.message(ana, group, canary);
  await calls.sendAll();
  expect(callLog.lines).toHaveLength(3);
  expect(calls.arrived).toHaveLength(1);
  const written = [lines, ...callLog.lines, ...calls.arrived.map(({ message }) => JSON.stringify(message))].join('\n');
  expect(written).not.toContain(canary);
  expect(callLog.lines.join()).not.toContain('push.kith.test');
});
