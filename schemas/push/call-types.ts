import { type NotificationType, notificationTypes } from '../notifications/notification-types.ts';

/** What a device can be called about: what makes a notification, and two calls of the server's own. */
export const callTypes = [
  ...notificationTypes,
  /** the member asked for one, to see that it arrives */
  'asked',
  /** what came during the quiet hours and is still unread */
  'summary',
] as const;
export type CallType = NotificationType | 'asked' | 'summary';
