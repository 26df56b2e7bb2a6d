import * as z from 'zod/mini';
import { uuidSchema } from '../../../schemas/protocol/ids.ts';
import type { ReactionTarget } from '../../../schemas/reactions/reaction.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Engine } from '../../sync/engine.ts';
import { visibleRows } from '../rest/visible-rows.ts';

/** So many targets may be asked for at once. */
export const TARGETS_MAX = 200;
/** So many emoji of a target are told, those that most have given. */
export const EMOJI_OF_TARGET_MAX = 50;
/** So many people of an emoji are named, those who gave it first; the count is of all. */
export const NAMED_MAX = 100;
/** So many people are named in one answer: one for each emoji at least, however many there are. */
export const NAMED_IN_ALL_MAX = TARGETS_MAX * EMOJI_OF_TARGET_MAX;

export const reactionGroupSchema = z.object({
  emoji_code: z.string(),
  count: z.number().check(z.int(), z.positive()),
  user_reacted: z.boolean(),
  users: z
    .array(z.object({ user_id: uuidSchema, display_name: z.string(), profile_image_url: z.nullable(z.string()) }))
    .check(z.maxLength(NAMED_MAX)),
});
export type ReactionGroup = z.infer<typeof reactionGroupSchema>;

/** What is told of the reactions to one target. */
export const reactionGroupsSchema = z.array(reactionGroupSchema).check(z.maxLength(EMOJI_OF_TARGET_MAX));

interface NamedReaction {
  readonly id: string;
  /** of all reactions with this emoji */
  readonly count: number;
  readonly user_reacted: boolean;
}

/**
 * The reactions to these targets of one type that the viewer may read, by target and emoji, the one used most first. All reactions to a
 * target have the same readers, so they are counted where they lie.
 */
export async function reactionGroups(
  engine: Engine,
  tx: Tx,
  viewer: string,
  type: ReactionTarget,
  targetIds: readonly string[],
): Promise<Map<string, ReactionGroup[]>> {
  if (targetIds.length === 0) return new Map();
  // Who is first of each emoji comes before who is second of any: where there are too many, every emoji keeps some.
  const named = await tx<NamedReaction[]>`
    with held as (
      select target_id, user_id, emoji_code, created_at from post_reactions
      where target_id = any (${[...targetIds]}::uuid[]) and target_type = ${type}
      union all
      select message_id, user_id, emoji, created_at from group_message_reactions
      where message_id = any (${[...targetIds]}::uuid[]) and ${type} = 'message'
    ), emoji as (
      select target_id, emoji_code, count(*)::int as count, bool_or(user_id = ${viewer}) as user_reacted,
        row_number() over (partition by target_id order by count(*) desc, min(created_at), emoji_code) as place
      from held group by target_id, emoji_code
    ), people as (
      select target_id, emoji_code, user_id,
        row_number() over (partition by target_id, emoji_code order by created_at, user_id) as place
      from held
    )
    select concat_ws('|', target_id, p.user_id, emoji_code) as id, e.count, e.user_reacted
    from emoji e join people p using (target_id, emoji_code)
    where e.place <= ${EMOJI_OF_TARGET_MAX} and p.place <= ${NAMED_MAX}
    order by p.place, e.place, target_id
    limit ${NAMED_IN_ALL_MAX}`;
  const visible = await visibleRows(
    engine,
    tx,
    viewer,
    'reactions',
    named.map((row) => row.id),
  );
  const reactions = new Map(visible.map((reaction) => [reaction.id, reaction]));
  const groups = new Map<string, Map<string, ReactionGroup>>();
  for (const { id, count, user_reacted } of named) {
    const reaction = reactions.get(id);
    if (!reaction) continue;
    const { emoji_code } = reaction;
    const ofTarget = groups.get(reaction.target_id) ?? new Map<string, ReactionGroup>();
    groups.set(reaction.target_id, ofTarget);
    const user = { user_id: reaction.user_id, display_name: reaction.user_name, profile_image_url: reaction.user_profile_image };
    const group = ofTarget.get(emoji_code) ?? { emoji_code, count, user_reacted, users: [] };
    ofTarget.set(emoji_code, { ...group, users: [...group.users, user] });
  }
  return new Map([...groups].map(([targetId, ofTarget]) => [targetId, [...ofTarget.values()]]));
}
