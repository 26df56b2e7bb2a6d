import type { LocalRow } from '../../../workers/device/local-row.ts';
import { useLiveQuery } from '../../data/local-store.tsx';
import { useNotBlocked } from '../friends/use-blocked.ts';

export const authorOf = (comment: Pick<LocalRow<'comments'>, 'author_id'>): string => comment.author_id;

/**
 * The comments of a post, oldest first. Tombstones keep their place; comments by blocked members are left out. Undefined until the local
 * store has answered.
 */
export function useComments(postId: string): readonly LocalRow<'comments'>[] | undefined {
  const { rows } = useLiveQuery(
    (store) =>
      store.collections.comments.find({
        selector: { post_id: postId },
        sort: [{ post_id: 'asc' }, { oldest: 'asc' }],
        index: ['post_id', 'oldest'],
      }),
    [postId],
  );
  return useNotBlocked(rows, authorOf);
}
