export const notificationTypes = [
  'post_created',
  'post_commented',
  /** a comment on a post of another member, after a comment of the recipient's */
  'comment_answered',
  'post_reaction',
  'comment_reaction',
  'friend_request_sent',
  'friend_request_accepted',
  'friend_request_declined',
  'group_invitation',
  'group_message',
] as const;
export type NotificationType = (typeof notificationTypes)[number];

/** What a member is notified of who has chosen nothing. `notify_default` in SQL says the same. */
export const notifyDefault = (type: NotificationType): 'on' | 'off' => (type === 'comment_answered' ? 'off' : 'on');

/** Whether a member is notified of a type, by the value of their setting; undefined if they have none. */
export const isNotifiedOf = (type: NotificationType, chosen: string | undefined): boolean => (chosen ?? notifyDefault(type)) === 'on';
