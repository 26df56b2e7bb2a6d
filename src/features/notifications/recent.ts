import { NOTIFICATION_DAYS } from '../../../schemas/notifications/notification.ts';

/** Notifications from before this instant are no longer listed. */
export const recentSince = (now: number): string => new Date(now - NOTIFICATION_DAYS * 24 * 60 * 60 * 1000).toISOString();
