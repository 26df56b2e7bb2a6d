import fc from 'fast-check';
import { expect, test } from 'vitest';
import { notificationTypes } from '../../../schemas/notifications/notification.ts';
import { emojiOf, groupNotifications, isUnread, newestOfEach } from './grouped.ts';
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

test('a notification that is no reaction, or has no known target, is not grouped', () => {
  const rows = [
    row({ id: '1', notification_type: 'post_commented', related_post_id: 'p' }),
    row({ id: '2', notification_type: 'post_commented', related_post_id: 'p' }),
    row({ id: '3' }),
    row({ id: '4' }),
  ];
  expect(idsOf(rows)).toEqual([['1'], ['2'], ['3'], ['4']]);
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

test('no notification is lost or listed twice, groups and their rows keep their order, and keys are unique', () => {
  const id = fc.constantFrom('a', 'b', 'c', null);
  const fields = fc.record({
    notification_type: fc.constantFrom(...notificationTypes),
    is_read: fc.boolean(),
    related_user_id: id,
    related_post_id: id,
    related_comment_id: id,
    emoji_code: fc.constantFrom('❤️', '🎉', null),
  });
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
