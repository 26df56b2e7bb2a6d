/** Reading and letting go of notifications, here at once and on every other device after sync. */
import { settingKey } from '../../../schemas/profiles/setting-keys.ts';
import type { LocalRow } from '../../../workers/device/local-row.ts';
import type { LocalStore } from './local-store.tsx';
import { change, remove } from './local-write.ts';
import { writeSetting } from './write-setting.ts';

/** Marks those that are held, unread and about this read. */
export async function markReadWhere(store: LocalStore, concerns: (row: LocalRow<'notifications'>) => boolean): Promise<void> {
  const unread = await store.collections.notifications.find({ selector: { is_read: false } }).exec();
  const rows = unread.filter((row) => concerns(row));
  await Promise.all(rows.map((row) => change(store, 'notifications', row.id, { is_read: true })));
}

export const markRead = (store: LocalStore, ids: readonly string[]): Promise<void> => markReadWhere(store, (row) => ids.includes(row.id));

/**
 * Marks all as read that this device stores, by one write that names the newest of them. The rows show it at once. They are not pending
 * themselves: the write's command marks them on the server.
 */
export async function markAllRead(store: LocalStore): Promise<void> {
  const unread = await store.collections.notifications.find({ selector: { is_read: false }, sort: [{ newest: 'asc' }] }).exec();
  if (!unread[0]) return;
  await writeSetting(store, settingKey.notificationsRead, unread[0].created_at);
  await Promise.all(unread.map((row) => row.incrementalPatch({ is_read: true })));
}

export async function deleteNotifications(store: LocalStore, ids: readonly string[]): Promise<void> {
  await Promise.all(ids.map((id) => remove(store, 'notifications', id)));
}
