/** Of notifications, and of what they lead to. What a notification itself says is in `features/notifications/notification-text.ts`. */
export const notificationMessages = {
  NOTIFICATION_UPDATE_FAILED: 'Failed to update notification. Please try again.',
  NOTIFICATION_DELETE_FAILED: 'Failed to delete notification. Please try again.',
  NOTIFICATION_DELETED: 'Notification deleted.',
  NOTIFICATIONS_READ: 'All notifications are read.',
  NOTIFICATIONS_LATER: 'Notifications have not been fetched yet. They will load when you are online.',
  NOTIFICATIONS_NONE: 'Comments, reactions and invitations of the last two days appear here.',
  NOTIFICATIONS_NONE_OFFLINE: 'What happened since you were last online appears here when you are back.',
  INVITATION_LATER: 'This invitation is not on this device yet. It will load when you are online.',
  INVITATION_CLOSED: 'This invitation is no longer open.',
} as const;
