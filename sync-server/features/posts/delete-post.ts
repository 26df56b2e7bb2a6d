import { allow, refuse } from '../../../schemas/base/refusal.ts';
import { checkChangePost } from '../../../schemas/posts/post-rules.ts';
import type { Command } from '../../sync/command.ts';
import { withdrawForPost } from '../notifications/withdraw-notifications.ts';
import { rowsBelow } from './change-audience.ts';
import { lockPost } from './post-facts.ts';

/** Deletes a post with its comments, its reactions and all notifications about them. Their ids are never used again. */
export const deletePost: Command<{ readonly id: string }> = async (context, { id }) => {
  const { tx, actor } = context;
  const post = await lockPost(tx, actor, id);
  const verdict = checkChangePost(actor, { visible: post?.visible === true, author_id: post?.author_id ?? null });
  if (!verdict.allowed) return verdict;
  if (post === null) return refuse('POST_NOT_FOUND');

  const below = await rowsBelow(context, id);
  await withdrawForPost(context, id);
  await tx`delete from posts where id = ${id}`;
  for (const row of below) context.record({ scopes: post.scopes, ...row, removed: true });
  context.record({ scopes: post.scopes, collection: 'posts', id, removed: true });
  return allow;
};
