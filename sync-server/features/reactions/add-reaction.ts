import { allow, refuse } from '../../../schemas/protocol/refusal.ts';
import type { Reaction } from '../../../schemas/reactions/reaction.ts';
import { checkReact } from '../../../schemas/reactions/reaction-rules.ts';
import type { Command } from '../../sync/feature.ts';
import { notify } from '../notifications/notify.ts';
import { mayReadPost } from '../posts/post-facts.ts';
import { holdTarget } from './reaction-target.ts';

export type NewReaction = Pick<Reaction, 'id' | 'target_id' | 'user_id' | 'emoji_code'> & { readonly target_type: 'post' | 'comment' };

/** Reacts to a post or a comment and tells its author. The same reaction again, by another device say, changes nothing. */
export const addReaction: Command<NewReaction> = async (context, reaction) => {
  const { tx, actor } = context;
  const target = await holdTarget(tx, actor, reaction.target_type, reaction.target_id);
  const verdict = checkReact(actor, reaction, target ?? { targetVisible: false, targetDeleted: false });
  if (!verdict.allowed) return verdict;
  if (target === null) return refuse('TARGET_NOT_FOUND');

  const inserted = await tx`
    insert into post_reactions (target_type, target_id, post_id, user_id, emoji_code, created_at, write_id)
    values (${reaction.target_type}, ${reaction.target_id}, ${target.post_id}, ${actor.userId}, ${reaction.emoji_code}, accepted_at(),
      ${context.writeId})
    on conflict do nothing`;
  if (inserted.count === 0) return allow;

  context.record({ scopes: target.scopes, collection: 'reactions', id: reaction.id });
  // The writer of a comment may have lost the post since.
  if (target.comment_id === null || (await mayReadPost(tx, target.author_id, target.post_id))) {
    await notify(context, {
      type: target.comment_id === null ? 'post_reaction' : 'comment_reaction',
      recipients: [target.author_id],
      by: actor.userId,
      post_id: target.post_id,
      ...(target.comment_id === null ? {} : { comment_id: target.comment_id }),
      emoji_code: reaction.emoji_code,
    });
  }
  return allow;
};
