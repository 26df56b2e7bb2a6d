import type { Post } from '../../../schemas/posts/post.ts';
import { checkAudienceReach, checkWritePost } from '../../../schemas/posts/post-rules.ts';
import { type Actor, allow, refuse } from '../../../schemas/protocol/refusal.ts';
import { type Command, type ScopeKind, type ScopeName, scope } from '../../sync/feature.ts';
import { takeId } from '../../sync/used-ids.ts';
import { inNetworkOf } from './audience.ts';

export type NewPost = Pick<Post, 'id' | 'author_id' | 'content' | 'visibility_type' | 'specific_user_ids'>;

/** Writes a post, to be told of (`announcePosts`). An id that was ever in use is refused as one that is not there. */
export const createPost: Command<NewPost> = async (context, post) => {
  const { tx, actor } = context;
  const { id, content, visibility_type, specific_user_ids } = post;
  const verdict = checkWritePost(actor, post);
  if (!verdict.allowed) return verdict;
  const reach = checkAudienceReach(specific_user_ids, await inNetworkOf(tx, actor.userId, specific_user_ids));
  if (!reach.allowed) return reach;
  if (!(await takeId(context, id))) return refuse('POST_NOT_FOUND');

  context.stores();
  const [written] = await tx<{ kind: ScopeKind }[]>`
    insert into posts (id, author_id, content, visibility_type, created_at, write_id)
    values (${id}, ${actor.userId}, ${content}, ${visibility_type}, accepted_at(), ${context.writeId})
    returning audience_kind(visibility_type) as kind`;
  if (specific_user_ids.length > 0) {
    await tx`insert into post_visibility (post_id, user_id) select ${id}, u from unnest(${[...specific_user_ids]}::uuid[]) as u`;
  }
  const own: ScopeName = { kind: written?.kind ?? 'self', owner: actor.userId, other: null };
  context.record({ scopes: [own, ...specific_user_ids.map((person) => scope.pair(actor.userId, person))], collection: 'posts', id });
  if (visibility_type !== 'private') context.announce('posts', id);
  return allow;
};

/** A post that the statement for many (`create_posts`) may write, as it is allowed where all who are chosen are within reach. */
export function postToCreate(actor: Actor, post: NewPost): NewPost | null {
  const chosen = [...post.specific_user_ids];
  if (!checkWritePost(actor, post).allowed || !checkAudienceReach(chosen, new Set(chosen)).allowed) return null;
  return post;
}
