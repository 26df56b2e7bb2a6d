import { type Actor, allow, refuse, type Verdict } from '../base/refusal.ts';

/** CO1 A member comments only as themselves. CO2 A member comments only on a post that they can see. */
export function checkCreateComment(
  actor: Actor,
  comment: { readonly author_id: string },
  facts: { readonly postVisible: boolean },
): Verdict {
  if (comment.author_id !== actor.userId) return refuse('NOT_ONESELF');
  return facts.postVisible ? allow : refuse('POST_NOT_FOUND');
}

export interface CommentFacts {
  /** false if the comment is missing, and if the actor cannot see it */
  readonly visible: boolean;
  readonly author_id: string | null;
  readonly post_author_id: string | null;
  readonly is_deleted: boolean;
}

/** CO3 Only the author edits a comment. CO4 Nobody edits a deleted one. */
export function checkEditComment(actor: Actor, facts: CommentFacts): Verdict {
  if (!facts.visible) return refuse('COMMENT_NOT_FOUND');
  if (facts.author_id !== actor.userId) return refuse('NOT_ALLOWED');
  return facts.is_deleted ? refuse('TARGET_DELETED') : allow;
}

/** CO5 A comment is deleted by its author or by the author of the post. */
export function checkDeleteComment(actor: Actor, facts: CommentFacts): Verdict {
  if (!facts.visible) return refuse('COMMENT_NOT_FOUND');
  return facts.author_id === actor.userId || facts.post_author_id === actor.userId ? allow : refuse('NOT_ALLOWED');
}
