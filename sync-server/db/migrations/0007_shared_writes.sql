-- What acts that share a transaction need: the log says which scopes it moved and from where, so that frames can be made of
-- what was written without asking again.

drop function record_changes(text[], uuid[], uuid[], text[], text[], boolean[]);

-- Who reads a scope, a view for each way of being in one. `scope_readers` is all of them and grants what they grant; who knows the kind
-- of a scope asks those that can apply, which costs a fraction.
create view reading_owners as
  select s.id as scope_id, s.kind, s.owner, s.other, s.head, s.owner as reader
  from scopes s
  where s.kind in ('self', 'friends', 'network');

create view reading_friends as
  select s.id as scope_id, s.kind, s.owner, s.other, s.head, f.friend_id as reader
  from scopes s
  join friends f on f.user_id = s.owner
  where s.kind in ('friends', 'network')
    and not exists (select from blocks b where b.blocker_id = s.owner and b.blocked_id = f.friend_id)
    and not exists (select from blocks b where b.blocker_id = f.friend_id and b.blocked_id = s.owner);

create view reading_friends_of_friends as
  select s.id as scope_id, s.kind, s.owner, s.other, s.head, g.friend_id as reader
  from scopes s
  join friends f on f.user_id = s.owner
  join friends g on g.user_id = f.friend_id and g.friend_id <> s.owner
  where s.kind = 'network'
    and not exists (select from blocks b where b.blocker_id = s.owner and b.blocked_id = g.friend_id)
    and not exists (select from blocks b where b.blocker_id = g.friend_id and b.blocked_id = s.owner);

create view reading_chosen as
  select s.id as scope_id, s.kind, s.owner, s.other, s.head, s.other as reader
  from scopes s
  where s.kind = 'pair'
    and (
      exists (select from friends f where f.user_id = s.owner and f.friend_id = s.other)
      or exists (
        select from friends f join friends g on g.user_id = f.friend_id
        where f.user_id = s.owner and g.friend_id = s.other
      )
    )
    and not exists (select from blocks b where b.blocker_id = s.owner and b.blocked_id = s.other)
    and not exists (select from blocks b where b.blocker_id = s.other and b.blocked_id = s.owner);

create view reading_members as
  select s.id as scope_id, s.kind, s.owner, s.other, s.head, m.user_id as reader
  from scopes s
  join group_members m on m.group_id = s.owner
  where m.status = 'active'
    and (s.kind = 'group' or (s.kind = 'group-admins' and m.role in ('owner', 'admin')));

create or replace view scope_readers as
  select * from reading_owners
  union select * from reading_friends
  union select * from reading_friends_of_friends
  union select * from reading_chosen
  union select * from reading_members;

-- The readers of one scope of this kind.
create function readers_of_scope(in_scope int, in_kind text) returns uuid[] language plpgsql stable as $$
begin
  case in_kind
    when 'self' then
      return array(select reader from reading_owners where scope_id = in_scope);
    when 'friends' then
      -- Nobody is their own friend.
      return array(
        select reader from reading_owners where scope_id = in_scope union all select reader from reading_friends where scope_id = in_scope
      );
    when 'group', 'group-admins' then
      return array(select reader from reading_members where scope_id = in_scope);
    when 'pair' then
      return array(select reader from reading_chosen where scope_id = in_scope);
    when 'network' then
      return array(
        select reader from reading_owners where scope_id = in_scope
        union select reader from reading_friends where scope_id = in_scope
        union select reader from reading_friends_of_friends where scope_id = in_scope
      );
  end case;
end
$$;

-- The numbers of these scopes in their order, null for one that has not been made yet.
create function numbers_of_scopes(in_kinds text[], in_owners uuid[], in_others uuid[]) returns int[] language sql stable
  return array(
    select (
      select s.id from scopes s
      where s.owner = i.owner and s.kind = i.kind and (case when i.other is null then s.other is null else s.other = i.other end)
    )
    from unnest(in_kinds, in_owners, in_others) with ordinality as i (kind, owner, other, nth) order by i.nth
  );

