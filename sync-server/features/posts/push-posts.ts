import { uuidSchema } from '../../../schemas/base/ids.ts';
import { refuse } from '../../../schemas/base/refusal.ts';
import type { CollectionFeature } from '../../sync/feature.ts';
import { changePost } from './change-post.ts';
import { createPost, readPost } from './create-post.ts';
import { deletePost } from './delete-post.ts';
import { lockPost } from './post-facts.ts';

/** What a pushed post means: create, edit, change audience, delete. */
export const pushPost: CollectionFeature['push'] = async (context, change) => {
  if (change.document._deleted === true) {
    const id = uuidSchema.safeParse(change.document.id);
    return id.success ? deletePost(context, { id: id.data }) : refuse('INVALID');
  }
  const written = readPost(change.document);
  if (written === null) return refuse('INVALID');

  const held = await lockPost(context.tx, context.actor, written.id);
  // A post that the actor cannot see is treated like a missing one: its id is taken, and the answer is that of a deleted post.
  if (held === null || !held.visible) return createPost.explainRefusal(context, written);
  if (held.author_id === context.actor.userId && !change.assumed.includes(held.write_id)) return refuse('CONFLICT');
  return changePost(context, written);
};
