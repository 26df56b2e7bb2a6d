import { uuidSchema } from '../../../schemas/base/ids.ts';
import { refuse } from '../../../schemas/base/refusal.ts';
import { post } from '../../../schemas/posts/post.ts';
import type { CollectionFeature } from '../../sync/feature.ts';
import { changeLockedPost } from './change-post.ts';
import { deletePost } from './delete-post.ts';
import { lockPost } from './post-facts.ts';

/** What a pushed post means: create, edit, change audience, delete. */
export const pushPost: CollectionFeature['push'] = async (context, change) => {
  if (change.document._deleted === true) {
    const id = uuidSchema.safeParse(change.document.id);
    return id.success ? deletePost(context, { id: id.data }) : refuse('INVALID');
  }
  const written = post.change.safeParse(change.document);
  if (!written.success) return refuse('INVALID');

  const held = await lockPost(context.tx, context.actor, written.data.id);
  if (held?.author_id === context.actor.userId && !change.assumed.includes(held.write_id)) return refuse('CONFLICT');
  return changeLockedPost(context, held, written.data);
};
