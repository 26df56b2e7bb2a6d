-- Who is within two steps of whom, not counting oneself, and since when one has been friends with the first on the way: of several ways
-- the longest friendship is the one that is named, as on the page. Where one of two blocks the other, neither is in reach.
create or replace view extended_friends as
  select f.user_id, f.friend_id, 'direct'::text as relationship_type, null::uuid as through_friend_id, f.created_at as since
  from friends f
  where not blocked_between(f.user_id, f.friend_id)
  union all
  select a.user_id, b.friend_id, 'friend_of_friend', a.friend_id, a.created_at
  from friends a join friends b on b.user_id = a.friend_id and b.friend_id <> a.user_id
  where not blocked_between(a.user_id, b.friend_id);

-- What members reported, so that each thing is reported once by a member and not too many in a day. What they wrote of it went by mail.
create table reports (
  reporter_id uuid not null references users on delete cascade,
  target_type text not null check (target_type in ('post', 'comment', 'message', 'profile')),
  target_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (reporter_id, target_type, target_id)
);
create index reports_by_time on reports (reporter_id, created_at);
