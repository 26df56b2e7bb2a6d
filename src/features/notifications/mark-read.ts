import type { LocalStore } from '../../data/local-store.tsx';
import { change } from '../../data/local-write.ts';

/** Marks one notification read, here at once and on every other device after sync. */
export async function markRead(store: LocalStore, id: string): Promise<void> {
  const row = await store.collections.notifications.findOne(id).exec();
  if (row && !row.is_read) await change(store, 'notifications', id, { is_read: true });
}

/** Marks all that are held read. */
export async function markAllRead(store: LocalStore): Promise<void> {
  const unread = await store.collections.notifications.find({ selector: { is_read: false } }).exec();
  await Promise.all(unread.map((row) => change(store, 'notifications', row.id, { is_read: true })));
}
