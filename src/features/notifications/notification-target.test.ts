import { expect, test } from 'vitest';
import { notificationTarget, type TargetFacts } from './notification-target.ts';

type Related = Parameters<typeof notificationTarget>[0];
const nothing = {
  related_user_id: null,
  related_post_id: null,
  related_comment_id: null,
  related_group_id: null,
  related_invitation_id: null,
};

test.each([
  [{ notification_type: 'post_created', related_post_id: 'p' }, {}, '/posts/p'],
  [{ notification_type: 'post_reaction', related_post_id: 'p' }, {}, '/posts/p'],
  [{ notification_type: 'post_commented', related_post_id: 'p', related_comment_id: 'c' }, {}, '/posts/p?comment=c'],
  [{ notification_type: 'comment_answered', related_post_id: 'p', related_comment_id: 'c' }, {}, '/posts/p?comment=c'],
  [{ notification_type: 'comment_reaction', related_post_id: 'p', related_comment_id: 'c' }, {}, '/posts/p?comment=c'],
  [{ notification_type: 'friend_request_sent', related_user_id: 'u', related_invitation_id: 'i' }, {}, '/friends?invitation=i'],
  [{ notification_type: 'friend_request_sent', related_user_id: 'u', related_invitation_id: 'i' }, { accepted: true }, '/friends/u'],
  [{ notification_type: 'friend_request_accepted', related_user_id: 'u', related_invitation_id: 'i' }, { accepted: true }, '/friends/u'],
  [{ notification_type: 'friend_request_declined', related_invitation_id: 'i' }, {}, '/friends'],
  [{ notification_type: 'group_invitation', related_group_id: 'g', related_invitation_id: 'i' }, {}, '/groups?invitation=i'],
  [{ notification_type: 'group_invitation', related_group_id: 'g', related_invitation_id: 'i' }, { inGroup: true }, '/groups/g'],
  [{ notification_type: 'group_message', related_group_id: 'g' }, { inGroup: true, messageId: 'm' }, '/groups/g?message=m'],
  [{ notification_type: 'group_message', related_group_id: 'g' }, { inGroup: true }, '/groups/g'],
] satisfies [Partial<Related>, Partial<TargetFacts>, string][])('%j with %j leads to %s', (fields, facts, path) => {
  expect(
    notificationTarget({ ...nothing, ...fields } as Related, { accepted: false, inGroup: false, messageId: undefined, ...facts }),
  ).toBe(path);
});

test('several posts of a friend lead to the friend, one to itself', () => {
  const shared = { ...nothing, notification_type: 'post_created', related_user_id: 'u', related_post_id: 'p' } satisfies Related;
  const facts = { accepted: false, inGroup: false, messageId: undefined };
  expect(notificationTarget(shared, facts)).toBe('/posts/p');
  expect(notificationTarget(shared, facts, 2)).toBe('/friends/u');
});
