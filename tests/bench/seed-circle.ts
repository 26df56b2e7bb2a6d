import type { Sql, TransactionSql } from 'postgres';
import { v7 as uuid } from 'uuid';
import { friendRowId } from '../../schemas/friends/friend-row-id.ts';
import { groupMemberId } from '../../schemas/groups/group-member-id.ts';
import { hashPassword } from '../../sync-server/accounts/secrets/secrets.ts';
import type { Change } from '../../sync-server/sync/command.ts';
import { scope } from '../../sync-server/sync/scope-name.ts';
import { PASSWORD } from '../support/circle.ts';
import type { Circle } from './circle.ts';
import { seedLog } from './seed-log.ts';

/** How many rows one statement inserts. */
const BATCH = 500;

/** Fills a migrated database with a circle, as if its members had lived there: rows, friendships and the change log. */
export async function seedCircle(sql: Sql, { members, friendships, groups, posts, comments }: Circle): Promise<void> {
  const hash = await hashPassword(PASSWORD);
  const joined = new Date().toISOString();
  const entries: Change[] = [];
  await sql.begin(async (tx) => {
    const idOf = (place: number) => members[place]?.id ?? '';
    for (let from = 0; from < members.length; from += BATCH) {
      const batch = members.slice(from, from + BATCH);
      await tx`insert into users ${tx(batch.map(({ id, email }) => ({ id, email, email_verified_at: joined, password_hash: hash })))}`;
      await tx`insert into profiles ${tx(batch.map(({ id, name }) => ({ id, name, write_id: uuid() })))}`;
    }
    for (const { id } of members) {
      entries.push(
        { scopes: [scope.network(id)], collection: 'profiles', id },
        { scopes: [scope.friends(id)], collection: 'contacts', id },
      );
    }
    const directions = friendships.flatMap(([one, other]) => [
      { user_id: idOf(one), friend_id: idOf(other), write_id: uuid() },
      { user_id: idOf(other), friend_id: idOf(one), write_id: uuid() },
    ]);
    for (let from = 0; from < directions.length; from += BATCH) {
      await tx`insert into friends ${tx(directions.slice(from, from + BATCH))}`;
    }
    for (const { user_id, friend_id } of directions) {
      entries.push({ scopes: [scope.friends(user_id)], collection: 'friends', id: friendRowId(user_id, friend_id) });
    }
    for (const group of groups) {
      const [owner = 0] = group.members;
      await tx`insert into groups ${tx({ id: group.id, name: group.name, founder_id: idOf(owner), write_id: uuid() })}`;
      entries.push({ scopes: [scope.group(group.id)], collection: 'groups', id: group.id });
      for (const place of group.members) {
        const row = { group_id: group.id, user_id: idOf(place), role: place === owner ? 'owner' : 'member', write_id: uuid() };
        await tx`insert into group_members ${tx(row)}`;
        entries.push({ scopes: [scope.group(group.id)], collection: 'group_members', id: groupMemberId(group.id, row.user_id) });
      }
    }
    entries.push(...(await insertWritten(tx, { posts, comments })));
    await seedLog(tx, entries);
  });
  await sql`analyze`;
}

/** Inserts posts and comments, and returns the changes to record, ordered by time. */
async function insertWritten(tx: TransactionSql, { posts, comments }: Pick<Circle, 'posts' | 'comments'>): Promise<Change[]> {
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
  return written.map(({ owner, collection, id }) => ({ scopes: [scope.friends(owner)], collection, id }));
}

/**
 * Inserts what members of a circle wrote later, as if it had been pushed: rows and change log. Nothing is announced, and nobody is
 * notified.
 */
export async function seedWritten(sql: Sql, later: Pick<Circle, 'posts' | 'comments'>): Promise<void> {
  await sql.begin(async (tx) => {
    await seedLog(tx, await insertWritten(tx, later));
  });
}
