import type { Actor } from '../../../schemas/base/refusal.ts';
import { type CommentText, comment } from '../../../schemas/comments/comment.ts';
import type { CommentFacts } from '../../../schemas/comments/comment-rules.ts';
import type { Tx } from '../../db/pool/transaction.ts';
import { NO_ROW_ID } from '../../rest/no-row-id.ts';
import { lockPostShared, type PostFacts } from '../posts/post-facts.ts';

export interface LockedComment extends CommentFacts, CommentText {
  readonly id: string;
  readonly author_id: string;
  readonly write_id: string;
  readonly post: PostFacts;
}

/**
 * A comment with its post, both locked until commit: `for update` to change or delete the comment, `for share` to react to it, so that no
 * reaction lands on a comment that is being deleted. The post is locked first, as everywhere. A missing comment takes the same statements
 * as an existing one: a faster answer would tell the two apart.
 */
export async function lockComment(tx: Tx, actor: Actor, commentId: string, lock: 'update' | 'share'): Promise<LockedComment | null> {
  const [place] = await tx<{ post_id: string }[]>`select post_id from post_comments where id = ${commentId}`;
  const post = await lockPostShared(tx, actor, place?.post_id ?? NO_ROW_ID);
  const [held] = await tx<Omit<LockedComment, 'visible' | 'post_author_id' | 'post'>[]>`
    select ${tx(['id', 'author_id', ...comment.fields.text, 'is_deleted', 'write_id'])} from post_comments where id = ${commentId}
    ${lock === 'update' ? tx`for update` : tx`for share`}`;
  return held && post ? { ...held, visible: post.visible, post_author_id: post.author_id, post } : null;
}

/** The facts for the rules, also of a missing comment. */
export const factsOf = (held: LockedComment | null): CommentFacts =>
  held ?? { visible: false, author_id: null, post_author_id: null, is_deleted: false };
