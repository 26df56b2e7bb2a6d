import { type Actor, allow, refuse, type Verdict } from '../base/refusal.ts';

/** CO1 one comments as oneself, CO2 on a post that one can see. */
export function checkCreateComment(
  actor: Actor,
  comment: { readonly author_id: string },
  facts: { readonly postVisible: boolean },
): Verdict {
  if (comment.author_id !== actor.userId) return refuse('NOT_ONESELF');
  return facts.postVisible ? allow : refuse('POST_NOT_FOUND');
}

export interface CommentFacts {
  /** false for a comment that is missing and for one that the actor cannot see */
  readonly visible: boolean;
  readonly author_id: string | null;
  readonly post_author_id: string | null;
  readonly is_deleted: boolean;
}

/** CO3 only its author edits a comment, and CO4 never a deleted one. */
export function checkEditComment(actor: Actor, facts: CommentFacts): Verdict {
  if (!facts.visible) return refuse('COMMENT_NOT_FOUND');
  if (facts.author_id !== actor.userId) return refuse('NOT_ALLOWED');
  return facts.is_deleted ? refuse('TARGET_DELETED') : allow;
}

/** CO5 a comment is deleted by its author or by the author of the post. */
export function checkDeleteComment(actor: Actor, facts: CommentFacts): Verdict {
  if (!facts.visible) return refuse('COMMENT_NOT_FOUND');
  return facts.author_id === actor.userId || facts.post_author_id === actor.userId ? allow : refuse('NOT_ALLOWED');
}
