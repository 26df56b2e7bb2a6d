import { Hono } from 'hono';
import * as z from 'zod/mini';
import { uuidSchema } from '../../../schemas/base/ids.ts';
import { answerWording } from '../../../schemas/wording/answer-wording.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { fail, ok, refusalResponse } from '../../http/errors/envelope.ts';
import { readJson } from '../../http/read-body.ts';
import type { FeatureDeps } from '../../rest/feature-deps.ts';
import { pathId } from '../../rest/path-id.ts';
import { readFor } from '../../rest/reading.ts';
import { writeOf } from '../../rest/repeatable.ts';
import { connectionPath } from './connection-path.ts';
import { friendDetail, relationshipRows } from './friend-detail.ts';
import { friendsOf, networkOf } from './friend-views.ts';
import { unfriend } from './unfriend.ts';

export const targetSchema = z.object({ target_user_id: uuidSchema });
export const pathEndsSchema = z.object({ to_user_id: uuidSchema, op_user_id: uuidSchema });

/** Friends, the network, a friend's page, how members are connected; ending a friendship. */
export function friendRoutes(deps: FeatureDeps): Hono<AppEnv> {
  const { engine } = deps;
  const routes = new Hono<AppEnv>();

  routes.get('/friends', async (c) => {
    return ok(c, { items: await readFor(deps, c, (reading) => friendsOf(reading, reading.viewer)) });
  });

  routes.get('/friends/network', async (c) => {
    return ok(c, { items: await readFor(deps, c, networkOf) });
  });

  routes.get('/friends/:id/detail', async (c) => {
    const id = uuidSchema.safeParse(c.req.param('id').toLowerCase());
    if (!id.success) return fail(c, 404, 'NOT_FOUND', answerWording.FRIEND_NOT_FOUND);
    const answer = await readFor(deps, c, (reading) => friendDetail(reading, id.data));
    if (answer.shown) return ok(c, answer.detail);
    return answer.code === 'NOT_ALLOWED'
      ? fail(c, 403, 'NOT_ALLOWED', answerWording.FRIEND_NOT_DIRECT)
      : fail(c, 404, 'NOT_FOUND', answerWording.FRIEND_NOT_FOUND);
  });

  routes.delete('/friends/:id/unfriend', async (c) => {
    const actor = c.get('actor');
    const friend_id = pathId(c, 'id', 'NOT_FOUND');
    const verdict = await engine.run(actor, writeOf(c), (context) => unfriend(context, { user_id: actor.userId, friend_id }));
    return verdict.allowed ? ok(c, { id: friend_id }) : refusalResponse(c, verdict.code);
  });

  routes.get('/extended-friends/connection-path', async (c) => {
    const asked = pathEndsSchema.safeParse(c.req.query());
    const path = asked.success
      ? await readFor(deps, c, (reading) => connectionPath(reading, asked.data.op_user_id, asked.data.to_user_id))
      : null;
    return path ? ok(c, { path }) : fail(c, 404, 'NOT_FOUND', answerWording.PATH_NONE);
  });

  routes.post('/rpc/get_user_relationship_data', async (c) => {
    const { target_user_id } = await readJson(c, targetSchema);
    return ok(c, { items: await readFor(deps, c, (reading) => relationshipRows(reading, target_user_id)) });
  });

  routes.post('/rpc/get_user_friends_list', async (c) => {
    const { target_user_id } = await readJson(c, targetSchema);
    const friends = await readFor(deps, c, (reading) => friendsOf(reading, target_user_id));
    const items = friends.map(({ friend_id, friend_name, profile_image_url, relationship_type }) => ({
      friend_id,
      friend_name,
      profile_image_url,
      relationship_type,
    }));
    return ok(c, { items });
  });

  return routes;
}
