export const NOTIFICATION_DAYS = 2;
export const NOTIFICATIONS_MAX = 50;
