import { allow, refuse } from '../../../schemas/base/refusal.ts';
import type { Post } from '../../../schemas/posts/post.ts';
import { checkChangePost } from '../../../schemas/posts/post-rules.ts';
import type { Command } from '../../sync/command.ts';
import { changeAudience } from './change-audience.ts';
import { editPost } from './edit-post.ts';
import { lockPost } from './post-facts.ts';

export type PostChange = Pick<Post, 'id' | 'content' | 'visibility_type' | 'specific_user_ids'>;

/** Changes a post to what its form says now: another text, another audience, both, or neither. */
export const changePost: Command<PostChange> = async (context, change) => {
  const { actor } = context;
  const held = await lockPost(context.tx, actor, change.id);
  const verdict = checkChangePost(actor, { visible: held?.visible === true, author_id: held?.author_id ?? null });
  if (!verdict.allowed) return verdict;
  if (held === null) return refuse('POST_NOT_FOUND');

  if (change.content !== held.content) {
    const edited = await editPost(context, change);
    if (!edited.allowed) return edited;
  }
  const sameAudience =
    change.visibility_type === held.visibility_type &&
    change.specific_user_ids.length === held.specific_user_ids.length &&
    change.specific_user_ids.every((id) => held.specific_user_ids.includes(id));
  return sameAudience ? allow : changeAudience(context, change);
};
