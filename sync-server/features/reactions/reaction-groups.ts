import * as z from 'zod/mini';
import { uuidSchema } from '../../../schemas/protocol/ids.ts';
import type { ReactionTarget } from '../../../schemas/reactions/reaction.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Engine } from '../../sync/engine.ts';
import { visibleRows } from '../rest/visible-rows.ts';

export const reactionGroupSchema = z.object({
  emoji_code: z.string(),
  count: z.number().check(z.int(), z.positive()),
  user_reacted: z.boolean(),
  users: z.array(z.object({ user_id: uuidSchema, display_name: z.string(), profile_image_url: z.nullable(z.string()) })),
});
export type ReactionGroup = z.infer<typeof reactionGroupSchema>;

/** The reactions to these targets of one type that the viewer may read, by target and emoji, the one used most first. */
export async function reactionGroups(
  engine: Engine,
  tx: Tx,
  viewer: string,
  type: ReactionTarget,
  targetIds: readonly string[],
): Promise<Map<string, ReactionGroup[]>> {
  if (targetIds.length === 0) return new Map();
  const held = await tx<{ id: string }[]>`
    select id from (
      select concat_ws('|', target_id, user_id, emoji_code) as id, created_at, user_id from post_reactions
      where target_id = any (${[...targetIds]}::uuid[]) and target_type = ${type}
      union all
      select concat_ws('|', message_id, user_id, emoji), created_at, user_id from group_message_reactions
      where message_id = any (${[...targetIds]}::uuid[]) and ${type} = 'message'
    ) held
    order by created_at, user_id`;
  const reactions = await visibleRows(
    engine,
    tx,
    viewer,
    'reactions',
    held.map((row) => row.id),
  );
  const groups = new Map<string, Map<string, ReactionGroup>>();
  for (const reaction of reactions) {
    const ofTarget = groups.get(reaction.target_id) ?? new Map<string, ReactionGroup>();
    groups.set(reaction.target_id, ofTarget);
    const before = ofTarget.get(reaction.emoji_code);
    const user = { user_id: reaction.user_id, display_name: reaction.user_name, profile_image_url: reaction.user_profile_image };
    ofTarget.set(reaction.emoji_code, {
      emoji_code: reaction.emoji_code,
      count: (before?.count ?? 0) + 1,
      user_reacted: before?.user_reacted === true || reaction.user_id === viewer,
      users: [...(before?.users ?? []), user],
    });
  }
  return new Map([...groups].map(([targetId, ofTarget]) => [targetId, [...ofTarget.values()].sort((a, b) => b.count - a.count)]));
}
