import type { Reaction } from '../../../schemas/reactions/reaction.ts';
import type { CollectionFeature, RowRef } from '../../sync/feature.ts';
import { idsOf, type LoadedRow, pairRows } from '../../sync/pull/pair-rows.ts';

type ReactionRow = Reaction & { readonly write_id: string };

/**
 * Reactions to posts and comments are in one table, those to messages in another; to the reader they are alike. The scope says which table
 * is meant: groups read only reactions to messages, and all other scopes only the rest.
 */
export const loadReactions: CollectionFeature['load'] = async (tx, refs) => {
  const toMessages = refs.filter((ref) => ref.scope.kind === 'group');
  const toPosts = refs.filter((ref) => ref.scope.kind !== 'group');
  const [below, inGroups] = await Promise.all([belowPosts(), belowMessages()]);
  return [...below, ...inGroups];

  async function belowPosts(): Promise<LoadedRow[]> {
    if (toPosts.length === 0) return [];
    const rows = await tx<ReactionRow[]>`
      select a.id, r.target_type, r.target_id, r.user_id, r.emoji_code, w.name as user_name, w.profile_image_url as user_profile_image,
        iso_time(r.created_at) as created_at, r.write_id
      from ${requested(toPosts)} a
      join post_reactions r on r.target_id = a.target_id and r.user_id = a.user_id and r.emoji_code = a.emoji_code
      join profiles w on w.id = r.user_id`;
    return pairRows(toPosts, rows);
  }

  async function belowMessages(): Promise<LoadedRow[]> {
    if (toMessages.length === 0) return [];
    const rows = await tx<ReactionRow[]>`
      select a.id, 'message' as target_type, r.message_id as target_id, r.user_id, r.emoji as emoji_code, w.name as user_name,
        w.profile_image_url as user_profile_image, iso_time(r.created_at) as created_at, r.write_id
      from ${requested(toMessages)} a
      join group_message_reactions r on r.message_id = a.target_id and r.user_id = a.user_id and r.emoji = a.emoji_code
      join profiles w on w.id = r.user_id`;
    return pairRows(toMessages, rows);
  }

  function requested(of: readonly RowRef[]) {
    return tx`(
      select id, split_part(id, '|', 1)::uuid as target_id, split_part(id, '|', 2)::uuid as user_id, split_part(id, '|', 3) as emoji_code
      from unnest(${idsOf(of)}::text[]) as id
    )`;
  }
};
