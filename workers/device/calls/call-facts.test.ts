/** What the local rows say about a call: whether anything is left to call about, and what a ❤️ would go to. */
import { test as base, expect, vi } from 'vitest';
import { comment } from '../../../schemas/comments/comment.ts';
import { group, groupMember } from '../../../schemas/groups/group.ts';
import { groupMemberId } from '../../../schemas/groups/group-member-id.ts';
import { groupMessage } from '../../../schemas/messages/group-message.ts';
import { notification } from '../../../schemas/notifications/notification.ts';
import { post } from '../../../schemas/posts/post.ts';
import { settingId, settingKey } from '../../../schemas/profiles/setting-keys.ts';
import type { Call } from '../../../schemas/push/call.ts';
import { openTestStore, type TestStore } from '../../../tests/support/local-store.ts';
import type { Row } from '../local-row.ts';
import { readCallFacts, unreadCount } from './call-facts.ts';
import { closeReadNotices } from './close-read-notices.ts';

const [ana, ben, postId, commentId, groupId] = ['a', 'b', 'c', 'd', 'e'].map(
  (letter) => `0190a0b0-0000-7000-8000-00000000000${letter}`,
) as [string, string, string, string, string];
const at = (minute: number): string => `2026-11-24T08:0${minute}:00.000Z`;

const test = base.extend<{ store: TestStore }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of fixtures from the pattern
  store: async ({}, use) => {
    const store = await openTestStore(ana, [
      ...(['posts', 'comments', 'groups', 'group_members', 'group_messages', 'notifications', 'settings', 'profiles'] as const),
    ]);
    await use(store);
    await store.close();
  },
});

const none = { by: null, group: null, post_id: null, comment_id: null };
const callOf = (changed: Partial<Call>): Call => ({ type: 'post_commented', event: 'e1', count: 1, unread: 1, ...none, ...changed });
const commented = callOf({ by: { id: ben, name: 'Ben' }, post_id: postId, comment_id: commentId });
const wrote = callOf({ type: 'group_message', by: { id: ben, name: 'Ben' }, group: { id: groupId, name: 'Hiking' } });

const noticeRow = (changed: Partial<Row<'notifications'>> = {}): Row<'notifications'> => ({
  ...(notification.example as Row<'notifications'>),
  user_id: ana,
  related_user_id: ben,
  related_post_id: postId,
  related_comment_id: commentId,
  ...changed,
});
const messageRow = (id: string, minute: number, changed: Partial<Row<'group_messages'>> = {}): Row<'group_messages'> => ({
  ...(groupMessage.example as Row<'group_messages'>),
  id,
  group_id: groupId,
  sender_id: ben,
  created_at: at(minute),
  ...changed,
});

async function storeComment(store: TestStore): Promise<void> {
  await store.storeRow('posts', { ...(post.example as Row<'posts'>), id: postId, author_id: ana });
  await store.storeRow('comments', { ...(comment.example as Row<'comments'>), id: commentId, post_id: postId, author_id: ben });
}
async function storeGroup(store: TestStore): Promise<void> {
  await store.storeRow('groups', { ...(group.example as Row<'groups'>), id: groupId });
  const id = groupMemberId(groupId, ana);
  await store.storeRow('group_members', {
    ...(groupMember.example as Row<'group_members'>),
    ...{ id, group_id: groupId, user_id: ana, joined_at: at(0) },
  });
}
const storeSetting = (store: TestStore, key: string, value: string) =>
  store.storeRow('settings', { id: settingId(ana, key), user_id: ana, key, value });
const isOver = async (store: TestStore, call: Call) => (await readCallFacts(store.collections, ana, call)).isOver;

test('a comment is called about while its notification is unread', async ({ store }) => {
  await storeComment(store);
  expect(await isOver(store, commented)).toBe(true);
  await store.storeRow('notifications', noticeRow({ created_at: at(1) }));
  expect(await readCallFacts(store.collections, ana, commented)).toEqual({
    isOver: false,
    at: at(1),
    heart: { type: 'comment', id: commentId },
  });
  await (await store.collections.notifications.findOne(noticeRow().id).exec())?.incrementalPatch({ is_read: true });
  expect(await isOver(store, commented)).toBe(true);
});

