import type { Comment } from '../../../schemas/comments/comment.ts';
import type { CollectionFeature } from '../../sync/feature.ts';
import { idsOf, pairRows } from '../../sync/pair-rows.ts';

export const loadComments: CollectionFeature['load'] = async (tx, refs) =>
  pairRows(
    refs,
    await tx<(Comment & { write_id: string })[]>`
      select * from comment_rows where id = any (${idsOf(refs)}::uuid[])`,
  );
