/**
 * Writes posts, into the local store only: the replication worker sends them. Every act checks its rules first, with facts from the locally
 * stored rows, and returns the rule's verdict.
 */
import { allow, refuse, type Verdict } from '../../../schemas/base/refusal.ts';
import { type Audience, sameAudience } from '../../../schemas/posts/audience.ts';
import { postContentSchema } from '../../../schemas/posts/post.ts';
import { checkAudienceReach, checkChangePost, checkWritePost } from '../../../schemas/posts/post-rules.ts';
import type { LocalStore } from '../../data/local-store.tsx';
import { change, insertText, type NewRow, remove } from '../../data/local-write.ts';
import { peopleOf } from '../friends/network.ts';
import { readNetwork } from '../friends/use-network.ts';

export interface PostText extends Audience {
  readonly content: string;
}

/** Whether the two make the same post. */
export const samePost = (a: PostText, b: PostText): boolean => a.content.trim() === b.content.trim() && sameAudience(a, b);

/** Creates a post. `id` belongs to the draft of its text: sending that twice makes one post. */
export async function createPost(store: LocalStore, id: string, text: PostText): Promise<Verdict> {
  const content = postContentSchema.safeParse(text.content);
  if (!content.success) return refuse('INVALID');
  const { visibility_type, specific_user_ids } = text;
  const post: NewRow<'posts'> = {
    id,
    author_id: store.userId,
    content: content.data,
    visibility_type,
    specific_user_ids: [...specific_user_ids],
    edited_at: null,
  };
  const verdict = checkWritePost(store, post);
  if (!verdict.allowed) return verdict;
  const reach = await checkReach(store, specific_user_ids);
  if (!reach.allowed) return reach;
  await insertText(store, 'posts', post, (existing) => samePost(existing, post));
  return allow;
}

async function checkReach(store: LocalStore, chosen: readonly string[]): Promise<Verdict> {
  return chosen.length === 0 ? allow : checkAudienceReach(chosen, peopleOf(await readNetwork(store)));
}

/** Changes text and audience of the member's own post. If nothing changed, nothing is written. */
export async function editPost(store: LocalStore, id: string, text: PostText): Promise<Verdict> {
  const content = postContentSchema.safeParse(text.content);
  if (!content.success) return refuse('INVALID');
  const post = await store.collections.posts.findOne(id).exec();
  const verdict = checkChangePost(store, { visible: post !== null, author_id: post?.author_id ?? null });
  if (!verdict.allowed || !post) return verdict;
  const { visibility_type } = text;
  const audience = checkWritePost(store, { author_id: post.author_id, visibility_type, specific_user_ids: [...text.specific_user_ids] });
  if (!audience.allowed) return audience;
  // People chosen before may stay, even after leaving the network.
  const added = text.specific_user_ids.filter((person) => !post.specific_user_ids.includes(person));
  const reach = await checkReach(store, added);
  if (!reach.allowed) return reach;
  if (post.content === content.data && sameAudience(post, text)) return allow;
  await change(store, 'posts', id, { content: content.data, visibility_type, specific_user_ids: [...text.specific_user_ids] });
  return allow;
}

/** Deletes the member's own post. */
export async function deletePost(store: LocalStore, id: string): Promise<Verdict> {
  const post = await store.collections.posts.findOne(id).exec();
  const verdict = checkChangePost(store, { visible: post !== null, author_id: post?.author_id ?? null });
  if (verdict.allowed) await remove(store, 'posts', id);
  return verdict;
}
