import { useMemo, useState } from 'react';
import type { LocalRow } from '../../../workers/device/local-row.ts';
import { useLiveQuery } from '../../data/local-store.tsx';
import { useNotBlocked } from '../friends/use-blocked.ts';
import { authorOf } from './use-comments.ts';

type Comment = LocalRow<'comments'>;

export interface CommentSummary {
  /** the number of comments, without deleted ones */
  readonly count: number;
  /** the newest of them */
  readonly newest: Comment | undefined;
}

export function summaryOf(comments: readonly Comment[]): CommentSummary {
  let count = 0;
  let newest: Comment | undefined;
  for (const comment of comments) {
    if (comment.is_deleted) continue;
    count += 1;
    if (!newest || comment.oldest > newest.oldest) newest = comment;
  }
  return { count, newest };
}

/**
 * The comment count of a post and its newest comment, without comments by blocked members; undefined until they are known. If `active` is
 * false it runs no query and returns the last known summary, so that a card scrolled away keeps its height.
 */
export function useCommentSummary(postId: string, active = true): CommentSummary | undefined {
  const { rows } = useLiveQuery(
    (store) => (active ? store.collections.comments.find({ selector: { post_id: postId } }) : null),
    [postId, active],
  );
  const [known, setKnown] = useState<readonly Comment[]>();
  if (rows && rows !== known) setKnown(rows);
  const shown = useNotBlocked(rows ?? known, authorOf);
  return useMemo(() => shown && summaryOf(shown), [shown]);
}

export const commentCountText = (count: number): string => `${count} ${count === 1 ? 'comment' : 'comments'}`;
