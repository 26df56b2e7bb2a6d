import type { NotificationType } from '../../schemas/notifications/notification.ts';

/** Texts for notifications, and for what they lead to. */
export const notificationsText = {
  updateFailed: 'Failed to update notification. Please try again.',
  deleteFailed: 'Failed to delete notification. Please try again.',
  deleted: 'Notification deleted.',
  allRead: 'All notifications are read.',
  later: 'Notifications have not been fetched yet. They will load when you are online.',
  none: 'Comments, reactions and invitations of the last two days appear here.',
  noneOffline: 'What happened since you were last online appears here when you are back.',
  youAccepted: 'You accepted.',
  youDeclined: 'You declined.',
  invitationLater: 'This invitation is not on this device yet. It will load when you are online.',
  invitationClosed: 'This invitation is no longer open.',
  read: 'Read',
  unread: 'Unread:',
  more: (sentence: string): string => `More: ${sentence}`,
  markRead: 'Mark as read',
  aGroup: 'a group',
  toGroup: (name: string): string => `to ${name}`,
  loading: 'Loading notifications',
  markAllRead: 'Mark all as read',
  undo: 'Undo',
  caughtUp: 'You’re all caught up',
  stay: 'Notifications stay for two days.',
  quiet: 'All quiet',
  reacted: ' reacted ',
  reactedTo: (to: string): string => ` to ${to}`,
  reactedOnly: (to: string): string => ` reacted to ${to}`,
  others: (count: number): string => `${count} others`,
  and: ' and ',
  sharedPost: ' shared a post',
  commented: ' commented on your post',
  yourPost: 'your post',
  yourComment: 'your comment',
  sentRequest: ' sent you a friend request',
  acceptedRequest: ' accepted your friend request',
  declinedRequest: ' declined your friend request',
  invitedTo: ' invited you to ',
  wroteIn: ' wrote in ',
  requestTo: 'Your friend request to ',
  wasDeclined: ' was declined',
  requestDeclined: 'Your friend request was declined',
  title: 'Notifications',
  unreadCount: (count: number): string => `Notifications, ${count} unread`,
} as const;

/** The kinds of notifications that a member can turn on or off. */
export const notificationTypeText: Record<NotificationType, string> = {
  post_created: 'A friend shares a post',
  post_commented: 'Comments on your posts',
  post_reaction: 'Reactions to your posts',
  comment_reaction: 'Reactions to your comments',
  friend_request_sent: 'Friend requests',
  friend_request_accepted: 'Somebody accepts your friend request',
  friend_request_declined: 'Somebody declines your friend request',
  group_invitation: 'Invitations to groups',
  group_message: 'New messages in groups',
};

/** `All`, `None`, `6 of 9`: how many kinds of notifications are on. */
export const notificationsOnText = (on: number, all: number): string => (on === all ? 'All' : on === 0 ? 'None' : `${on} of ${all}`);
