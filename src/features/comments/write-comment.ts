/** Writes comments, into the local store only. Every act checks its rule first, with facts from the locally stored rows. */
import { allow, refuse, type Verdict } from '../../../schemas/base/refusal.ts';
import { commentContentSchema } from '../../../schemas/comments/comment.ts';
import { type CommentFacts, checkCreateComment, checkDeleteComment, checkEditComment } from '../../../schemas/comments/comment-rules.ts';
import type { LocalStore } from '../../data/local-store.tsx';
import { change, insertText, type NewRow } from '../../data/local-write.ts';
import { readOwnPerson } from '../people/own-person.ts';

/** Adds a comment at the end of a post that is stored on this device. `id` belongs to the draft: sending that twice makes one comment. */
export async function addComment(store: LocalStore, postId: string, text: string, id: string): Promise<Verdict> {
  const content = commentContentSchema.safeParse(text);
  if (!content.success) return refuse('INVALID');
  const [post, own] = await Promise.all([store.collections.posts.findOne(postId).exec(), readOwnPerson(store)]);
  const comment: NewRow<'comments'> = {
    id,
    post_id: postId,
    author_id: store.userId,
    author_name: own.name,
    author_profile_image_url: own.imageUrl,
    content: content.data,
    edited_at: null,
    is_deleted: false,
  };
  const verdict = checkCreateComment(store, comment, { postVisible: post !== null });
  if (verdict.allowed) {
    await insertText(store, 'comments', comment, (existing) => existing.post_id === postId && existing.content === comment.content);
  }
  return verdict;
}

async function readFacts(store: LocalStore, id: string): Promise<CommentFacts> {
  const comment = await store.collections.comments.findOne(id).exec();
  const post = comment && (await store.collections.posts.findOne(comment.post_id).exec());
  return {
    visible: comment !== null && post !== null,
    author_id: comment?.author_id ?? null,
    post_author_id: post?.author_id ?? null,
    is_deleted: comment?.is_deleted ?? false,
  };
}

/** Changes the text of a comment that the signed-in member wrote. */
export async function editComment(store: LocalStore, id: string, text: string): Promise<Verdict> {
  const content = commentContentSchema.safeParse(text);
  if (!content.success) return refuse('INVALID');
  const verdict = checkEditComment(store, await readFacts(store, id));
  if (verdict.allowed) await change(store, 'comments', id, { content: content.data });
  return verdict;
}

/** Leaves a tombstone: the text is deleted at once, the row stays in its place. */
export async function deleteComment(store: LocalStore, id: string): Promise<Verdict> {
  const facts = await readFacts(store, id);
  const verdict = checkDeleteComment(store, facts);
  if (!verdict.allowed) return verdict;
  if (!facts.is_deleted) await change(store, 'comments', id, { is_deleted: true, content: '' });
  return allow;
}
