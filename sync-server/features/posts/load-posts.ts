import type { Post } from '../../../schemas/posts/post.ts';
import type { CollectionFeature } from '../../sync/feature.ts';
import { idsOf, pairRows } from '../../sync/pair-rows.ts';

export const loadPosts: CollectionFeature['load'] = async (tx, refs) =>
  pairRows(
    refs,
    await tx<(Post & { write_id: string })[]>`
      select * from post_rows where id = any (${idsOf(refs)}::uuid[])`,
  );
