import { Hono } from 'hono';
import { settingKey } from '../../../schemas/profiles/setting-kinds.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { ok, refusalResponse } from '../../http/envelope.ts';
import { setSetting } from '../profiles/set-setting.ts';
import type { FeatureDeps } from '../rest/feature-deps.ts';
import { pathId } from '../rest/path-id.ts';
import { writeOf } from '../rest/repeatable.ts';

/** Blocking and unblocking a member: the setting that a device writes. */
export function blockRoutes({ engine }: FeatureDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.on(['PUT', 'DELETE'], '/profiles/:id/block', async (c) => {
    const { userId } = c.get('actor');
    const id = pathId(c, 'id', 'NOT_FOUND');
    const blocked = c.req.method === 'PUT';
    const change = { user_id: userId, key: settingKey.blocked(id), value: blocked ? 'on' : 'off' };
    const verdict = await engine.run({ userId }, writeOf(c), (context) => setSetting(context, change));
    return verdict.allowed ? ok(c, { id, blocked }) : refusalResponse(c, verdict.code);
  });
  return routes;
}
