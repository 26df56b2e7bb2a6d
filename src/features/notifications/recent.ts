import { NOTIFICATION_DAYS } from '../../../schemas/notifications/notification-limits.ts';
import type { LocalRow } from '../../../workers/device/local-row.ts';

const DAYS_MS = NOTIFICATION_DAYS * 24 * 60 * 60 * 1000;

export type NotificationRow = LocalRow<'notifications'>;

/**
 * The notifications of the last days. `atLeast` is the earliest time that the server's clock may show, so no notification is dropped too
 * early.
 */
export function recentOf(rows: readonly NotificationRow[], atLeast: number): readonly NotificationRow[] {
  const since = atLeast - DAYS_MS;
  return rows.filter((row) => Date.parse(row.created_at) > since);
}

/** When the oldest of these rows, sorted newest first, becomes too old to be listed; undefined if there are none. */
export function oldestEnds(recent: readonly NotificationRow[]): number | undefined {
  const oldest = recent.at(-1);
  return oldest && Date.parse(oldest.created_at) + DAYS_MS;
}
