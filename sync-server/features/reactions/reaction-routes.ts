import { Hono } from 'hono';
import * as z from 'zod/mini';
import { uuidSchema } from '../../../schemas/base/ids.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { ok, refusalResponse } from '../../http/errors/envelope.ts';
import { HttpError } from '../../http/errors/http-error.ts';
import { readJson } from '../../http/read-body.ts';
import type { FeatureDeps } from '../../rest/feature-deps.ts';
import { reactionGroups, TARGETS_MAX } from '../../rest/reaction-groups.ts';
import { readFor } from '../../rest/reading.ts';
import { writeOf } from '../../rest/repeatable.ts';
import { visibleRows } from '../../rest/visible-rows.ts';
import { emojiInput } from './emoji-input.ts';
import { toggleReaction } from './toggle-reaction.ts';

export const toggleSchema = z.object({ emoji_code: emojiInput, target_type: z.enum(['post', 'comment']), target_id: uuidSchema });
export const askedSchema = z.object({
  target_type: z.enum(['post', 'comment']),
  target_ids: z.pipe(
    z.pipe(
      z.string(),
      z.transform((text: string) => text.split(',')),
    ),
    z.array(uuidSchema).check(z.maxLength(TARGETS_MAX)),
  ),
});

/** Reactions to posts and comments: toggle the member's own, read those of several targets. */
export function reactionRoutes(deps: FeatureDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  routes.post('/posts/reactions', async (c) => {
    const actor = c.get('actor');
    const toggle = { ...(await readJson(c, toggleSchema)), user_id: actor.userId };
    const verdict = await deps.engine.run(actor, writeOf(c), (context) => toggleReaction(context, toggle));
    if (!verdict.allowed) return refusalResponse(c, verdict.code);
    const after = await readFor(deps, c, (reading) => reactionGroups(reading, toggle.target_type, [toggle.target_id]));
    return ok(c, { action: verdict.did, reactions: after.get(toggle.target_id) ?? [] });
  });

  routes.get('/posts/reactions', async (c) => {
    const asked = askedSchema.safeParse(c.req.query());
    if (!asked.success) throw new HttpError(422);
    const { target_type, target_ids } = asked.data;
    const groups = await readFor(deps, c, async (reading) => {
      const visible = await visibleRows(reading, target_type === 'post' ? 'posts' : 'comments', target_ids);
      const ids = visible.map(({ id }) => id);
      return reactionGroups(reading, target_type, ids);
    });
    const items = target_ids.map((target_id) => ({ target_type, target_id, reactions: groups.get(target_id) ?? [] }));
    return ok(c, { items });
  });

  return routes;
}
