import { useLiveQuery } from '../../data/local-store.tsx';

/** How many comments of a post stand, deleted ones left out; undefined until it is known. */
export function useCommentCount(postId: string, active = true): number | undefined {
  const { rows } = useLiveQuery(
    (store) => (active ? store.collections.comments.find({ selector: { post_id: postId } }) : null),
    [postId, active],
  );
  return rows?.filter((row) => !row.is_deleted).length;
}

export const commentCountText = (count: number): string => `${count} ${count === 1 ? 'comment' : 'comments'}`;
