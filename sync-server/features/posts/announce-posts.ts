import type { CollectionFeature } from '../../sync/feature.ts';
import { notifyAll } from '../notifications/notify.ts';
import { directReaders } from './audience.ts';
import { holdWrittenPosts } from './post-facts.ts';

/** Tells of new posts those direct friends who can read them. */
export const announcePosts: NonNullable<CollectionFeature['announce']> = async (acts) => {
  const tx = acts[0]?.context.tx;
  if (!tx) return;
  const posts = await holdWrittenPosts(
    tx,
    acts.map(({ input }) => input),
  );
  const readers = await directReaders(tx, posts);
  const timeOf = new Map(posts.map((post) => [post.id, post.created_at]));
  await notifyAll(
    acts.flatMap(({ context, input: id }) => {
      const at = timeOf.get(id);
      if (!at) return [];
      return [{ context, input: { type: 'post_created', recipients: readers.get(id) ?? [], by: context.actor.userId, post_id: id, at } }];
    }),
  );
};
