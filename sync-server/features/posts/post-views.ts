import * as z from 'zod/mini';
import { post } from '../../../schemas/posts/post.ts';
import { personSchema } from '../../../schemas/profiles/person.ts';
import { batchQueriesPerTransaction } from '../../db/pool/batch-queries.ts';
import type { Tx } from '../../db/pool/transaction.ts';
import type { PageBefore } from '../../http/pages.ts';
import { reactionGroups, reactionGroupsSchema } from '../../rest/reaction-groups.ts';
import type { Reading } from '../../rest/reading.ts';
import { UNKNOWN_NAME, visiblePeople, visibleRows } from '../../rest/visible-rows.ts';
import { type Readable, readableScopes } from '../../sync/pull/readable-scopes.ts';

/** A post as REST shows it to one reader. */
export const postViewSchema = z.extend(post.row, {
  author_name: z.string(),
  author: personSchema,
  comment_count: z.number().check(z.int(), z.nonnegative()),
  reactions: reactionGroupsSchema,
});
export type PostView = z.infer<typeof postViewSchema>;

/** The given posts that the viewer may read now, in the order of the ids. */
export async function postViews(reading: Reading, ids: readonly string[]): Promise<PostView[]> {
  const posts = await visibleRows(reading, 'posts', ids);
  if (posts.length === 0) return [];
  const seen = posts.map((row) => row.id);
  const authors = posts.map((row) => row.author_id);
  // Sent together: none needs the result of another.
  const [people, counts, reactions] = await Promise.all([
    visiblePeople(reading, authors),
    Promise.all(seen.map((id) => commentCount(reading.tx, id))),
    reactionGroups(reading, 'post', seen),
  ]);
  return posts.map((row, nth) => {
    const author = people.get(row.author_id) ?? { id: row.author_id, name: UNKNOWN_NAME, profile_image_url: null };
    return {
      ...row,
      author_name: author.name,
      author,
      comment_count: counts[nth] ?? 0,
      reactions: reactions.get(row.id) ?? [],
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

/** A slice of the feed: it begins after `before`, or `offset` posts further down. */
export interface FeedSlice extends PageBefore {
  readonly offset: number;
}

/** The posts that the viewer may read, newest first. */
export async function feedPage(reading: Reading, slice: FeedSlice): Promise<PostView[]> {
  const { tx, viewer } = reading;
  const { scopes } = await readableScopes(tx, viewer);
  const rows = await tx<{ id: string }[]>`
    select p.id from posts p
    where ${isReadable(tx, scopes)}
      ${slice.before ? tx`and (p.created_at, p.id) < (${slice.before.created_at}::timestamptz, ${slice.before.id}::uuid)` : tx``}
    order by p.created_at desc, p.id desc
    limit ${slice.limit} offset ${slice.offset}`;
  const ids = rows.map((row) => row.id);
  return postViews(reading, ids);
}

/** How many posts the viewer may read. */
export async function feedLength({ tx, viewer }: Reading): Promise<number> {
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
