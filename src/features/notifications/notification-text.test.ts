import { expect, test } from 'vitest';
import type { Notification } from '../../../schemas/notifications/notification.ts';
import { dayHeading, type NotificationFacts, notificationText } from './notification-text.ts';

const ana: NotificationFacts = { who: 'Ana', groupName: undefined, invitedEmail: undefined };

const sentence = (fields: Pick<Notification, 'notification_type'> & Partial<Notification>, facts: Partial<NotificationFacts> = {}) =>
  notificationText({ emoji_code: null, ...fields }, { ...ana, ...facts })
    .map((part) => part.text)
    .join('');

test('a reaction names its emoji, a group its name where that is held', () => {
  expect(sentence({ notification_type: 'post_reaction', emoji_code: '🎉' })).toBe('Ana reacted 🎉 to your post');
  expect(sentence({ notification_type: 'comment_reaction' })).toBe('Ana reacted to your comment');
  expect(sentence({ notification_type: 'group_invitation' }, { groupName: 'Sunday table' })).toBe('Ana invited you to Sunday table');
  expect(sentence({ notification_type: 'group_message' })).toBe('Ana wrote in a group');
});

test('a refusal that names nobody says which request it was, where that is known', () => {
  const nobody = { who: undefined };
  expect(sentence({ notification_type: 'friend_request_declined' }, { ...nobody, invitedEmail: 'b@kith.test' })).toBe(
    'Your friend request to b@kith.test was declined',
  );
  expect(sentence({ notification_type: 'friend_request_declined' }, nobody)).toBe('Your friend request was declined');
});

test('days have names', () => {
  const now = Date.parse('2026-03-20T12:00:00');
  expect(dayHeading(new Date(now - 60_000).toISOString(), now)).toBe('Today');
  expect(dayHeading(new Date(now - 86_400_000).toISOString(), now)).toBe('Yesterday');
  expect(dayHeading(new Date(now - 2 * 86_400_000).toISOString(), now)).toBe('Wednesday');
  expect(dayHeading(new Date(now - 6 * 86_400_000).toISOString(), now)).toBe('Saturday');
  expect(dayHeading(new Date(now - 7 * 86_400_000).toISOString(), now)).toBe('March 13');
});