test('a comment that was deleted, and a post that may not be read any more, are not called about', async ({ store }) => {
  await storeComment(store);
  await store.storeRow('notifications', noticeRow());
  await (await store.collections.comments.findOne(commentId).exec())?.incrementalPatch({ is_deleted: true });
  expect(await isOver(store, commented)).toBe(true);
  await (await store.collections.comments.findOne(commentId).exec())?.incrementalPatch({ is_deleted: false });
  expect(await isOver(store, commented)).toBe(false);
  await (await store.collections.posts.findOne(postId).exec())?.remove();
  expect(await isOver(store, commented)).toBe(true);
});

test('a notification about another post is about another call', async ({ store }) => {
  await storeComment(store);
  await store.storeRow('notifications', noticeRow());
  expect(await isOver(store, { ...commented, post_id: groupId })).toBe(true);
  expect(await isOver(store, { ...commented, type: 'post_reaction' })).toBe(true);
});

test('messages count as unread from the position in the group on, those of others alone', async ({ store }) => {
  await storeGroup(store);
  expect(await isOver(store, wrote)).toBe(true);
  await store.storeRow('group_messages', messageRow(postId, 2, { sender_id: ana }));
  expect(await isOver(store, wrote)).toBe(true);
  await store.storeRow('group_messages', messageRow(commentId, 3));
  expect(await readCallFacts(store.collections, ana, wrote)).toEqual({
    isOver: false,
    at: at(3),
    heart: { type: 'message', id: commentId },
  });
  await store.storeRow('group_messages', messageRow(ben, 4));
  // Of two messages no ❤️ can say which.
  expect(await readCallFacts(store.collections, ana, wrote)).toEqual({ isOver: false, at: at(4), heart: null });
  await storeSetting(store, settingKey.groupRead(groupId), at(4));
  expect(await isOver(store, wrote)).toBe(true);
});

test('a group that the member has left is not called about, and neither is who is blocked here', async ({ store }) => {
  await storeGroup(store);
  await store.storeRow('group_messages', messageRow(commentId, 3));
  expect(await isOver(store, wrote)).toBe(false);
  await storeSetting(store, settingKey.blocked(ben), 'on');
  expect(await isOver(store, wrote)).toBe(true);
  expect(await isOver(store, { ...wrote, by: null })).toBe(true);
  await (await store.collections.settings.findOne(settingId(ana, settingKey.blocked(ben))).exec())?.remove();
  await (await store.collections.groups.findOne(groupId).exec())?.remove();
  expect(await isOver(store, wrote)).toBe(true);
});

test('a call that was asked for is never over, and a summary while nothing is unread', async ({ store }) => {
  expect(await isOver(store, callOf({ type: 'asked' }))).toBe(false);
  expect(await isOver(store, callOf({ type: 'summary' }))).toBe(true);
  await store.storeRow('notifications', noticeRow());
  expect(await isOver(store, callOf({ type: 'summary' }))).toBe(false);
});

test('[R-27] the count is that of the bell: unread, of the last two days, by nobody who is blocked', async ({ store }) => {
  await store.storeRow('notifications', noticeRow({ id: postId, created_at: at(1) }));
  await store.storeRow('notifications', noticeRow({ id: commentId, created_at: at(1), is_read: true }));
  await store.storeRow('notifications', noticeRow({ id: groupId, created_at: '2026-11-20T08:00:00.000Z' }));
  const now = Date.parse(at(2));
  expect(await unreadCount(store.collections, now)).toBe(1);
  expect(await unreadCount(store.collections, 0)).toBe(2);
  await storeSetting(store, settingKey.blocked(ben), 'on');
  expect(await unreadCount(store.collections, now)).toBe(0);
});

test('[R-69] notices about what is over are closed, and all others stay', async ({ store }) => {
  await storeGroup(store);
  await store.storeRow('group_messages', messageRow(commentId, 3));
  const notice = (data: unknown) => ({ data, close: vi.fn() });
  const [unread, read, unknown] = [notice({ call: wrote }), notice({ call: commented }), notice(null)];
  const notices = { getNotifications: async () => [unread, read, unknown] as unknown as Notification[] };
  await closeReadNotices(notices, store.collections, ana);
  expect([unread, read, unknown].map(({ close }) => close.mock.calls.length)).toEqual([0, 1, 0]);
});
