import { Hono } from 'hono';
import type { AppEnv } from '../../http/app-env.ts';
import { ok, refusalResponse } from '../../http/errors/envelope.ts';
import type { FeatureDeps } from '../../rest/feature-deps.ts';
import { pathId } from '../../rest/path-id.ts';
import { readFor } from '../../rest/reading.ts';
import { writeOf } from '../../rest/repeatable.ts';
import { deleteNotification } from './delete-notification.ts';
import { markAllRead } from './mark-all-read.ts';
import { markRead } from './mark-read.ts';
import { newestNotifications } from './notification-views.ts';

/** Notifications of the last days: list, mark as read, delete. */
export function notificationRoutes(deps: FeatureDeps): Hono<AppEnv> {
  const { engine } = deps;
  const routes = new Hono<AppEnv>();

  routes.get('/notifications', async (c) => {
    await engine.settled();
    const items = await readFor(deps, c, newestNotifications);
    return ok(c, { items, unread_count: items.filter((item) => !item.is_read).length });
  });

  routes.put('/notifications/read-all', async (c) => {
    await engine.run(c.get('actor'), writeOf(c), (context) => markAllRead(context, {}));
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
