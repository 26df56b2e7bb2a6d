import { Hono } from 'hono';
import { NOTIFICATION_DAYS, NOTIFICATIONS_MAX } from '../../../schemas/notifications/notification.ts';
import { snippet } from '../../../schemas/notifications/snippet.ts';
import type { Tx } from '../../db/transaction.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { ok, refusalResponse } from '../../http/envelope.ts';
import type { FeatureDeps } from '../rest/feature-deps.ts';
import { pathId } from '../rest/path-id.ts';
import { writeOf } from '../rest/repeatable.ts';
import { visibleRows } from '../rest/visible-rows.ts';
import { deleteNotification } from './delete-notification.ts';
import { markAllRead } from './mark-all-read.ts';
import { markRead } from './mark-read.ts';

/** Notifications of the last days: list, mark as read, delete. */
export function notificationRoutes({ engine, database }: FeatureDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  /** What is shown of the post is what the viewer may read of it now; where that is nothing, nothing is. */
  async function notificationViews(tx: Tx, viewer: string) {
    const held = await tx<{ id: string }[]>`
      select id from notifications
      where user_id = ${viewer} and created_at > now() - make_interval(days => ${NOTIFICATION_DAYS})
      order by created_at desc, id desc limit ${NOTIFICATIONS_MAX}`;
    const rows = await visibleRows(
      engine,
      tx,
      viewer,
      'notifications',
      held.map((row) => row.id),
    );
    const posts = await visibleRows(
      engine,
      tx,
      viewer,
      'posts',
      rows.flatMap((row) => row.related_post_id ?? []),
    );
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

  routes.get('/notifications', async (c) => {
    await engine.settled();
    const items = await database.read((tx) => notificationViews(tx, c.get('actor').userId));
    return ok(c, { items, unread_count: items.filter((item) => !item.is_read).length });
  });

  routes.put('/notifications/read-all', async (c) => {
    await engine.run(c.get('actor'), writeOf(c), (context) => markAllRead(context));
    return ok(c, { is_read: true });
  });

  routes.put('/notifications/:id/read', async (c) => {
    const id = pathId(c, 'id', 'NOT_FOUND');
    const verdict = await engine.run(c.get('actor'), writeOf(c), (context) => markRead(context, { id }));
    return verdict.allowed ? ok(c, { id, is_read: true }) : refusalResponse(c, verdict.code);
  });

  routes.delete('/notifications/:id', async (c) => {
    const id = pathId(c, 'id', 'NOT_FOUND');
    const verdict = await engine.run(c.get('actor'), writeOf(c), (context) => deleteNotification(context, { id }));
    return verdict.allowed ? ok(c, { id }) : refusalResponse(c, verdict.code);
  });

  return routes;
}
