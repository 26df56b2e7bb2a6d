/** When a member deletes their account, others lose every notification about what they can no longer read, and keep all others. */
import { expect } from 'vitest';
import { type Member, test as serverTest } from '../../../tests/support/fixtures/server.ts';

const test = serverTest
  /** Signs up members with these names; the names are unique in the file. */
  .extend(
    'signUp',
    ({ circle }) =>
      (...names: readonly string[]) =>
        Promise.all(names.map((name) => circle.signUp(name))),
  )
  .extend('befriend', ({ circle }) => async (...pairs: readonly (readonly [Member, Member])[]) => {
    for (const [one, other] of pairs) await circle.befriend(one, other);
  })
  .extend('leave', () => async (member: Member) => {
    const answer = await member.client.call('DELETE', '/api/profiles/me', { confirmation: 'DELETE', current_password: member.password });
    expect(answer.status).toBe(200);
  })
  /**
   * A member's notifications as REST lists them: `type by name`. Leaves out what the set-up makes: friend requests and invitations into
   * groups.
   */
  .extend('noticesOf', () => async (member: Member): Promise<string[]> => {
    const { body } = await member.client.get('/api/notifications');
    const items: { notification_type: string; related_user: { name: string } | null }[] = body.data.items;
    return items
      .map((item) => `${item.notification_type} by ${item.related_user?.name ?? 'nobody'}`)
      .filter((words) => !/^(friend_request_(sent|accepted)|group_invitation)/.test(words))
      .sort();
  })
  /** whether each notification's latest entry in the log of its recipient says that it is removed */
  .extend('removedFromDevices', ({ db }) => async (member: Member): Promise<boolean> => {
    const rows = await db.sql<{ removed: boolean; exists: boolean }[]>`
      select c.removed, exists (select from notifications n where n.id::text = c.doc_id) as exists
      from changes c join scopes s on s.id = c.scope_id
      where s.kind = 'self' and s.owner = ${member.id} and c.collection = 'notifications'`;
    return rows.every((row) => row.removed !== row.exists);
  });

test('a member who read a post only by way of the deleted member loses the notifications of what is below it', async ({
  circle,
  signUp,
  befriend,
  leave,
  noticesOf,
  removedFromDevices,
}) => {
  const [ana, max, carl, dora] = await signUp('Ana Far', 'Max Between', 'Carl Far', 'Dora Far');
  if (!ana || !max || !carl || !dora) throw new Error('nobody signed up');
  await befriend([ana, max], [max, carl], [carl, dora]);
  const post = await circle.post(carl, { audience: 'friends_of_friends' });
  const comment = await circle.comment(ana, post);
  await circle.react(dora, 'comment', comment);
  // A post that Ana still reads afterwards: the notification about it stays.
  const own = await circle.post(ana);
  await circle.comment(max, own);
  expect(await noticesOf(ana)).toEqual(['comment_reaction by Dora Far', 'post_commented by Max Between']);

  await leave(max);

  expect((await ana.client.get(`/api/posts/${post}`)).status).toBe(404);
  expect(await noticesOf(ana)).toEqual([]);
  expect(await removedFromDevices(ana)).toBe(true);
  expect(await noticesOf(carl)).toEqual(['post_commented by Ana Far']);
  expect(await noticesOf(dora)).toEqual(['post_created by Carl Far']);
});

test('a former friend who still read by way of the deleted member loses the notification of the post', async ({
  circle,
  signUp,
  befriend,
  leave,
  noticesOf,
  removedFromDevices,
}) => {
  const [ana, ben, max, eva] = await signUp('Ana Near', 'Ben Former', 'Max Common', 'Eva Near');
  if (!ana || !ben || !max || !eva) throw new Error('nobody signed up');
  await befriend([ana, ben], [ana, max], [max, ben], [ana, eva], [eva, max]);
  await circle.post(ana, { audience: 'public' });
  await circle.post(ana, { audience: 'specific', chosen: [ben, eva] });
  await circle.unfriend(ben, ana);
  expect(await noticesOf(ben)).toEqual(['post_created by Ana Near', 'post_created by Ana Near']);

  await leave(max);

  expect(await noticesOf(ben)).toEqual([]);
  expect(await removedFromDevices(ben)).toBe(true);
  // Eva is a friend of Ana's herself.
  expect(await noticesOf(eva)).toEqual(['post_created by Ana Near', 'post_created by Ana Near']);
});

