import * as z from 'zod/mini';
import { allow, refuse } from '../../../schemas/base/refusal.ts';
import { comment } from '../../../schemas/comments/comment.ts';
import type { CollectionFeature } from '../../sync/feature.ts';
import { lockComment } from './comment-facts.ts';
import { deleteComment } from './delete-comment.ts';
import { editComment } from './edit-comment.ts';

const markedCommentSchema = z.pick(comment.row, { id: true, is_deleted: true });
/**
 * What a pushed comment means: create, edit or, if it is marked as deleted, delete. The row of a comment is never removed, nor moved to
 * another post.
 */
export const pushComment: CollectionFeature['push'] = async (context, change) => {
  if (change.document._deleted === true) return refuse('UNKNOWN_WRITE');
  const marked = markedCommentSchema.safeParse(change.document);
  if (!marked.success) return refuse('INVALID');
  if (marked.data.is_deleted) return deleteComment(context, marked.data);

  const parsed = comment.change.safeParse(change.document);
  if (!parsed.success) return refuse('INVALID');
  const written = parsed.data;
  const held = await lockComment(context.tx, context.actor, written.id, 'update');
  if (held?.visible && held.author_id === context.actor.userId && !held.is_deleted) {
    if (!change.assumed.includes(held.write_id)) return refuse('CONFLICT');
    if (held.post.id !== written.post_id) return refuse('UNKNOWN_WRITE');
    if (comment.sameText(held, comment.textAfter(held, written))) return allow;
  }
  return editComment(context, written);
};
