/**
 * Invariants of the change log after any random life. Every row is logged in exactly the scopes that it belongs to, and no member reaches a
 * row in two ways. Positions are unique and not above the head. No deleted row is left as a live one.
 */
import fc from 'fast-check';
import { expect } from 'vitest';
import { test as circleTest } from '../support/fixtures/circle.ts';
import type { TestDatabase } from '../support/postgres.ts';
import { type ActKind, actKinds, life, live } from './random-life.ts';

/** Where every row belongs, computed from the product's tables alone. */
const placesOfRows = (sql: TestDatabase['sql']) => sql<{ place: string }[]>`
  with placed (collection, id, kind, owner, other) as (
    select 'profiles', id::text, 'network', id, null::uuid from profiles
    union all select 'contacts', id::text, 'friends', id, null from users
    union all select 'settings', concat_ws('|', user_id, key), 'self', user_id, null from settings
    union all select 'friends', concat_ws('|', user_id, friend_id), 'friends', user_id, null from friends
    union all select 'notifications', id::text, 'self', user_id, null from notifications
    union all select 'invitations', id::text, 'self', inviter_id, null from friend_invitations where status <> 'cancelled'
    union all select 'invitations', id::text, 'self', receiver_user_id, null from friend_invitations
      where status <> 'cancelled' and receiver_user_id is not null
    union all select 'invitations', id::text, 'group-admins', group_id, null from group_invitations where status in ('pending', 'declined')
    union all select 'invitations', id::text, 'self', invitee_id, null from group_invitations where status = 'pending'
    union all select 'groups', id::text, 'group', id, null from groups
    union all select 'group_members', concat_ws('|', group_id, user_id), 'group', group_id, null from group_members
    union all select 'group_messages', id::text, 'group', group_id, null from group_messages
    union all select 'reactions', concat_ws('|', r.message_id, r.user_id, r.emoji), 'group', m.group_id, null
      from group_message_reactions r join group_messages m on m.id = r.message_id
    union all
    select below.collection, below.id,
      case p.visibility_type when 'friends' then 'friends' when 'public' then 'network' when 'friends_of_friends' then 'network' else 'self' end,
      p.author_id, null
    from posts p join (
      select 'posts' as collection, id::text as id, id as post_id from posts
      union all select 'comments', id::text, post_id from post_comments
      union all select 'reactions', concat_ws('|', target_id, user_id, emoji_code), post_id from post_reactions
    ) below on below.post_id = p.id
    union all
    select below.collection, below.id, 'pair', p.author_id, v.user_id
    from posts p join post_visibility v on v.post_id = p.id join (
      select 'posts' as collection, id::text as id, id as post_id from posts
      union all select 'comments', id::text, post_id from post_comments
      union all select 'reactions', concat_ws('|', target_id, user_id, emoji_code), post_id from post_reactions
    ) below on below.post_id = p.id
    where p.visibility_type = 'specific'
  )
  select concat_ws(' ', collection, id, 'in', kind, owner, other) as place from placed order by 1`;

const placesInLog = (sql: TestDatabase['sql']) => sql<{ place: string }[]>`
  select concat_ws(' ', c.collection, c.doc_id, 'in', s.kind, s.owner, s.other) as place
  from changes c join scopes s on s.id = c.scope_id where not c.removed order by 1`;

const only = (these: readonly { place: string }[], those: readonly { place: string }[]): string[] => {
  const known = new Set(those.map((row) => row.place));
  return these.map((row) => row.place).filter((place) => !known.has(place));
};

const test = circleTest
  .extend('limits', { scope: 'file' }, () => ({ maxDirectFriends: 8, invitationsPerDay: 100_000, firstInvitations: 100_000 }))
  .extend('expectSoundLog', ({ circle, db: { sql } }) => async (): Promise<void> => {
    await circle.engine.settled();
    const [rows, log] = [await placesOfRows(sql), await placesInLog(sql)];
    expect({ notLogged: only(rows, log), loggedAndGone: only(log, rows) }).toEqual({ notLogged: [], loggedAndGone: [] });
    const twice = await sql`
      select r.reader, c.collection, c.doc_id, array_agg(r.kind) as ways
      from changes c join scope_readers r on r.scope_id = c.scope_id
      where not c.removed group by 1, 2, 3 having count(*) > 1`;
    expect([...twice]).toEqual([]);
    const misplaced = await sql`
      select c.scope_id, c.seq, s.head from changes c left join scopes s on s.id = c.scope_id
      where s.id is null or c.seq < 1 or c.seq > s.head
      union all
      select scope_id, seq, count(*) from changes group by 1, 2 having count(*) > 1`;
    expect([...misplaced]).toEqual([]);
  });

test('after any random life the log has every row in its scopes, and nothing else', async ({ circle, expectSoundLog }) => {
  const carriedOut = new Map<ActKind, number>();
  // Lives in which few acts succeed prove little.
  const isVaried = () => actKinds.filter((kind) => !carriedOut.has(kind)).length < actKinds.length / 4;
  await fc.assert(
    fc.asyncProperty(life, async (steps) => {
      await live(circle, steps, carriedOut);
      await expectSoundLog();
    }),
    { numRuns: 10, endOnFailure: true },
  );
  expect(circle.logged).toEqual([]);
  expect(isVaried()).toBe(true);
});