-- Writes the log: called once in a transaction, as its last statement that writes. The first three arrays name the scopes, each once; the
-- others run side by side with an entry for each document and scope, in the order in which the changes happened: the place of its
-- scope among those, and what it is about. No document comes twice in a scope. Answers with the scopes that moved, their heads
-- before and after, and, where asked, who reads them.
--
-- The heads stay locked until commit, so within a scope the order of the numbers is the order of the commits: whoever has seen a
-- head has seen all that lies below. They are locked in the order of their ids, and missing scopes are made in the order of
-- their names, so that two of these never wait for each other. Needs READ COMMITTED: each step must see what it waited for.
create function record_changes(
  in_kinds text[], in_owners uuid[], in_others uuid[], in_places int[], in_collections text[], in_ids text[], in_removed boolean[],
  in_with_readers boolean
) returns table (moved_scope int, scope_kind text, scope_owner uuid, scope_other uuid, prev_head int, new_head int, readers uuid[])
language plpgsql as $$
declare
  numbers int[];
begin
  if cardinality(in_kinds) = 1 then
    -- One scope, as for nearly everything that is written: nothing to bring into an order, and a fraction of the work.
    loop
      update scopes s set head = s.head + cardinality(in_places)
      where s.owner = in_owners[1] and s.kind = in_kinds[1] and (s.other = in_others[1] or (s.other is null and in_others[1] is null))
      returning s.id, s.kind, s.owner, s.other, s.head - cardinality(in_places), s.head
      into moved_scope, scope_kind, scope_owner, scope_other, prev_head, new_head;
      exit when found;
      insert into scopes (kind, owner, other) values (in_kinds[1], in_owners[1], in_others[1]) on conflict do nothing;
    end loop;
    insert into changes as c (scope_id, seq, collection, doc_id, removed, at)
    select moved_scope, prev_head + i.nth, i.collection, i.doc_id, i.removed, clock_timestamp()
    from unnest(in_collections, in_ids, in_removed) with ordinality as i (collection, doc_id, removed, nth)
    on conflict (collection, doc_id, scope_id) do update set seq = excluded.seq, removed = excluded.removed, at = excluded.at;
    if in_with_readers then
      readers := readers_of_scope(moved_scope, scope_kind);
    end if;
    return next;
    return;
  end if;

  numbers := numbers_of_scopes(in_kinds, in_owners, in_others);
  if array_position(numbers, null) is not null then
    insert into scopes (kind, owner, other)
    select i.kind, i.owner, i.other from unnest(in_kinds, in_owners, in_others) as i (kind, owner, other)
    order by i.owner, i.kind, i.other
    on conflict do nothing;
    numbers := numbers_of_scopes(in_kinds, in_owners, in_others);
  end if;

  perform from scopes s where s.id = any (numbers) order by s.id for no key update;

  return query
  with raised as (
    update scopes s set head = s.head + e.many
    from (select numbers[u.place] as id, count(*)::int as many from unnest(in_places) as u (place) group by u.place) e
    where s.id = e.id
    returning s.id, s.kind, s.owner, s.other, s.head - e.many as before, s.head
  ), logged as (
    insert into changes as c (scope_id, seq, collection, doc_id, removed, at)
    select r.id, r.before + row_number() over (partition by r.id order by i.nth), i.collection, i.doc_id, i.removed, clock_timestamp()
    from unnest(in_places, in_collections, in_ids, in_removed) with ordinality as i (place, collection, doc_id, removed, nth)
    join raised r on r.id = numbers[i.place]
    on conflict (collection, doc_id, scope_id) do update set seq = excluded.seq, removed = excluded.removed, at = excluded.at
  )
  select r.id, r.kind, r.owner, r.other, r.before, r.head,
    case when not in_with_readers then null
         -- As in the view, and without the cost of asking it for each of many recipients.
         when r.kind = 'self' then array[r.owner]
         else readers_of_scope(r.id, r.kind) end
  from raised r;
