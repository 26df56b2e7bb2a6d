import type { Comment } from '../../../schemas/comments/comment.ts';
import type { CollectionFeature } from '../../sync/feature.ts';
import { idsOf, placeRows } from '../place-rows.ts';

export const loadComments: CollectionFeature['load'] = async (tx, refs) =>
  placeRows(
    refs,
    await tx<(Comment & { write_id: string })[]>`
      select m.id, m.post_id, m.author_id, w.name as author_name, w.profile_image_url as author_profile_image_url, m.content,
        iso_time(m.created_at) as created_at, iso_time(m.edited_at) as edited_at, m.is_deleted, m.write_id
      from post_comments m
      join profiles w on w.id = m.author_id
      where m.id = any (${idsOf(refs)}::uuid[])`,
  );