test('former friends who have another friend in common keep what they read by way of that friend', async ({
  circle,
  signUp,
  befriend,
  leave,
  noticesOf,
}) => {
  const [ana, ben, max, mia] = await signUp('Ana Twice', 'Ben Twice', 'Max Twice', 'Mia Twice');
  if (!ana || !ben || !max || !mia) throw new Error('nobody signed up');
  await befriend([ana, max], [max, ben], [ana, mia], [mia, ben]);
  const post = await circle.post(ana, { audience: 'friends_of_friends' });
  await circle.react(ana, 'comment', await circle.comment(ben, post));

  await leave(max);
  expect(await noticesOf(ben)).toEqual(['comment_reaction by Ana Twice']);
  await leave(mia);
  expect(await noticesOf(ben)).toEqual([]);
});

test('an invitation that goes with the account takes its notification along', async ({
  circle,
  db,
  signUp,
  leave,
  noticesOf,
  removedFromDevices,
}) => {
  const [ana, max] = await signUp('Ana Asks', 'Max Declines');
  if (!ana || !max) throw new Error('nobody signed up');
  const id = await circle.invite(ana, { email: max.email });
  await circle.respond(max, id, 'declined');
  // It names nobody: Ana typed an address.
  expect(await noticesOf(ana)).toEqual(['friend_request_declined by nobody']);

  await leave(max);

  expect(await db.sql`select from friend_invitations where id = ${id}`).toHaveLength(0);
  expect(await noticesOf(ana)).toEqual([]);
  expect(await removedFromDevices(ana)).toBe(true);
});

test('a notification about a group passes to the next member who wrote, and ends where nothing unread remains', async ({
  circle,
  db,
  signUp,
  befriend,
  leave,
  noticesOf,
  removedFromDevices,
}) => {
  const [max, ana, ben, carl] = await signUp('Max Writes', 'Ana Writes', 'Ben Reads', 'Carl Writes');
  if (!max || !ana || !ben || !carl) throw new Error('nobody signed up');
  await befriend([max, ana], [max, ben], [max, carl]);
  const group = await circle.group(max, ana, ben, carl);
  const alone = await circle.group(max, ben);
  await circle.message(max, group);
  await circle.message(max, alone);
  const deleted = await circle.message(carl, group);
  const next = await circle.message(ana, group);
  await circle.message(carl, group);
  await circle.done(carl, 'group_messages', { ...circle.messageDocument(carl, group, ''), id: deleted, is_deleted: true });
  expect(await noticesOf(ben)).toEqual(['group_message by Max Writes', 'group_message by Max Writes']);
  const [before] = await db.sql<{ id: string }[]>`
    select id from notifications where user_id = ${ben.id} and related_group_id = ${group} and notification_type = 'group_message'`;

  await leave(max);

  expect(await noticesOf(ben)).toEqual(['group_message by Ana Writes']);
  expect(await removedFromDevices(ben)).toBe(true);
  const [row] = await db.sql<{ id: string; of_message: boolean }[]>`
    select n.id, n.created_at = m.created_at as of_message
    from notifications n, group_messages m where n.user_id = ${ben.id} and n.notification_type = 'group_message' and m.id = ${next}`;
  expect(row).toEqual({ id: before?.id, of_message: true });
  // What Ben's device has is the same row, changed.
  expect(await circle.visibleRow(ben, 'notifications', row?.id ?? '')).toMatchObject({ related_user_name: 'Ana Writes', is_read: false });
});
