export const notificationTypes = [
  'post_created',
  'post_commented',
  'post_reaction',
  'comment_reaction',
  'friend_request_sent',
  'friend_request_accepted',
  'friend_request_declined',
  'group_invitation',
  'group_message',
] as const;
export type NotificationType = (typeof notificationTypes)[number];
