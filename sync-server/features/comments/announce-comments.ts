import type { CollectionFeature } from '../../sync/feature.ts';
import { notifyAll } from '../notifications/notify.ts';
import { holdWrittenPosts } from '../posts/post-facts.ts';

/** Tells the authors of the posts of new comments. The post is held first, then the comment, as everywhere. */
export const announceComments: NonNullable<CollectionFeature['announce']> = async (acts) => {
  const tx = acts[0]?.context.tx;
  if (!tx) return;
  const ids = acts.map(({ input }) => input);
  const places = await tx<{ post_id: string }[]>`
    select distinct post_id from post_comments where id = any(${ids}::uuid[])`;
  const posts = await holdWrittenPosts(
    tx,
    places.map((place) => place.post_id),
  );
  const authorOf = new Map(posts.map((post) => [post.id, post.author_id]));
  const comments = await tx<{ id: string; post_id: string; created_at: string }[]>`
    select id, post_id, iso_time(created_at) as created_at from post_comments where id = any(${ids}::uuid[]) and not is_deleted order by id for key share`;
  const commentOf = new Map(comments.map((comment) => [comment.id, comment]));
  await notifyAll(
    acts.flatMap(({ context, input: id }) => {
      const comment = commentOf.get(id);
      const author = comment && authorOf.get(comment.post_id);
      if (!author) return [];
      const { post_id, created_at: at } = comment;
      return [{ context, input: { type: 'post_commented', recipients: [author], by: context.actor.userId, post_id, comment_id: id, at } }];
    }),
  );
};
