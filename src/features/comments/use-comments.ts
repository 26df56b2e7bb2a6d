import type { LocalRow } from '../../../schemas/local/local-row.ts';
import { useLiveQuery } from '../../data/local-store.tsx';

/** The comments of a post, oldest first, tombstones in their place; undefined until the local store has answered. */
export function useComments(postId: string): readonly LocalRow<'comments'>[] | undefined {
  return useLiveQuery(
    (store) =>
      store.collections.comments.find({
        selector: { post_id: postId },
        sort: [{ post_id: 'asc' }, { oldest: 'asc' }],
        index: ['post_id', 'oldest'],
      }),
    [postId],
  ).rows;
}
