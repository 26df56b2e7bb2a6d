/** Writes comments, into the local store only. Every act checks its rule first, with facts from the locally stored rows. */
import { allow, type Refusal, refuse, type Verdict } from '../../../schemas/base/refusal.ts';
import { type Comment, type CommentText, comment } from '../../../schemas/comments/comment.ts';
import { type CommentFacts, checkCreateComment, checkDeleteComment, checkEditComment } from '../../../schemas/comments/comment-rules.ts';
import type { LocalStore } from '../../data/store/local-store.tsx';
import { change, insertText, type NewRow } from '../../data/store/local-write.ts';
import { readOwnPerson } from '../people/own-person.ts';

/** A refusal, or the id of the comment that has the text. */
type Added = Refusal | { readonly allowed: true; readonly id: string };

/** Adds a comment at the end of a post that is stored on this device. `id` belongs to the draft: sending that twice makes one comment. */
export async function addComment(store: LocalStore, postId: string, written: CommentText, id: string): Promise<Added> {
  const text = comment.text.safeParse(written);
  if (!text.success) return refuse('INVALID');
  const [post, own] = await Promise.all([store.collections.posts.findOne(postId).exec(), readOwnPerson(store)]);
  const created: NewRow<'comments'> = {
    id,
    post_id: postId,
    author_id: store.userId,
    author_name: own.name,
    author_profile_image_url: own.imageUrl,
    ...text.data,
    edited_at: null,
    is_deleted: false,
  };
  const verdict = checkCreateComment(store, created, { postVisible: post !== null });
  if (!verdict.allowed) return verdict;
  const isSame = (existing: Comment) => existing.post_id === postId && comment.sameText(existing, text.data);
  return { allowed: true, id: await insertText(store, 'comments', created, isSame) };
}

async function readFacts(store: LocalStore, id: string): Promise<CommentFacts> {
  const held = await store.collections.comments.findOne(id).exec();
  const post = held && (await store.collections.posts.findOne(held.post_id).exec());
  return {
    visible: held !== null && post !== null,
    author_id: held?.author_id ?? null,
    post_author_id: post?.author_id ?? null,
    is_deleted: held?.is_deleted ?? false,
  };
}

/** Changes the text of a comment that the signed-in member wrote. */
export async function editComment(store: LocalStore, id: string, written: CommentText): Promise<Verdict> {
  const text = comment.text.safeParse(written);
  if (!text.success) return refuse('INVALID');
  const verdict = checkEditComment(store, await readFacts(store, id));
  if (verdict.allowed) await change(store, 'comments', id, text.data);
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
