import * as z from 'zod/mini';
import { postSchema } from '../../../schemas/posts/post.ts';
import { uuidSchema } from '../../../schemas/protocol/ids.ts';
import { allow, refuse } from '../../../schemas/protocol/refusal.ts';
import type { CollectionFeature } from '../../sync/feature.ts';
import { changeAudience } from './change-audience.ts';
import { createPost } from './create-post.ts';
import { deletePost } from './delete-post.ts';
import { editPost } from './edit-post.ts';
import { takePost } from './post-facts.ts';

const writtenPostSchema = z.pick(postSchema, { id: true, author_id: true, content: true, visibility_type: true, specific_user_ids: true });

/** What a pushed post means: create, edit, change audience, delete. */
export const pushPost: CollectionFeature['push'] = async (context, change) => {
  if (change.document._deleted === true) {
    const id = uuidSchema.safeParse(change.document.id);
    return id.success ? deletePost(context, { id: id.data }) : refuse('INVALID');
  }
  const parsed = writtenPostSchema.safeParse(change.document);
  if (!parsed.success) return refuse('INVALID');
  const written = { ...parsed.data, specific_user_ids: [...new Set(parsed.data.specific_user_ids)] };

  const held = await takePost(context.tx, context.actor, written.id);
  // A post that one cannot see is to one as a post that is not: the id is taken, and the answer is that of a deleted one.
  if (held === null || !held.visible) return createPost(context, written);
  if (held.author_id !== context.actor.userId) return refuse('NOT_ALLOWED');
  if (!change.assumed.includes(held.write_id)) return refuse('CONFLICT');

  if (written.content !== held.content) {
    const verdict = await editPost(context, written);
    if (!verdict.allowed) return verdict;
  }
  const sameAudience =
    written.visibility_type === held.visibility_type &&
    written.specific_user_ids.length === held.specific_user_ids.length &&
    written.specific_user_ids.every((id) => held.specific_user_ids.includes(id));
  return sameAudience ? allow : changeAudience(context, written);
};
