import { Hono } from 'hono';
import { settingKey } from '../../../schemas/profiles/setting-keys.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { ok, refusalResponse } from '../../http/errors/envelope.ts';
import { newestPartAnswer, pageBefore } from '../../http/pages.ts';
import type { FeatureDeps } from '../../rest/feature-deps.ts';
import { pathId } from '../../rest/path-id.ts';
import { writeOf } from '../../rest/repeatable.ts';
import { setSetting } from './set-setting.ts';

/**
 * Blocks and unblocks a member, by the same setting that a device writes. Also lists the members whom the caller has blocked, because no
 * device stores their names.
 */
export function blockRoutes({ engine, database }: FeatureDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.on(['PUT', 'DELETE'], '/profiles/:id/block', async (c) => {
    const { userId } = c.get('actor');
    const id = pathId(c, 'id', 'NOT_FOUND');
    const blocked = c.req.method === 'PUT';
    const change = { user_id: userId, key: settingKey.blocked(id), value: blocked ? 'on' : 'off' };
    const verdict = await engine.run({ userId }, writeOf(c), (context) => setSetting(context, change));
    return verdict.allowed ? ok(c, { id, blocked }) : refusalResponse(c, verdict.code);
  });
  routes.get('/friends/blocked', async (c) => {
    const { limit, before } = pageBefore(c.req.query());
    // Times are sent in milliseconds, and a cursor is such a time, so the list is ordered by milliseconds too.
    const people = await database.read(
      (tx) => tx<{ id: string; name: string; created_at: string }[]>`
        select b.blocked_id as id, p.name, iso_time(b.created_at) as created_at
        from blocks b join profiles p on p.id = b.blocked_id, date_trunc('milliseconds', b.created_at) as at
        where b.blocker_id = ${c.get('actor').userId}
          ${before ? tx`and (at, b.blocked_id) < (${before.created_at}::timestamptz, ${before.id}::uuid)` : tx``}
        order by at desc, b.blocked_id desc
        limit ${limit + 1}`,
    );
    return ok(
      c,
      newestPartAnswer(people.slice(0, limit), people.length > limit, (person) => person),
    );
  });
  return routes;
}
