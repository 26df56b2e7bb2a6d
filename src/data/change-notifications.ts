/** Reading and letting go of notifications, here at once and on every other device after sync. */

import type { LocalRow } from '../../workers/device/local-row.ts';
import type { LocalStore } from './local-store.tsx';
import { change, remove } from './local-write.ts';

/** Marks those that are held, unread and about this read. */
export async function markReadWhere(store: LocalStore, concerns: (row: LocalRow<'notifications'>) => boolean): Promise<void> {
  const unread = await store.collections.notifications.find({ selector: { is_read: false } }).exec();
  const rows = unread.filter((row) => concerns(row));
  await Promise.all(rows.map((row) => change(store, 'notifications', row.id, { is_read: true })));
}

export const markRead = (store: LocalStore, ids: readonly string[]): Promise<void> => markReadWhere(store, (row) => ids.includes(row.id));
export const markAllRead = (store: LocalStore): Promise<void> => markReadWhere(store, () => true);

export async function deleteNotifications(store: LocalStore, ids: readonly string[]): Promise<void> {
  await Promise.all(ids.map((id) => remove(store, 'notifications', id)));
}
