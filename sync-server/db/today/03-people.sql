-- Between whom a block stands, in whichever direction.
create view blocked_pairs as
  select blocker_id as one, blocked_id as other from blocks
  union all
  select blocked_id, blocker_id from blocks;

-- Whether one of the two blocks the other.
create function blocked_between(in_one uuid, in_other uuid) returns boolean language sql stable
  return exists (select from blocked_pairs b where b.one = in_one and b.other = in_other);

-- What is between two members, as a number to lock: shared while one is notified of the other, alone by a block.
create function lock_between(in_one uuid, in_other uuid) returns bigint language sql immutable
  return hashtextextended('between ' || least(in_one, in_other)::text || ' ' || greatest(in_one, in_other)::text, 0);

-- Who is within two steps of whom, not counting oneself, and since when one has been friends with the first on the way: of several ways
-- the longest friendship is the one that is named, as on the page. Where one of two blocks the other, neither is in reach.
create view extended_friends as
  select f.user_id, f.friend_id, 'direct'::text as relationship_type, null::uuid as through_friend_id, f.created_at as since
  from friends f
  where not exists (select from blocked_pairs b where b.one = f.user_id and b.other = f.friend_id)
  union all
  select a.user_id, b.friend_id, 'friend_of_friend', a.friend_id, a.created_at
  from friends a join friends b on b.user_id = a.friend_id and b.friend_id <> a.user_id
  where not exists (select from blocked_pairs p where p.one = a.user_id and p.other = b.friend_id);

-- Sessions that were neither ended nor have run out.
create view live_sessions as select id, user_id from sessions where expires_at > now();
