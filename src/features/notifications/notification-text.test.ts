import { expect, test } from 'vitest';
import type { Notification } from '../../../schemas/notifications/notification.ts';
import { dayHeading, notificationTarget, notificationText, snippet } from './notification-text.ts';

const notification = (fields: Partial<Notification>): Notification => ({
  id: 'n',
  user_id: 'me',
  notification_type: 'post_created',
  is_read: false,
  created_at: '2026-03-20T12:00:00.000Z',
  related_user_id: 'ana',
  related_user_name: 'Ana',
  related_user_profile_image_url: null,
  related_post_id: null,
  related_comment_id: null,
  related_group_id: null,
  related_invitation_id: null,
  emoji_code: null,
  ...fields,
});

const sentence = (fields: Partial<Notification>, groupName?: string) =>
  notificationText(notification(fields), { groupName })
    .map((part) => part.text)
    .join('');

test('a reaction names its emoji, a group its name where that is held', () => {
  expect(sentence({ notification_type: 'post_reaction', emoji_code: '🎉' })).toBe('reacted 🎉 to your post');
  expect(sentence({ notification_type: 'comment_reaction' })).toBe('reacted to your comment');
  expect(sentence({ notification_type: 'group_invitation' }, 'Sunday table')).toBe('invited you to Sunday table');
  expect(sentence({ notification_type: 'group_message' })).toBe('wrote in a group');
});

test.each([
  [{ notification_type: 'post_commented', related_post_id: 'p' }, '/posts/p'],
  [{ notification_type: 'comment_reaction', related_post_id: 'p' }, '/posts/p'],
  [{ notification_type: 'friend_request_sent' }, '/friends'],
  [{ notification_type: 'group_invitation', related_group_id: 'g' }, '/groups'],
  [{ notification_type: 'group_message', related_group_id: 'g' }, '/groups/g'],
  [{ notification_type: 'post_created' }, '/posts'],
] satisfies [Partial<Notification>, string][])('%j leads to %s', (fields, path) => {
  expect(notificationTarget(notification(fields))).toBe(path);
});

test('a snippet is one line of at most 100 characters and cuts no emoji in two', () => {
  expect(snippet('  two\n lines ')).toBe('two lines');
  const cut = snippet('🎉'.repeat(150));
  expect([...cut.replace('...', '')]).toHaveLength(100);
  expect(cut).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/);
});

test('days have names', () => {
  const now = Date.parse('2026-03-20T12:00:00');
  expect(dayHeading(new Date(now - 60_000).toISOString(), now)).toBe('Today');
  expect(dayHeading(new Date(now - 86_400_000).toISOString(), now)).toBe('Yesterday');
  expect(dayHeading(new Date(now - 2 * 86_400_000).toISOString(), now)).toBe('Wednesday');
});
