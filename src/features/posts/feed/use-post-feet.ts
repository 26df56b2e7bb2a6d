import { createContext, useMemo } from 'react';
import type { LocalRow } from '../../../../workers/device/local-row.ts';
import { type CommentSummary, useCommentSummaries } from '../../comments/use-comment-summary.ts';
import { useReactionRows } from '../../reactions/use-reactions.ts';

/** What the feet of the cards of one page show; each is undefined until the local store has answered. */
export interface PostFeet {
  readonly commentsOf: (postId: string) => CommentSummary | undefined;
  readonly reactionsOf: (postId: string) => readonly LocalRow<'reactions'>[] | undefined;
}

export const PostFeetContext = createContext<PostFeet>({ commentsOf: () => undefined, reactionsOf: () => undefined });

/** Comments and reactions of the posts of one page, by one query each, not one for each card. */
export function usePostFeet(posts: readonly Pick<LocalRow<'posts'>, 'id'>[]): { readonly feet: PostFeet; readonly settled: boolean } {
  const ids = posts.map(({ id }) => id).sort();
  const comments = useCommentSummaries(ids);
  const reactions = useReactionRows(ids);
  const feet = useMemo(() => ({ commentsOf: comments.lookUp, reactionsOf: reactions.lookUp }), [comments.lookUp, reactions.lookUp]);
  return { feet, settled: ids.length === 0 || (comments.settled && reactions.settled) };
}
