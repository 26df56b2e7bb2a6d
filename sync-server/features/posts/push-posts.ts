import * as z from 'zod/mini';
import { postSchema } from '../../../schemas/posts/post.ts';
import { uuidSchema } from '../../../schemas/protocol/ids.ts';
import { refuse } from '../../../schemas/protocol/refusal.ts';
import type { PushChange } from '../../../schemas/protocol/sync.ts';
import type { CollectionFeature, SharedCreation } from '../../sync/feature.ts';
import { changePost } from './change-post.ts';
import { createPost, type NewPost, postToCreate } from './create-post.ts';
import { deletePost } from './delete-post.ts';
import { takePost } from './post-facts.ts';

const writtenPostSchema = z.pick(postSchema, { id: true, author_id: true, content: true, visibility_type: true, specific_user_ids: true });

const writtenPost = (change: PushChange) => {
  const parsed = writtenPostSchema.safeParse(change.document);
  return parsed.success ? { ...parsed.data, specific_user_ids: [...new Set(parsed.data.specific_user_ids)] } : null;
};

/** New posts of several members at once. */
export const createPushedPosts: SharedCreation<NewPost> = {
  read(actor, change) {
    const written = writtenPost(change);
    return written && postToCreate(actor, written);
  },
  carryOut: (sql, { users, sessions, writes, ids }, posts) => sql`
    select create_posts(
      ${users as string[]}::uuid[], ${sessions as string[]}::uuid[], ${writes as string[]}::uuid[], ${ids as string[]}::uuid[],
      ${posts.map((post) => post.content)}::text[], ${posts.map((post) => post.visibility_type)}::text[],
      ${posts.map(({ specific_user_ids: chosen }) => (chosen.length === 0 ? null : chosen.join(' ')))}::text[]) as answer`,
};

/** What a pushed post means: create, edit, change audience, delete. */
export const pushPost: CollectionFeature['push'] = async (context, change) => {
  if (change.document._deleted === true) {
    const id = uuidSchema.safeParse(change.document.id);
    return id.success ? deletePost(context, { id: id.data }) : refuse('INVALID');
  }
  const written = writtenPost(change);
  if (written === null) return refuse('INVALID');

  const held = await takePost(context.tx, context.actor, written.id);
  // A post that one cannot see is to one as a post that is not: the id is taken, and the answer is that of a deleted one.
  if (held === null || !held.visible) return createPost(context, written);
  if (held.author_id === context.actor.userId && !change.assumed.includes(held.write_id)) return refuse('CONFLICT');
  return changePost(context, written);
};
