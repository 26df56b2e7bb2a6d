// The link of a notification: as close to its subject as this device can name it.
import type { Notification } from '../../../schemas/notifications/notification.ts';

export interface TargetFacts {
  /** whether the friend request was accepted */
  readonly accepted: boolean;
  /** whether the signed-in member is in the group */
  readonly inGroup: boolean;
  /** the message of the notification, if it is stored */
  readonly messageId: string | undefined;
}

type Related = Pick<
  Notification,
  'notification_type' | 'related_user_id' | 'related_post_id' | 'related_comment_id' | 'related_group_id' | 'related_invitation_id'
>;

const withId = (path: string, parameter: string, id: string | null | undefined): string => (id ? `${path}?${parameter}=${id}` : path);

/** `notification` is where reading goes on; `of` is how many notifications its row stands for. */
export function notificationTarget(notification: Related, facts: TargetFacts, of = 1): string {
  const { related_user_id: user, related_post_id: post, related_group_id: group, related_invitation_id: invitation } = notification;
  const friend = user ? `/friends/${user}` : '/friends';
  switch (notification.notification_type) {
    case 'friend_request_sent':
      return facts.accepted ? friend : withId('/friends', 'invitation', invitation);
    case 'friend_request_accepted':
      return friend;
    case 'friend_request_declined':
      return '/friends';
    case 'group_invitation':
      return facts.inGroup && group ? `/groups/${group}` : withId('/groups', 'invitation', invitation);
    case 'group_message':
      return group ? withId(`/groups/${group}`, 'message', facts.messageId) : '/groups';
    case 'post_created':
      // Several posts of a friend are on the friend's page.
      return of > 1 || !post ? friend : `/posts/${post}`;
    default:
      return post ? withId(`/posts/${post}`, 'comment', notification.related_comment_id) : '/posts';
  }
}
