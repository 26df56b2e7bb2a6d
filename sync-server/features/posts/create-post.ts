import * as z from 'zod/mini';
import { refuse } from '../../../schemas/base/refusal.ts';
import { type Post, postSchema } from '../../../schemas/posts/post.ts';
import { checkAudienceReach, checkWritePost } from '../../../schemas/posts/post-rules.ts';
import type { CreationFeature } from '../../sync/feature.ts';
import { isUsed } from '../../sync/used-ids.ts';
import { inNetworkOf } from './audience.ts';

export type NewPost = Pick<Post, 'id' | 'author_id' | 'content' | 'visibility_type' | 'specific_user_ids'>;

declare module '../../sync/feature.ts' {
  interface NewRows {
    posts: NewPost;
  }
}

const newPostSchema = z.pick(postSchema, { id: true, author_id: true, content: true, visibility_type: true, specific_user_ids: true });

/** A pushed post, new or changed, in which nobody is chosen twice. */
export function readPost(document: unknown): NewPost | null {
  const parsed = newPostSchema.safeParse(document);
  return parsed.success ? { ...parsed.data, specific_user_ids: [...new Set(parsed.data.specific_user_ids)] } : null;
}

/** Writes a post, to be announced by `notify_of_posts`. An id that was ever in use is refused like a missing one. */
export const createPost: CreationFeature<NewPost> = {
  statement: 'create_posts',
  read: readPost,
  judge(actor, post) {
    const { content, visibility_type, specific_user_ids: chosen } = post;
    if (!checkWritePost(actor, post).allowed || !checkAudienceReach(chosen, new Set(chosen)).allowed) return null;
    return { content, visibility: visibility_type, chosen: chosen.length === 0 ? null : [...chosen] };
  },
  async explainRefusal(context, post) {
    const verdict = checkWritePost(context.actor, post);
    if (!verdict.allowed) return verdict;
    const chosen = post.specific_user_ids;
    const reach = checkAudienceReach(chosen, await inNetworkOf(context.tx, context.actor.userId, chosen));
    if (!reach.allowed) return reach;
    return (await isUsed(context, post.id)) ? refuse('POST_NOT_FOUND') : 'create';
  },
};
