import type { LocalRow } from '../../../workers/device/local-row.ts';
import { useLiveQuery } from '../../data/store/local-store.tsx';
import { type RowGroups, useRowGroups } from '../../data/store/queries/use-row-groups.ts';
import { commentsOf } from '../../first/first-queries.ts';
import { useNotBlocked } from '../friends/blocking/use-blocked.ts';
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

const postOf = (comment: Comment): string => comment.post_id;

/** The comment counts of posts and their newest comments, without comments by blocked members. One query covers all of these posts. */
export function useCommentSummaries(postIds: readonly string[]): RowGroups<CommentSummary> {
  const { rows, error } = useLiveQuery(
    ({ collections }) => (postIds.length > 0 ? collections.comments.find(commentsOf(postIds)) : null),
    [postIds.join()],
  );
  return useRowGroups(postIds, { rows: useNotBlocked(rows, authorOf), error }, postOf, summaryOf);
}

export const commentCountText = (count: number): string => `${count} ${count === 1 ? 'comment' : 'comments'}`;
