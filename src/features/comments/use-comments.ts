import type { LocalRow } from '../../../workers/device/local-row.ts';
import { useLiveQuery } from '../../data/store/local-store.tsx';
import { commentsOfPost } from '../../first/first-queries.ts';
import { useNotBlocked } from '../friends/blocking/use-blocked.ts';

export const authorOf = (comment: Pick<LocalRow<'comments'>, 'author_id'>): string => comment.author_id;

/**
 * The comments of a post, oldest first. Tombstones keep their place; comments by blocked members are left out. Undefined until the local
 * store has answered.
 */
export function useComments(postId: string): readonly LocalRow<'comments'>[] | undefined {
  const { rows } = useLiveQuery((store) => store.collections.comments.find(commentsOfPost(postId)), [postId]);
  return useNotBlocked(rows, authorOf);
}
