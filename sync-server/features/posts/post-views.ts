import * as z from 'zod/mini';
import { postSchema } from '../../../schemas/posts/post.ts';
import { personSchema } from '../../../schemas/profiles/person.ts';
import { batchQueriesPerTransaction } from '../../db/batch-queries.ts';
import type { Tx } from '../../db/transaction.ts';
import type { PagePlace } from '../../http/page-place.ts';
import type { FeatureDeps } from '../../rest/feature-deps.ts';
import { reactionGroups, reactionGroupsSchema } from '../../rest/reaction-groups.ts';
import { UNKNOWN_NAME, visiblePeople, visibleRows } from '../../rest/visible-rows.ts';
import { type Readable, readableScopes } from '../../sync/readable-scopes.ts';

/** A post as REST shows it to one reader. */
export const postViewSchema = z.extend(postSchema, {
  author_name: z.string(),
  author: personSchema,
  comment_count: z.number().check(z.int(), z.nonnegative()),
  reactions: reactionGroupsSchema,
});
export type PostView = z.infer<typeof postViewSchema>;

/** The given posts that the viewer may read now, in the order of the ids. */
export async function postViews({ engine }: FeatureDeps, tx: Tx, viewer: string, ids: readonly string[]): Promise<PostView[]> {
  const posts = await visibleRows(engine, tx, viewer, 'posts', ids);
  if (posts.length === 0) return [];
  const seen = posts.map((post) => post.id);
  // Sent together: none needs the result of another.
  const [people, counts, reactions] = await Promise.all([
    visiblePeople(
      engine,
      tx,
      viewer,
      posts.map((post) => post.author_id),
    ),
    Promise.all(seen.map((id) => commentCount(tx, id))),
    reactionGroups(engine, tx, viewer, 'post', seen),
  ]);
  return posts.map((post, nth) => {
    const author = people.get(post.author_id) ?? { id: post.author_id, name: UNKNOWN_NAME, profile_image_url: null };
    return {
      ...post,
      author_name: author.name,
      author,
      comment_count: counts[nth] ?? 0,
      reactions: reactions.get(post.id) ?? [],
    };
  });
}

/** How many comments each of these posts has, without the deleted ones. */
const commentCount = batchQueriesPerTransaction(async (tx: Tx, posts: readonly string[]) => {
  const rows = await tx<{ post_id: string; comments: number }[]>`
    select post_id, count(*)::int as comments from post_comments
    where post_id = any (${[...posts]}::uuid[]) and not is_deleted
    group by post_id`;
  return new Map(rows.map((row) => [row.post_id, row.comments]));
});

/** A place in the feed: a page begins after `before`, or `offset` posts further down. */
export interface FeedPlace extends PagePlace {
  readonly offset: number;
}

/** The posts that the viewer may read, newest first. */
export async function feedPage(deps: FeatureDeps, tx: Tx, viewer: string, place: FeedPlace): Promise<PostView[]> {
  const { scopes } = await readableScopes(tx, viewer);
  const rows = await tx<{ id: string }[]>`
    select p.id from posts p
    where ${isReadable(tx, scopes)}
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
  const { scopes } = await readableScopes(tx, viewer);
  const [row] = await tx<{ count: number }[]>`select count(*)::int as count from posts p where ${isReadable(tx, scopes)}`;
  return row?.count ?? 0;
}

function isReadable(tx: Tx, scopes: Readable['scopes']) {
  const owners = new Set([...scopes.values()].map(({ owner }) => owner));
  return tx`
    p.author_id = any (${[...owners]}::uuid[])
    and exists (
      select from changes c
      where c.collection = 'posts' and c.doc_id = p.id::text and not c.removed and c.scope_id = any (${[...scopes.keys()]}::int[])
    )`;
}
