import * as z from 'zod/mini';
import { commentContentSchema, commentSchema } from '../../../schemas/comments/comment.ts';
import { allow, refuse } from '../../../schemas/protocol/refusal.ts';
import type { CollectionFeature, SharedCreation } from '../../sync/feature.ts';
import { holdComment } from './comment-facts.ts';
import { commentToCreate, createComment, type NewComment } from './create-comment.ts';
import { deleteComment } from './delete-comment.ts';
import { editComment } from './edit-comment.ts';

const markedCommentSchema = z.pick(commentSchema, { id: true, is_deleted: true });
const writtenCommentSchema = z.extend(z.pick(commentSchema, { id: true, post_id: true, author_id: true }), {
  content: commentContentSchema,
});

/** New comments of several members at once. */
export const createPushedComments: SharedCreation<NewComment> = {
  read(actor, { document }) {
    const written = document.is_deleted === true ? undefined : writtenCommentSchema.safeParse(document).data;
    return written ? commentToCreate(actor, written) : null;
  },
  carryOut: (sql, { users, sessions, writes, ids }, comments) => sql`
    select create_comments(
      ${users as string[]}::uuid[], ${sessions as string[]}::uuid[], ${writes as string[]}::uuid[], ${ids as string[]}::uuid[],
      ${comments.map((comment) => comment.post_id)}::uuid[], ${comments.map((comment) => comment.content)}::text[]) as answer`,
};

/** What a pushed comment means: create, edit, or, marked as deleted, delete. A comment never leaves its place. */
export const pushComment: CollectionFeature['push'] = async (context, change) => {
  if (change.document._deleted === true) return refuse('UNKNOWN_WRITE');
  const marked = markedCommentSchema.safeParse(change.document);
  if (!marked.success) return refuse('INVALID');
  if (marked.data.is_deleted) return deleteComment(context, marked.data);

  const parsed = writtenCommentSchema.safeParse(change.document);
  if (!parsed.success) return refuse('INVALID');
  const written = parsed.data;
  const held = await holdComment(context.tx, context.actor, written.id, 'update');
  // A comment that one cannot see is to one as a comment that is not: the id is taken, and the answer is that of a deleted one.
  if (held === null || !held.visible) return createComment(context, written);
  if (held.author_id === context.actor.userId && !held.is_deleted) {
    if (!change.assumed.includes(held.write_id)) return refuse('CONFLICT');
    if (held.post.id !== written.post_id) return refuse('UNKNOWN_WRITE');
    if (held.content === written.content) return allow;
  }
  return editComment(context, written);
};
