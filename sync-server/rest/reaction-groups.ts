import * as z from 'zod/mini';
import { uuidSchema } from '../../schemas/base/ids.ts';
import type { ReactionTarget } from '../../schemas/reactions/reaction-target.ts';
import { groupedBy } from '../db/grouped-by.ts';
import { batchQueriesPerTransaction } from '../db/pool/batch-queries.ts';
import type { Tx } from '../db/pool/transaction.ts';
import type { Reading } from './reading.ts';
import { visibleRows } from './visible-rows.ts';

/** How many targets one request may ask about. */
export const TARGETS_MAX = 200;
/** How many emoji of a target are returned: the most used ones. */
export const EMOJI_OF_TARGET_MAX = 50;
/** How many people are named for an emoji: those who gave it first. The count includes all. */
export const NAMED_MAX = 100;
/** How many people one answer names in total: at least one for each emoji, however many there are. */
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

/** The reactions to one target, as they are returned. */
export const reactionGroupsSchema = z.array(reactionGroupSchema).check(z.maxLength(EMOJI_OF_TARGET_MAX));

interface NamedReaction {
  readonly id: string;
  readonly target_id: string;
  /** of all reactions with this emoji */
  readonly count: number;
  /** the viewers of this query who gave this emoji */
  readonly given_by: readonly string[];
}

interface GroupsRequest {
  readonly viewer: string;
  readonly type: ReactionTarget;
  readonly targetIds: readonly string[];
}

/**
 * Requests of one turn of the event loop share one statement, if they are about one type and together about at most `TARGETS_MAX` targets.
 */
const namedReactions = batchQueriesPerTransaction(
  async (tx: Tx, requests: readonly GroupsRequest[]): Promise<Map<GroupsRequest, readonly NamedReaction[]>> => {
    const groups = [...groupedBy(requests, ({ type }) => type).values()].flatMap((ofOneType) =>
      new Set(ofOneType.flatMap(({ targetIds }) => targetIds)).size <= TARGETS_MAX ? [ofOneType] : ofOneType.map((one) => [one]),
    );
    const answers = await Promise.all(groups.map((group) => readNamed(tx, group)));
    return new Map(
      groups.flatMap((group, nth) =>
        group.map((one) => [one, (answers[nth] ?? []).filter(({ target_id }) => one.targetIds.includes(target_id))] as const),
      ),
    );
  },
);

function readNamed(tx: Tx, requests: readonly GroupsRequest[]) {
  const type = requests[0]?.type ?? null;
  const targetIds = [...new Set(requests.flatMap((one) => one.targetIds))];
  // The first person of each emoji comes before the second of any: if there are too many, every emoji keeps some.
  return tx<NamedReaction[]>`
    with held as (
      select target_id, user_id, emoji_code, created_at from post_reactions
      where target_id = any (${targetIds}::uuid[]) and target_type = ${type}
      union all
      select message_id, user_id, emoji, created_at from group_message_reactions
      where message_id = any (${targetIds}::uuid[]) and ${type} = 'message'
    ), emoji as (
      select target_id, emoji_code, count(*)::int as count,
        coalesce(array_agg(user_id) filter (where user_id = any (${requests.map(({ viewer }) => viewer)}::uuid[])), '{}') as given_by,
        row_number() over (partition by target_id order by count(*) desc, min(created_at), emoji_code) as place
      from held group by target_id, emoji_code
    ), people as (
      select target_id, emoji_code, user_id,
        row_number() over (partition by target_id, emoji_code order by created_at, user_id) as place
      from held
    )
    select target_id, concat_ws('|', target_id, p.user_id, emoji_code) as id, e.count, e.given_by
    from emoji e join people p using (target_id, emoji_code)
    where e.place <= ${EMOJI_OF_TARGET_MAX} and p.place <= ${NAMED_MAX}
    order by p.place, e.place, target_id
    limit ${NAMED_IN_ALL_MAX}`;
}

/**
 * The reactions to these targets of one type, by target and emoji, the most used first. The viewer must be allowed to read the targets. All
 * reactions to a target have its readers, so they are counted without asking for each. A caller that is not sure of the viewer's access
 * checks it first: "nobody reacted" is answered faster than "somebody did", which would reveal something.
 */
export async function reactionGroups(
  reading: Reading,
  type: ReactionTarget,
  targetIds: readonly string[],
): Promise<Map<string, ReactionGroup[]>> {
  if (targetIds.length === 0) return new Map();
  const { tx, viewer } = reading;
  const named = (await namedReactions(tx, { viewer, type, targetIds })) ?? [];
  if (named.length === 0) return new Map();
  const ids = named.map((row) => row.id);
  const visible = await visibleRows(reading, 'reactions', ids);
  const reactions = new Map(visible.map((reaction) => [reaction.id, reaction]));
  const groups = new Map<string, Map<string, ReactionGroup>>();
  for (const { id, count, given_by } of named) {
    const reaction = reactions.get(id);
    if (!reaction) continue;
    const { emoji_code } = reaction;
    const ofTarget = groups.get(reaction.target_id) ?? new Map<string, ReactionGroup>();
    groups.set(reaction.target_id, ofTarget);
    const user = { user_id: reaction.user_id, display_name: reaction.user_name, profile_image_url: reaction.user_profile_image };
    const group = ofTarget.get(emoji_code) ?? { emoji_code, count, user_reacted: given_by.includes(viewer), users: [] };
    ofTarget.set(emoji_code, { ...group, users: [...group.users, user] });
  }
  return new Map([...groups].map(([targetId, ofTarget]) => [targetId, [...ofTarget.values()]]));
}
