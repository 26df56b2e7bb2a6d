import { expect } from 'vitest';
import { test } from '../../tests/support/fixtures/circle.ts';
import { verifyPassword } from '../accounts/secrets/secrets.ts';
import { fillDemo } from './fill-demo.ts';

test('six people, their friendships, forty posts and two groups with a past; a second run changes nothing', async ({ circle, db }) => {
  const filled = await fillDemo(circle);
  const [hanna] = filled?.logins ?? [];
  expect(filled?.logins).toHaveLength(2);
  const [user] = await db.sql<{ id: string; password_hash: string }[]>`
    select id, password_hash from users where email = ${hanna?.email ?? ''}`;
  expect(await verifyPassword(user?.password_hash ?? null, hanna?.password ?? '')).toBe(true);

  const [counts] = await db.sql`
    select (select count(*)::int from users) as people, (select count(*)::int from posts) as posts,
      (select count(*)::int from friends) as friends, (select count(*)::int from post_comments) as comments,
      (select count(*)::int from images where profile_id is not null and stored_at is not null) as portraits,
      (select count(*)::int from posts where created_at > now()) as ahead,
      (select extract(day from max(created_at) - min(created_at))::int from posts) as days`;
  expect(counts).toMatchObject({ people: 6, posts: 40, friends: 20, portraits: 5, ahead: 0, days: 33 });
  expect(counts?.comments).toBeGreaterThan(30);
  // In every scope, the order of the log is the order of time.
  const disorder = await db.sql`
    select from (
      select p.created_at, lag(p.created_at) over (partition by c.scope_id order by c.seq) as before
      from changes c join posts p on c.doc_id = p.id::text where c.collection = 'posts'
    ) o where o.before > o.created_at`;
  expect(disorder).toHaveLength(0);
  expect(circle.mails).toEqual([]);

  const member = { id: user?.id ?? '', name: 'Hanna Berg', email: hanna?.email ?? '' };
  const feed = await circle.rest(member, 'GET', '/posts');
  expect(feed.body.data.items).toHaveLength(20);
  expect((await circle.rest(member, 'GET', '/friends/invitations/received')).body.data.items).toHaveLength(1);
  const groups = (await circle.rest(member, 'GET', '/groups')).body.data.items;
  expect(
    groups.map((group: { name: string; currentUserRole: string; member_count: number }) => [
      group.name,
      group.currentUserRole,
      group.member_count,
    ]),
  ).toEqual([
    ['Cold water club', 'owner', 4],
    ['Soup on Sundays', 'member', 5],
  ]);
  const chat = (await circle.rest(member, 'GET', `/groups/${groups[1].id}/messages`)).body.data.items;
  expect(chat).toHaveLength(9);
  expect(chat[1]).toMatchObject({
    sender_name: 'Jonas Weber',
    reply_to_sender_name: 'Priya Nair',
    reactions: [{ emoji_code: '😂', count: 1 }],
  });
  const notifications = await circle.rest(member, 'GET', '/notifications');
  expect(notifications.body.data.unread_count).toBeGreaterThan(0);

  expect(await fillDemo(circle)).toBeNull();
});
