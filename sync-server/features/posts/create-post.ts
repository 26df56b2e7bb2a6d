import type { Post } from '../../../schemas/posts/post.ts';
import { checkAudienceReach, checkWritePost } from '../../../schemas/posts/post-rules.ts';
import { allow, refuse } from '../../../schemas/protocol/refusal.ts';
import { wasDeleted } from '../../sync/deleted-ids.ts';
import type { Command } from '../../sync/feature.ts';
import { notify } from '../notifications/notify.ts';
import { directReaders, inNetworkOf } from './audience.ts';
import { scopesOfPost } from './post-facts.ts';

export type NewPost = Pick<Post, 'id' | 'author_id' | 'content' | 'visibility_type' | 'specific_user_ids'>;

/** Writes a post and tells those direct friends who can read it. An id that was ever in use is refused as one that is not there. */
export const createPost: Command<NewPost> = async (context, post) => {
  const { tx, actor } = context;
  const verdict = checkWritePost(actor, post);
  if (!verdict.allowed) return verdict;
  const reach = checkAudienceReach(post.specific_user_ids, await inNetworkOf(tx, actor.userId, post.specific_user_ids));
  if (!reach.allowed) return reach;
  if (await wasDeleted(context, post.id)) return refuse('POST_NOT_FOUND');

  const inserted = await tx`
    insert into posts (id, author_id, content, visibility_type, created_at, write_id)
    values (${post.id}, ${actor.userId}, ${post.content}, ${post.visibility_type}, accepted_at(), ${context.writeId})
    on conflict (id) do nothing`;
  if (inserted.count === 0) return refuse('POST_NOT_FOUND');
  await tx`
    insert into post_visibility (post_id, user_id)
    select ${post.id}, u from unnest(${[...post.specific_user_ids]}::uuid[]) as u on conflict do nothing`;

  context.record({ scopes: await scopesOfPost(tx, post.id), collection: 'posts', id: post.id });
  await notify(context, { type: 'post_created', recipients: await directReaders(tx, post), by: actor.userId, post_id: post.id });
  return allow;
};
