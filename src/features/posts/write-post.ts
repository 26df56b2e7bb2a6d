/**
 * Writes posts, into the local store only: the replication worker sends them. Every act checks its rules first, with facts from the locally
 * stored rows, and returns the rule's verdict.
 */
import { allow, refuse, type Verdict } from '../../../schemas/base/refusal.ts';
import { checkSaysSomething } from '../../../schemas/images/image-rules.ts';
import { type Post, type PostText, post } from '../../../schemas/posts/post.ts';
import { checkAudienceReach, checkChangePost, checkWritePost } from '../../../schemas/posts/post-rules.ts';
import type { LocalStore } from '../../data/store/local-store.tsx';
import { change, insertText, remove } from '../../data/store/local-write.ts';
import { peopleOf } from '../friends/network.ts';
import { readNetwork } from '../friends/use-network.ts';

/** The text as it is stored, if the rules allow it. `standing` is the post that is edited. */
async function checkText(store: LocalStore, written: PostText, standing?: Post): Promise<PostText | Verdict> {
  const text = post.text.safeParse(written);
  if (!text.success) return refuse('INVALID');
  const says = checkSaysSomething(text.data);
  if (!says.allowed) return says;
  const verdict = checkWritePost(store, { author_id: store.userId, ...text.data });
  if (!verdict.allowed) return verdict;
  // People chosen before may stay, even after leaving the network.
  const added = text.data.specific_user_ids.filter((person) => !standing?.specific_user_ids.includes(person));
  const reach = added.length === 0 ? allow : checkAudienceReach(added, peopleOf(await readNetwork(store)));
  return reach.allowed ? text.data : reach;
}

/** Creates a post. `id` belongs to the draft of its text: sending that twice makes one post. */
export async function createPost(store: LocalStore, id: string, written: PostText): Promise<Verdict> {
  const text = await checkText(store, written);
  if ('allowed' in text) return text;
  const created = { id, author_id: store.userId, ...text, edited_at: null };
  await insertText(store, 'posts', created, (existing) => post.sameText(existing, text));
  return allow;
}

/** Changes text and audience of the member's own post. If nothing changed, nothing is written. */
export async function editPost(store: LocalStore, id: string, written: PostText): Promise<Verdict> {
  const standing = await store.collections.posts.findOne(id).exec();
  const verdict = checkChangePost(store, { visible: standing !== null, author_id: standing?.author_id ?? null });
  if (!verdict.allowed || !standing) return verdict;
  const text = await checkText(store, written, standing);
  if ('allowed' in text) return text;
  if (!post.sameText(standing, text)) await change(store, 'posts', id, text);
  return allow;
}

/** Deletes the member's own post. */
export async function deletePost(store: LocalStore, id: string): Promise<Verdict> {
  const standing = await store.collections.posts.findOne(id).exec();
  const verdict = checkChangePost(store, { visible: standing !== null, author_id: standing?.author_id ?? null });
  if (verdict.allowed) await remove(store, 'posts', id);
  return verdict;
}
