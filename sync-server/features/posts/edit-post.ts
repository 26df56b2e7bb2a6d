import { allow, refuse } from '../../../schemas/base/refusal.ts';
import { checkChangePost } from '../../../schemas/posts/post-rules.ts';
import type { Command } from '../../sync/command.ts';
import { lockPost } from './post-facts.ts';

export interface PostEdit {
  readonly id: string;
  readonly content: string;
}

/** Changes the text of a post. */
export const editPost: Command<PostEdit> = async (context, edit) => {
  const { tx, actor } = context;
  const post = await lockPost(tx, actor, edit.id);
  const verdict = checkChangePost(actor, { visible: post?.visible === true, author_id: post?.author_id ?? null });
  if (!verdict.allowed) return verdict;
  if (post === null) return refuse('POST_NOT_FOUND');
  context.stores();
  await tx`update posts set content = ${edit.content}, edited_at = accepted_at(), write_id = ${context.writeId} where id = ${edit.id}`;
  context.record({ scopes: post.scopes, collection: 'posts', id: edit.id });
  return allow;
};
