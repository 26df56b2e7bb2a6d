import { allow, type Verdict } from '../../../schemas/base/refusal.ts';
import { type ReactionKey, reactionId } from '../../../schemas/reactions/reaction-id.ts';
import { checkUnreact } from '../../../schemas/reactions/reaction-rules.ts';
import type { Command, CommandContext } from '../../sync/command.ts';
import { scope } from '../../sync/scope-name.ts';
import { lockMessage } from '../messages/message-facts.ts';
import { withdrawForReaction } from '../notifications/withdraw-notifications.ts';
import { lockPostShared } from '../posts/post-facts.ts';

/** Removes the actor's own reaction, with the notification about it. A missing one counts as removed already. */
export const removeReaction: Command<ReactionKey> = async (context, key) => {
  const { tx, actor } = context;
  const verdict = checkUnreact(actor, key);
  if (!verdict.allowed) return verdict;
  const [place] = await tx<{ post_id: string }[]>`
    select post_id from post_reactions
    where target_id = ${key.target_id} and user_id = ${actor.userId} and emoji_code = ${key.emoji_code}`;
  if (!place) return removeFromMessage(context, key);
  const post = await lockPostShared(tx, actor, place.post_id);
  if (!post) return allow;

  const [removed] = await tx<{ target_type: 'post' | 'comment' }[]>`
    delete from post_reactions
    where target_id = ${key.target_id} and user_id = ${actor.userId} and emoji_code = ${key.emoji_code}
    returning target_type`;
  if (!removed) return allow;
  context.record({ scopes: post.scopes, collection: 'reactions', id: reactionId(key), removed: true });
  await withdrawForReaction(context, {
    post_id: post.id,
    comment_id: removed.target_type === 'comment' ? key.target_id : null,
    user_id: actor.userId,
    emoji_code: key.emoji_code,
  });
  return allow;
};

/** Works also in a group that the actor has left: members may always remove their own reactions. */
async function removeFromMessage(context: CommandContext, key: ReactionKey): Promise<Verdict> {
  const { tx, actor } = context;
  const message = await lockMessage(tx, actor, key.target_id, 'share');
  if (message === null) return allow;
  const removed = await tx`
    delete from group_message_reactions
    where message_id = ${key.target_id} and user_id = ${actor.userId} and emoji = ${key.emoji_code}`;
  if (removed.count === 0) return allow;
  context.record({ scopes: [scope.group(message.group_id)], collection: 'reactions', id: reactionId(key), removed: true });
  return allow;
}