end
$$;

-- Whose scope a post of this audience lies in: that of the author's friends, of their network, or their own. Posts to specific
-- people lie besides in a pair scope for each of them.
create function audience_kind(in_visibility text) returns text language sql immutable parallel safe
  return case when in_visibility = 'friends' then 'friends'
              when in_visibility in ('friends_of_friends', 'public') then 'network'
              else 'self' end;

create or replace view post_scopes as
  select p.id as post_id, p.author_id as owner, null::uuid as other, audience_kind(p.visibility_type) as kind
  from posts p
  union all
  select v.post_id, p.author_id, v.user_id, 'pair'
  from post_visibility v join posts p on p.id = v.post_id
  where p.visibility_type = 'specific';

-- Who may read a post at this moment, asked scope by scope: joined, the view would be computed for all scopes there are.
create function readers_of_post(in_post uuid) returns uuid[] language sql stable
  return array(
    select unnest(readers_of_scope(
      (select s.id from scopes s where s.owner = p.owner and s.kind = p.kind and s.other is not distinct from p.other), p.kind
    ))
    from post_scopes p where p.post_id = in_post
  );

create or replace function may_read_post(in_reader uuid, in_post uuid) returns boolean language sql stable
  return in_reader = any (readers_of_post(in_post));

-- Writes notifications, the arrays side by side with an entry for each recipient, and says which of them were to be told: not who
-- has switched that off, nor where one of the two blocks the other. What is between a recipient and the one who did it is locked
-- before it is asked about: a block comes first and is seen here, or comes after and finds what was written to withdraw it. A time that is
-- null is now.
drop function tell_members(text, uuid[], uuid, uuid, uuid, uuid, uuid, text, uuid);
drop function is_told(uuid, uuid, text);
create function tell_members(
  in_types text[], in_recipients uuid[], in_by uuid[], in_posts uuid[], in_comments uuid[], in_groups uuid[], in_invitations uuid[],
  in_emoji text[], in_writes uuid[], in_times timestamptz[]
) returns table (nth bigint, told_id uuid)
language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(l.between_them)
  from (
    select distinct lock_between(i.recipient, i.by_id) as between_them
    from unnest(in_recipients, in_by) as i (recipient, by_id) where i.by_id is not null order by 1
  ) l;
  return query
  with notices as materialized (
    select i.nth, gen_random_uuid() as id, i.type, i.recipient, i.by_id, i.post_id, i.comment_id, i.group_id, i.invitation_id, i.emoji,
      i.write_id, i.at
    from unnest(in_types, in_recipients, in_by, in_posts, in_comments, in_groups, in_invitations, in_emoji, in_writes, in_times)
      with ordinality as i (type, recipient, by_id, post_id, comment_id, group_id, invitation_id, emoji, write_id, at, nth)
    where not exists (
        select from settings t where t.user_id = i.recipient and t.key = concat('notify_', i.type) and t.value = 'off'
      )
      and not exists (select from blocks b where b.blocker_id = i.recipient and b.blocked_id = i.by_id)
      and not exists (select from blocks b where b.blocker_id = i.by_id and b.blocked_id = i.recipient)
  ), told as (
    insert into notifications as n (
      id, user_id, notification_type, created_at, related_user_id, related_post_id, related_comment_id, related_group_id,
      related_invitation_id, emoji_code, write_id
    )
    select t.id, t.recipient, t.type, coalesce(t.at, accepted_at()), t.by_id, t.post_id, t.comment_id, t.group_id, t.invitation_id, t.emoji, t.write_id
    from notices t
    -- In one order, so that two who write to the same group at once do not wait for each other.
    order by t.recipient, t.nth
    on conflict (user_id, related_group_id) where notification_type = 'group_message' and not is_read do nothing
    returning n.id
  )
  select t.nth, t.id from notices t join told using (id);
end
$$;
