import { Hono } from 'hono';
import * as z from 'zod/mini';
import type { AppEnv } from '../../http/app-env.ts';
import { ok, refusalResponse } from '../../http/errors/envelope.ts';
import { readJson } from '../../http/read-body.ts';
import type { FeatureDeps } from '../../rest/feature-deps.ts';
import { reactionGroups } from '../../rest/reaction-groups.ts';
import { readFor } from '../../rest/reading.ts';
import { writeOf } from '../../rest/repeatable.ts';
import { atMessage, MESSAGE_PATHS, messageOfPath } from '../messages/message-routes.ts';
import { emojiInput } from './emoji-input.ts';
import { toggleReaction } from './toggle-reaction.ts';

export const reactSchema = z.object({ emoji: emojiInput });
const REACT_PATHS = MESSAGE_PATHS.map((path) => `${path}/react`);

/** Adds the member's reaction to a message, or removes it. */
export function messageReactionRoutes(deps: FeatureDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.on('POST', REACT_PATHS, async (c) => {
    const actor = c.get('actor');
    const path = messageOfPath(c);
    const { emoji } = await readJson(c, reactSchema);
    const toggle = { target_type: 'message', target_id: path.id, user_id: actor.userId, emoji_code: emoji } as const;
    const verdict = await deps.engine.run(actor, writeOf(c), (context) =>
      atMessage(context, path, (target_id) => toggleReaction(context, { ...toggle, target_id })),
    );
    if (!verdict.allowed) return refusalResponse(c, verdict.code === 'TARGET_NOT_FOUND' ? 'MESSAGE_NOT_FOUND' : verdict.code);
    const after = await readFor(deps, c, (reading) => reactionGroups(reading, 'message', [path.id]));
    return ok(c, { action: verdict.did, reactions: after.get(path.id) ?? [] });
  });

  return routes;
}
