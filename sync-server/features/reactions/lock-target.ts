import type { Actor } from '../../../schemas/base/refusal.ts';
import type { ReactionFacts } from '../../../schemas/reactions/reaction-rules.ts';
import type { ReactionTarget } from '../../../schemas/reactions/reaction-target.ts';
import type { Tx } from '../../db/pool/transaction.ts';
import { type ScopeName, scope } from '../../sync/scope-name.ts';
import { lockComment } from '../comments/comment-facts.ts';
import { lockMessage } from '../messages/message-facts.ts';
import { lockPostShared } from '../posts/post-facts.ts';

export interface LockedTarget extends ReactionFacts {
  readonly author_id: string;
  /** null if the target is a message */
  readonly post_id: string | null;
  /** null if the target is the post itself, or a message */
  readonly comment_id: string | null;
  readonly scopes: readonly ScopeName[];
}

/** The target of a reaction, locked until commit, so that neither its deletion nor a move of its post misses the reaction. */
export async function lockTarget(tx: Tx, actor: Actor, type: ReactionTarget, id: string): Promise<LockedTarget | null> {
  if (type === 'message') {
    const message = await lockMessage(tx, actor, id, 'share');
    return (
      message && {
        targetVisible: message.visible,
        targetDeleted: message.is_deleted,
        author_id: message.sender_id,
        post_id: null,
        comment_id: null,
        scopes: [scope.group(message.group_id)],
      }
    );
  }
  if (type === 'post') {
    const post = await lockPostShared(tx, actor, id);
    return (
      post && {
        targetVisible: post.visible,
        targetDeleted: false,
        author_id: post.author_id,
        post_id: post.id,
        comment_id: null,
        scopes: post.scopes,
      }
    );
  }
  const comment = await lockComment(tx, actor, id, 'share');
  return (
    comment && {
      targetVisible: comment.visible,
      targetDeleted: comment.is_deleted,
      author_id: comment.author_id,
      post_id: comment.post.id,
      comment_id: comment.id,
      scopes: comment.post.scopes,
    }
  );
}
