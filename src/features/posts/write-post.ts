/**
 * Writing posts, into the local store only: the replication worker carries them on. Every act asks its rule first, with
 * facts from the rows held here, and answers with the rule's verdict.
 */
import { v7 as uuid } from 'uuid';
import { type Post, postContentSchema, type VisibilityType } from '../../../schemas/posts/post.ts';
import { checkChangePost, checkWritePost } from '../../../schemas/posts/post-rules.ts';
import { type Actor, allow, refuse, type Verdict } from '../../../schemas/protocol/refusal.ts';
import type { LocalStore } from '../../data/local-store.tsx';
import { change, insert, remove } from '../../data/local-write.ts';

export interface PostText {
  readonly content: string;
  readonly visibility_type: VisibilityType;
}

/** Makes a new post. `id` is chosen once when the form opens, so that sending twice makes one post. */
export async function createPost(store: LocalStore, actor: Actor, id: string, text: PostText): Promise<Verdict> {
  const content = postContentSchema.safeParse(text.content);
  if (!content.success) return refuse('INVALID');
  const post: Post = {
    id,
    author_id: actor.userId,
    content: content.data,
    visibility_type: text.visibility_type,
    specific_user_ids: [],
    created_at: new Date().toISOString(),
    edited_at: null,
  };
  const verdict = checkWritePost(actor, post);
  if (verdict.allowed) await insert(store, 'posts', post);
  return verdict;
}

export const newPostId = (): string => uuid();

/** Changes text and audience of one's own post. Nothing changed is nothing written. */
export async function editPost(store: LocalStore, actor: Actor, id: string, text: PostText): Promise<Verdict> {
  const content = postContentSchema.safeParse(text.content);
  if (!content.success) return refuse('INVALID');
  const post = await store.collections.posts.findOne(id).exec();
  const verdict = checkChangePost(actor, { visible: post !== null, author_id: post?.author_id ?? null });
  if (!verdict.allowed || !post) return verdict;
  if (post.content === content.data && post.visibility_type === text.visibility_type) return allow;
  await change(store, 'posts', id, { content: content.data, visibility_type: text.visibility_type, specific_user_ids: [] });
  return allow;
}

/** Deletes one's own post. */
export async function deletePost(store: LocalStore, actor: Actor, id: string): Promise<Verdict> {
  const post = await store.collections.posts.findOne(id).exec();
  const verdict = checkChangePost(actor, { visible: post !== null, author_id: post?.author_id ?? null });
  if (verdict.allowed) await remove(store, 'posts', id);
  return verdict;
}
