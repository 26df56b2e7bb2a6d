import fc from 'fast-check';
import { expect, test } from 'vitest';
import { notificationTypes } from '../../../schemas/notifications/notification-types.ts';
import { emojiOf, firstUnread, groupNotifications, isUnread, newestOfEach } from './grouped.ts';
import type { NotificationRow } from './recent.ts';

const row = (fields: Partial<NotificationRow>): NotificationRow =>
  ({
    id: 'n',
    notification_type: 'post_reaction',
    is_read: true,
    related_user_id: 'ana',
    related_post_id: null,
    related_comment_id: null,
    emoji_code: null,
    ...fields,
  }) as NotificationRow;
const idsOf = (rows: readonly NotificationRow[]) => groupNotifications(rows).map((group) => group.rows.map(({ id }) => id));

test('reactions to one post or one comment are grouped at the place of the newest one', () => {
  const rows = [
    row({ id: '1', related_post_id: 'p' }),
    row({ id: '2', notification_type: 'post_commented', related_post_id: 'p', related_comment_id: 'c' }),
    row({ id: '3', notification_type: 'comment_reaction', related_post_id: 'p', related_comment_id: 'c' }),
    row({ id: '4', related_post_id: 'q' }),
    row({ id: '5', related_post_id: 'p' }),
    row({ id: '6', notification_type: 'comment_reaction', related_post_id: 'p', related_comment_id: 'c' }),
  ];
  expect(idsOf(rows)).toEqual([['1', '5'], ['2'], ['3', '6'], ['4']]);
});

test('comments are grouped by their post, posts by their author, messages by their group', () => {
  const rows = [
    row({ id: '1', notification_type: 'post_commented', related_post_id: 'p', related_comment_id: 'c', related_user_id: 'ben' }),
    row({ id: '2', notification_type: 'post_created', related_post_id: 'q' }),
    row({ id: '3', notification_type: 'group_message', related_group_id: 'g' }),
    row({ id: '4', notification_type: 'post_commented', related_post_id: 'p', related_comment_id: 'd' }),
    row({ id: '5', notification_type: 'post_created', related_post_id: 'r' }),
    row({ id: '6', notification_type: 'post_created', related_post_id: 's', related_user_id: 'ben' }),
    row({ id: '7', notification_type: 'group_message', related_group_id: 'g', related_user_id: 'ben' }),
    row({ id: '8', notification_type: 'post_commented', related_post_id: 'q', related_comment_id: 'e' }),
    row({ id: '9', notification_type: 'group_invitation', related_group_id: 'g' }),
    row({ id: '10', notification_type: 'comment_answered', related_post_id: 'p', related_comment_id: 'd' }),
    row({ id: '11', notification_type: 'comment_answered', related_post_id: 'p', related_comment_id: 'f', related_user_id: 'ben' }),
  ];
  expect(idsOf(rows)).toEqual([['1', '4'], ['2', '5'], ['3', '7'], ['6'], ['8'], ['9'], ['10', '11']]);
});

test('an invitation, or a notification without a known thing, is not grouped', () => {
  const rows = [
    row({ id: '1', notification_type: 'friend_request_sent' }),
    row({ id: '2', notification_type: 'friend_request_sent' }),
    row({ id: '3' }),
    row({ id: '4' }),
  ];
  expect(idsOf(rows)).toEqual([['1'], ['2'], ['3'], ['4']]);
});

test('reading goes on at the oldest unread notification, else at the newest', () => {
  const grouped = (...read: boolean[]) => {
    const [group] = groupNotifications(read.map((is_read, at) => row({ id: String(at), related_post_id: 'p', is_read })));
    return group && firstUnread(group).id;
  };
  expect(grouped(false, false, true)).toBe('1');
  expect(grouped(true, true)).toBe('0');
});

test('a group is unread if one of its rows is; it lists people and emoji once, newest first', () => {
  const [group] = groupNotifications([
    row({ id: '1', related_post_id: 'p', related_user_id: 'ben', emoji_code: '🎉' }),
    row({ id: '2', related_post_id: 'p', related_user_id: 'ana', emoji_code: '❤️', is_read: false }),
    row({ id: '3', related_post_id: 'p', related_user_id: 'ben', emoji_code: '❤️' }),
  ]);
  if (!group) throw new Error('There is one');
  expect(isUnread(group)).toBe(true);
  expect(newestOfEach(group).map(({ id }) => id)).toEqual(['1', '2']);
  expect(emojiOf(group)).toEqual(['🎉', '❤️']);
});

const id = fc.constantFrom('a', 'b', 'c', null);
const fields = fc.record({
  notification_type: fc.constantFrom(...notificationTypes),
  is_read: fc.boolean(),
  related_user_id: id,
  related_post_id: id,
  related_comment_id: id,
  related_group_id: id,
  emoji_code: fc.constantFrom('❤️', '🎉', null),
});

test('no notification is lost or listed twice, groups and their rows keep their order, and keys are unique', () => {
  fc.assert(
    fc.property(fc.array(fields, { maxLength: 50 }), (listed) => {
      const rows = listed.map((each, at) => row({ ...each, id: `n${at}` }));
      const groups = groupNotifications(rows);
      const places = groups.map((group) => group.rows.map((each) => rows.indexOf(each)));
      const inOrder = (numbers: readonly number[]) => numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0));
      expect(places.flat().sort((a, b) => a - b)).toEqual(rows.map((_, at) => at));
      expect(places.every(inOrder)).toBe(true);
      expect(inOrder(places.map(([first]) => first ?? 0))).toBe(true);
      expect(new Set(groups.map(({ key }) => key)).size).toBe(groups.length);
      expect(groups.some(isUnread)).toBe(rows.some((each) => !each.is_read));
    }),
  );
});

test('a new notification moves only the group that it belongs to, to the top, and changes no key', () => {
  fc.assert(
    fc.property(fc.array(fields, { maxLength: 30 }), fields, (listed, added) => {
      const before = listed.map((each, at) => row({ ...each, id: `n${at}` }));
      const newest = row({ ...added, id: 'new' });
      const after = groupNotifications([newest, ...before]);
      const [top, ...rest] = after;
      expect(top?.rows[0]).toBe(newest);
      expect(rest).toEqual(groupNotifications(before).filter(({ key }) => key !== top?.key));
    }),
  );
});
