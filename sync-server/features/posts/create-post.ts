import type { Actor, Verdict } from '../../../schemas/base/refusal.ts';
import { checkSaysSomething } from '../../../schemas/images/image-rules.ts';
import { type NewPost, post } from '../../../schemas/posts/post.ts';
import { checkAudienceReach, checkWritePost } from '../../../schemas/posts/post-rules.ts';
import type { CreationFeature } from '../../sync/feature.ts';
import { reservedBytes } from '../images/photo-storage.ts';
import { inNetworkOf } from './audience.ts';
import { readsPost } from './post-facts.ts';

declare module '../../sync/feature.ts' {
  interface NewRows {
    posts: NewPost;
  }
}

function checkNewPost(actor: Actor, written: NewPost): Verdict {
  const says = checkSaysSomething(written);
  return says.allowed ? checkWritePost(actor, written) : says;
}

/** Writes a post. `notify_of_posts` notifies members of it afterwards. An id that was ever in use is refused like a missing one. */
export const createPost: CreationFeature<NewPost> = {
  statement: 'create_posts',
  read: (document) => post.creation.safeParse(document).data ?? null,
  judge(actor, written) {
    const chosen = written.specific_user_ids;
    if (!checkNewPost(actor, written).allowed || !checkAudienceReach(chosen, new Set(chosen)).allowed) return null;
    return { fields: post.textOf(written) };
  },
  isTaken: 'POST_NOT_FOUND',
  furtherIds: ({ photos }) => photos.map(({ id }) => id),
  photoBytes: ({ photos }) => reservedBytes(photos),
  sees: (sql, member, id) => sql`exists (select from posts p where p.id = ${id} and ${readsPost(sql, member)})`,
  async check(tx, actor, written) {
    const verdict = checkNewPost(actor, written);
    if (!verdict.allowed) return verdict;
    const chosen = written.specific_user_ids;
    return checkAudienceReach(chosen, await inNetworkOf(tx, actor.userId, chosen));
  },
};
