import type { Reaction } from '../../../schemas/reactions/reaction.ts';
import type { CollectionFeature } from '../../sync/feature.ts';
import { idsOf, placeRows } from '../place-rows.ts';

/** Reactions to posts and comments lie in one table, those to messages in another; to the reader they are alike. */
export const loadReactions: CollectionFeature['load'] = async (tx, refs) =>
  placeRows(
    refs,
    await tx<(Reaction & { write_id: string })[]>`
      with asked as (
        select id, split_part(id, '|', 1)::uuid as target_id, split_part(id, '|', 2)::uuid as user_id, split_part(id, '|', 3) as emoji_code
        from unnest(${idsOf(refs)}::text[]) as id
      )
      select a.id, r.target_type, r.target_id, r.user_id, r.emoji_code, w.name as user_name, w.profile_image_url as user_profile_image,
        iso_time(r.created_at) as created_at, r.write_id
      from asked a
      join post_reactions r on r.target_id = a.target_id and r.user_id = a.user_id and r.emoji_code = a.emoji_code
      join profiles w on w.id = r.user_id
      union all
      select a.id, 'message', r.message_id, r.user_id, r.emoji, w.name, w.profile_image_url, iso_time(r.created_at), r.write_id
      from asked a
      join group_message_reactions r on r.message_id = a.target_id and r.user_id = a.user_id and r.emoji = a.emoji_code
      join profiles w on w.id = r.user_id`,
  );
