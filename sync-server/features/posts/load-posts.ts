import type { Post } from '../../../schemas/posts/post.ts';
import type { CollectionFeature } from '../../sync/feature.ts';
import { idsOf, placeRows } from '../../sync/place-rows.ts';

export const loadPosts: CollectionFeature['load'] = async (tx, refs) =>
  placeRows(
    refs,
    await tx<(Post & { write_id: string })[]>`
      select * from post_rows where id = any (${idsOf(refs)}::uuid[])`,
  );
