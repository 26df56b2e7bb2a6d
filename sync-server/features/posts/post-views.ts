import * as z from 'zod/mini';
import { postSchema } from '../../../schemas/posts/post.ts';
import type { Tx } from '../../db/transaction.ts';
import type { PagePlace } from '../../http/page-place.ts';
import { reactionGroups, reactionGroupsSchema } from '../reactions/reaction-groups.ts';
import type { FeatureDeps } from '../rest/feature-deps.ts';
import { personSchema, UNKNOWN_NAME, visiblePeople, visibleRows } from '../rest/visible-rows.ts';

/** A post as REST shows it to one reader. */
export const postViewSchema = z.extend(postSchema, {
  author_name: z.string(),
  author: personSchema,
  comment_count: z.number().check(z.int(), z.nonnegative()),
  reactions: reactionGroupsSchema,
});
export type PostView = z.infer<typeof postViewSchema>;

/** Those of these posts that the viewer may read now, in the order of the ids. */
export async function postViews({ engine }: FeatureDeps, tx: Tx, viewer: string, ids: readonly string[]): Promise<PostView[]> {
  const posts = await visibleRows(engine, tx, viewer, 'posts', ids);
  if (posts.length === 0) return [];
  const seen = posts.map((post) => post.id);
  // Asked together: none needs the answer of another.
  const [people, counts, reactions] = await Promise.all([
    visiblePeople(
      engine,
      tx,
      viewer,
      posts.map((post) => post.author_id),
    ),
    tx<{ post_id: string; comments: number }[]>`
      select post_id, count(*)::int as comments from post_comments
      where post_id = any (${seen}::uuid[]) and not is_deleted
      group by post_id`,
    reactionGroups(engine, tx, viewer, 'post', seen),
  ]);
  const countOf = new Map(counts.map((row) => [row.post_id, row.comments]));
  return posts.map((post) => {
    const author = people.get(post.author_id) ?? { id: post.author_id, name: UNKNOWN_NAME, profile_image_url: null };
    return {
      ...post,
      author_name: author.name,
      author,
      comment_count: countOf.get(post.id) ?? 0,
      reactions: reactions.get(post.id) ?? [],
    };
  });
}

/** A place in the feed: a page begins after `before`, or a number of posts further down. */
export interface FeedPlace extends PagePlace {
  readonly offset: number;
}

/** The posts that the viewer may read, newest first. */
export async function feedPage(deps: FeatureDeps, tx: Tx, viewer: string, place: FeedPlace): Promise<PostView[]> {
  const rows = await tx<{ id: string }[]>`
    with ${scopesOf(tx, viewer)}
    select p.id from posts p
    where ${isReadable(tx)}
      ${place.before ? tx`and (p.created_at, p.id) < (${place.before.created_at}::timestamptz, ${place.before.id}::uuid)` : tx``}
    order by p.created_at desc, p.id desc
    limit ${place.limit} offset ${place.offset}`;
  return postViews(
    deps,
    tx,
    viewer,
    rows.map((row) => row.id),
  );
}

/** How many posts the viewer may read. */
export async function feedLength(tx: Tx, viewer: string): Promise<number> {
  const [row] = await tx<
    { many: number }[]
  >`with ${scopesOf(tx, viewer)} select count(*)::int as many from posts p where ${isReadable(tx)}`;
  return row?.many ?? 0;
}

/** Once for the statement: the view behind it is asked as a whole. */
const scopesOf = (tx: Tx, viewer: string) => tx`
  mine as materialized (
    select scope_id, owner from scope_readers where reader = ${viewer}
  )`;
const isReadable = (tx: Tx) => tx`
  p.author_id in (select owner from mine)
  and exists (
    select from changes c
    where c.collection = 'posts' and c.doc_id = p.id::text and not c.removed and c.scope_id in (select scope_id from mine)
  )`;
