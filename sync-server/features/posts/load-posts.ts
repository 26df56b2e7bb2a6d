import type { Post } from '../../../schemas/posts/post.ts';
import type { CollectionFeature } from '../../sync/feature.ts';
import { idsOf, placeRows } from '../place-rows.ts';

export const loadPosts: CollectionFeature['load'] = async (tx, refs) =>
  placeRows(
    refs,
    await tx<(Post & { write_id: string })[]>`
      select p.id, p.author_id, p.content, p.visibility_type,
        array(select v.user_id from post_visibility v where v.post_id = p.id order by v.user_id) as specific_user_ids,
        iso_time(p.created_at) as created_at, iso_time(p.edited_at) as edited_at, p.write_id
      from posts p
      where p.id = any (${idsOf(refs)}::uuid[])`,
  );
