import { useLiveQuery } from '../../data/local-store.tsx';
import { useNotBlocked } from '../friends/use-blocked.ts';
import { authorOf } from './use-comments.ts';

/** How many comments of a post stand, without deleted ones and those of whom one has blocked; undefined until it is known. */
export function useCommentCount(postId: string, active = true): number | undefined {
  const { rows } = useLiveQuery(
    (store) => (active ? store.collections.comments.find({ selector: { post_id: postId } }) : null),
    [postId, active],
  );
  return useNotBlocked(rows, authorOf)?.filter((row) => !row.is_deleted).length;
}

export const commentCountText = (count: number): string => `${count} ${count === 1 ? 'comment' : 'comments'}`;
