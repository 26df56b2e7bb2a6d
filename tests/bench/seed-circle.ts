import type { Sql } from 'postgres';
import { v7 as uuid } from 'uuid';
import { friendRowId } from '../../schemas/friends/friend.ts';
import { hashPassword } from '../../sync-server/accounts/secrets.ts';
import { recordChanges } from '../../sync-server/sync/command-context.ts';
import { type Change, scope } from '../../sync-server/sync/feature.ts';
import type { Circle } from './circle.ts';

export const BENCH_PASSWORD = 'sit down 8';

/** Documents written to the log at once; the order of the log is the order of their times. */
const BATCH = 500;

/** Fills a migrated database with a circle, as if its members had lived there: rows, friendships and the change log. */
export async function seedCircle(sql: Sql, { members, posts, comments }: Circle): Promise<void> {
  const [reader, ...friends] = members;
  if (!reader) throw new Error('a circle needs a reader');
  const hash = await hashPassword(BENCH_PASSWORD);
  const entries: Change[] = [];
  await sql.begin(async (tx) => {
    for (const { id, name, email } of members) {
      await tx`insert into users (id, email, email_verified_at, password_hash) values (${id}, ${email}, now(), ${hash})`;
      await tx`insert into profiles (id, name, write_id) values (${id}, ${name}, ${uuid()})`;
      entries.push(
        { scopes: [scope.network(id)], collection: 'profiles', id },
        { scopes: [scope.friends(id)], collection: 'contacts', id },
      );
    }
    for (const friend of friends) {
      for (const [one, other] of [
        [reader.id, friend.id],
        [friend.id, reader.id],
      ] as const) {
        await tx`insert into friends (user_id, friend_id, write_id) values (${one}, ${other}, ${uuid()})`;
        entries.push({ scopes: [scope.friends(one)], collection: 'friends', id: friendRowId(one, other) });
      }
    }
    const authorOf = new Map(posts.map((post) => [post.id, post.author_id]));
    for (let from = 0; from < posts.length; from += BATCH) {
      const rows = posts.slice(from, from + BATCH).map(({ specific_user_ids: _, ...post }) => ({ ...post, write_id: uuid() }));
      await tx`insert into posts ${tx(rows)}`;
    }
    for (let from = 0; from < comments.length; from += BATCH) {
      const rows = comments
        .slice(from, from + BATCH)
        .map(({ author_name: _, author_profile_image_url: __, ...comment }) => ({ ...comment, write_id: uuid() }));
      await tx`insert into post_comments ${tx(rows)}`;
    }
    const written = [
      ...posts.map((post) => ({ at: post.created_at, owner: post.author_id, collection: 'posts' as const, id: post.id })),
      ...comments.map((comment) => ({
        at: comment.created_at,
        owner: authorOf.get(comment.post_id) ?? '',
        collection: 'comments' as const,
        id: comment.id,
      })),
    ].sort((a, b) => (a.at < b.at ? -1 : 1));
    entries.push(...written.map(({ owner, collection, id }) => ({ scopes: [scope.friends(owner)], collection, id })));
    for (let from = 0; from < entries.length; from += BATCH) {
      await recordChanges(tx, entries.slice(from, from + BATCH));
    }
  });
  await sql`analyze`;
}
