import type { Notification } from '../../../schemas/notifications/notification.ts';
import { NOTIFICATION_DAYS, NOTIFICATIONS_MAX } from '../../../schemas/notifications/notification-limits.ts';
import { snippet } from '../../../schemas/notifications/snippet.ts';
import type { Person } from '../../../schemas/profiles/person.ts';
import type { Reading } from '../../rest/reading.ts';
import { visibleRows } from '../../rest/visible-rows.ts';

/** A notification as REST shows it to its recipient. */
export interface NotificationView extends Omit<Notification, 'related_user_name' | 'related_user_profile_image_url'> {
  readonly related_user: Person | null;
  readonly related_post: { readonly content: string } | null;
}

/** The given notifications that are the viewer's. The text of a post is shown as the viewer may read it now, or not at all. */
export async function notificationViews(reading: Reading, ids: readonly string[]): Promise<NotificationView[]> {
  const rows = await visibleRows(reading, 'notifications', ids);
  const postIds = rows.flatMap((row) => row.related_post_id ?? []);
  const posts = await visibleRows(reading, 'posts', postIds);
  const snippetOf = new Map(posts.map((post) => [post.id, { content: snippet(post.content) }]));
  return rows.map(({ related_user_name, related_user_profile_image_url, ...row }) => ({
    ...row,
    related_user:
      row.related_user_id === null || related_user_name === null
        ? null
        : { id: row.related_user_id, name: related_user_name, profile_image_url: related_user_profile_image_url },
    related_post: row.related_post_id === null ? null : (snippetOf.get(row.related_post_id) ?? null),
  }));
}

/** The viewer's notifications of the last days, newest first. */
export async function newestNotifications(reading: Reading): Promise<NotificationView[]> {
  const held = await reading.tx<{ id: string }[]>`
    select id from notifications
    where user_id = ${reading.viewer} and created_at > now() - make_interval(days => ${NOTIFICATION_DAYS})
    order by created_at desc, id desc limit ${NOTIFICATIONS_MAX}`;
  const ids = held.map((row) => row.id);
  return notificationViews(reading, ids);
}
