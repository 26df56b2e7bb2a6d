-- The columns of a profile, for every query that reads profiles as they travel.
create view profile_rows as
  select p.id, p.name, p.bio, p.location, p.interests, p.profile_image_url, iso_time(p.created_at) as created_at, p.write_id
  from profiles p;

-- Pairs of members with a block between them. Every block is listed in both directions.
create view blocked_pairs as
  select blocker_id as one, blocked_id as other from blocks
  union all
  select blocked_id, blocker_id from blocks;

-- Whether either of the two members blocks the other.
create function blocked_between(in_one uuid, in_other uuid) returns boolean language sql stable
  return exists (select from blocked_pairs b where b.one = in_one and b.other = in_other);

-- The advisory lock key for a pair of members. Notifying one of them about the other takes it shared. Blocking takes it exclusively.
create function lock_between(in_one uuid, in_other uuid) returns bigint language sql immutable
  return hashtextextended('between ' || least(in_one, in_other)::text || ' ' || greatest(in_one, in_other)::text, 0);

-- The advisory lock key for the notifications of a member. Notifying them takes it shared. A setting that forbids notifications takes it
-- exclusively.
create function lock_notices(in_member uuid) returns bigint language sql immutable
  return hashtextextended('notices ' || in_member::text, 0);

-- The direct friends and the friends of friends of each member, without the member. `since` is when the friendship with the first friend
-- on the path began. A friend of a friend has one row for each path. Readers order by `since`, so that the path through the longest
-- friendship is named, as on the page. A pair with a block between them is left out.
create view extended_friends as
  select f.user_id, f.friend_id, 'direct'::text as relationship_type, null::uuid as through_friend_id, f.created_at as since
  from friends f
  where not exists (select from blocked_pairs b where b.one = f.user_id and b.other = f.friend_id)
  union all
  select a.user_id, b.friend_id, 'friend_of_friend', a.friend_id, a.created_at
  from friends a join friends b on b.user_id = a.friend_id and b.friend_id <> a.user_id
  where not exists (select from blocked_pairs p where p.one = a.user_id and p.other = b.friend_id);

-- Sessions that have not expired. The row of an ended session is deleted.
create view live_sessions as select id, user_id from sessions where expires_at > now();
