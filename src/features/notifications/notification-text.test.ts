import { expect, test } from 'vitest';
import type { Notification } from '../../../schemas/notifications/notification.ts';
import { type NotificationFacts, notificationText } from './notification-text.ts';

const ana: NotificationFacts = { who: 'Ana', groupName: undefined, invitedEmail: undefined };

const sentence = (fields: Pick<Notification, 'notification_type'>, facts: Partial<NotificationFacts> = {}) =>
  notificationText(fields, { ...ana, ...facts })
    .map((part) => part.text)
    .join('');

test('a reaction names its emoji; a group is named if it is stored', () => {
  expect(sentence({ notification_type: 'post_reaction' }, { emoji: ['🎉'] })).toBe('Ana reacted 🎉 to your post');
  expect(sentence({ notification_type: 'comment_reaction' })).toBe('Ana reacted to your comment');
  expect(sentence({ notification_type: 'group_invitation' }, { groupName: 'Sunday table' })).toBe('Ana invited you to Sunday table');
  expect(sentence({ notification_type: 'group_message' })).toBe('Ana wrote in a group');
});

test.each([
  [['Priya'], 'Ana and Priya reacted to your post'],
  [['Priya', 'Jonas'], 'Ana, Priya and Jonas reacted to your post'],
  [['Priya', 'Jonas', 'Ruth'], 'Ana, Priya and 2 others reacted to your post'],
  [['Priya', 'Jonas', 'Ruth', 'Idris'], 'Ana, Priya and 3 others reacted to your post'],
])('Ana and %j', (others, expected) => {
  expect(sentence({ notification_type: 'post_reaction' }, { others, emoji: ['🎉', '🔥'] })).toBe(expected);
});

test('one person with several emoji is named once, with all of them', () => {
  expect(sentence({ notification_type: 'comment_reaction' }, { emoji: ['🎉', '🔥'] })).toBe('Ana reacted 🎉 🔥 to your comment');
});

test('a declined request names no member, but its address if that is known', () => {
  const nobody = { who: undefined };
  expect(sentence({ notification_type: 'friend_request_declined' }, { ...nobody, invitedEmail: 'b@kith.test' })).toBe(
    'Your friend request to b@kith.test was declined',
  );
  expect(sentence({ notification_type: 'friend_request_declined' }, nobody)).toBe('Your friend request was declined');
});

test('several notifications about one thing are counted, and the post is named', () => {
  const title = 'Written in a tunnel';
  expect(sentence({ notification_type: 'post_commented' }, { title })).toBe('Ana commented on your post');
  expect(sentence({ notification_type: 'post_commented' }, { others: ['Priya'], count: 25, title })).toBe(
    'Ana and Priya · 25 comments under Written in a tunnel',
  );
  expect(sentence({ notification_type: 'post_commented' }, { count: 2 })).toBe('Ana · 2 comments under your post');
  expect(sentence({ notification_type: 'post_created' })).toBe('Ana shared a post');
  expect(sentence({ notification_type: 'post_created' }, { count: 6 })).toBe('Ana shared 6 posts');
  expect(sentence({ notification_type: 'group_message' }, { others: ['Priya'], count: 3, groupName: 'Sunday table' })).toBe(
    'Ana and Priya wrote in Sunday table',
  );
});

test('a further comment names whose post it is on', () => {
  const answered = (facts: Partial<NotificationFacts>) => sentence({ notification_type: 'comment_answered' }, facts);
  expect(answered({ postAuthor: 'Mira' })).toBe('Ana also commented on Mira’s post');
  expect(answered({ postAuthor: null })).toBe('Ana also commented on their own post');
  expect(answered({})).toBe('Ana also commented on a post');
  expect(answered({ postAuthor: 'Mira', others: ['Priya'], count: 3 })).toBe('Ana and Priya · 3 comments under Mira’s post');
});

test.each([
  [{ photos: 1 }, 'Ana shared a photo'],
  [{ photos: 3 }, 'Ana shared 3 photos'],
  [{ photos: 0 }, 'Ana shared a post'],
  [{ photos: 3, count: 2 }, 'Ana shared 2 posts'],
])('a new post of photos alone says so: %j', (facts, expected) => {
  expect(sentence({ notification_type: 'post_created' }, facts)).toBe(expected);
});
