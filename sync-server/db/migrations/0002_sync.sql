-- Who may read what, and what changed there. The sync engine knows no feature by name; this file knows no content.

-- Told to every device: a database that was restored from a backup gets a new one, and every device then fetches all again.
create table epoch (
  one boolean primary key default true check (one),
  epoch uuid not null default gen_random_uuid()
);
insert into epoch default values;

-- A scope is who may read. `owner` is a member or a group, `other` the reader of a pair.
create table scopes (
  id int primary key generated always as identity,
  kind text not null check (kind in ('self', 'friends', 'network', 'pair', 'group', 'group-admins')),
  owner uuid not null,
  other uuid,
  -- the sequence number of the last change in it
  head int not null default 0,
  check ((kind = 'pair') = (other is not null)),
  unique nulls not distinct (owner, kind, other)
) with (fillfactor = 70);
create index scopes_by_other on scopes (other) where other is not null;

-- One row for each document in each scope that it lies in or was taken out of; a change moves the row up to the scope's head.
-- Only record_changes() writes here.
create table changes (
  scope_id int not null,
  seq int not null,
  collection text not null,
  doc_id text not null,
  removed boolean not null,
  at timestamptz not null,
  -- the document first, so that the scopes of a document are found by the same index
  primary key (collection, doc_id, scope_id)
);
create unique index changes_by_seq on changes (scope_id, collection, seq);

-- Who is in which scope at this moment. The one place that grants reading, asked in both directions: `where reader = ...` for
-- the scopes of a member, `where scope_id = ...` for the readers of a scope. Each branch names its columns itself and filters on
-- them alone, so that either condition reaches the indexes (friends by user_id and by friend_id, scopes by owner and by other).
-- A block, in whichever direction, takes the two out of each other's friends, network and pair.
create view scope_readers as
  select s.id as scope_id, s.kind, s.owner, s.other, s.head, s.owner as reader
  from scopes s
  where s.kind in ('self', 'friends', 'network')
  union
  select s.id, s.kind, s.owner, s.other, s.head, f.friend_id
  from scopes s
  join friends f on f.user_id = s.owner
  where s.kind in ('friends', 'network')
    and not exists (select from blocks b where b.blocker_id = s.owner and b.blocked_id = f.friend_id)
    and not exists (select from blocks b where b.blocker_id = f.friend_id and b.blocked_id = s.owner)
  union
  select s.id, s.kind, s.owner, s.other, s.head, g.friend_id
  from scopes s
  join friends f on f.user_id = s.owner
  join friends g on g.user_id = f.friend_id and g.friend_id <> s.owner
  where s.kind = 'network'
    and not exists (select from blocks b where b.blocker_id = s.owner and b.blocked_id = g.friend_id)
    and not exists (select from blocks b where b.blocker_id = g.friend_id and b.blocked_id = s.owner)
  union
  select s.id, s.kind, s.owner, s.other, s.head, s.other
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
    and not exists (select from blocks b where b.blocker_id = s.other and b.blocked_id = s.owner)
  union
  select s.id, s.kind, s.owner, s.other, s.head, m.user_id
  from scopes s
  join group_members m on m.group_id = s.owner
  where m.status = 'active'
    and (s.kind = 'group' or (s.kind = 'group-admins' and m.role in ('owner', 'admin')));

-- Writes the log: called once in a transaction, as its last statement. The six arrays run side by side, an entry for each
-- document and scope, in the order in which the changes happened; of a document that comes twice in a scope the last counts.
--
-- The heads stay locked until commit, so within a scope the order of the numbers is the order of the commits: whoever has seen a
-- head has seen all that lies below. They are locked in the order of their ids, and missing scopes are made in the order of
-- their names, so that two of these never wait for each other. Needs READ COMMITTED: each step must see what it waited for.
create function record_changes(
  in_kinds text[], in_owners uuid[], in_others uuid[], in_collections text[], in_ids text[], in_removed boolean[]
) returns table (moved_scope int, new_head int)
language plpgsql as $$
begin
  insert into scopes (kind, owner, other)
  select distinct i.kind, i.owner, i.other
  from unnest(in_kinds, in_owners, in_others) as i (kind, owner, other)
  where not exists (
    select from scopes s where s.owner = i.owner and s.kind = i.kind and s.other is not distinct from i.other
  )
  order by i.owner, i.kind, i.other
  on conflict do nothing;

  perform from scopes s
  where s.id in (
    select t.id from unnest(in_kinds, in_owners, in_others) as i (kind, owner, other)
    join scopes t on t.owner = i.owner and t.kind = i.kind and t.other is not distinct from i.other
  )
  order by s.id
  for no key update of s;

  return query
  with entries as (
    select distinct on (s.id, i.collection, i.doc_id) s.id, i.collection, i.doc_id, i.removed, i.nth
    from unnest(in_kinds, in_owners, in_others, in_collections, in_ids, in_removed)
      with ordinality as i (kind, owner, other, collection, doc_id, removed, nth)
    join scopes s on s.owner = i.owner and s.kind = i.kind and s.other is not distinct from i.other
    order by s.id, i.collection, i.doc_id, i.nth desc
  ), raised as (
    update scopes s set head = s.head + e.many
    from (select e.id, count(*)::int as many from entries e group by e.id) e
    where s.id = e.id
    returning s.id, s.head, s.head - e.many as before
  ), logged as (
    insert into changes as c (scope_id, seq, collection, doc_id, removed, at)
    select e.id, r.before + row_number() over (partition by e.id order by e.nth), e.collection, e.doc_id, e.removed, clock_timestamp()
    from entries e join raised r on r.id = e.id
    on conflict (collection, doc_id, scope_id) do update set seq = excluded.seq, removed = excluded.removed, at = excluded.at
  )
  select r.id, r.head from raised r;
end
$$;

-- The memory of deleted ids. Both sides take the id's lock first, so that of a deletion and a creation which meet, the later one
-- sees what the earlier one did.
create function remember_deleted(in_ids uuid[], in_collection text) returns void
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(i.id::text, 0)) from (select id from unnest(in_ids) as u (id) order by id) i;
  insert into deleted_ids (id, collection) select id, in_collection from unnest(in_ids) as u (id) on conflict do nothing;
end
$$;

create function was_deleted(in_id uuid) returns boolean
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(in_id::text, 0));
  return exists (select from deleted_ids d where d.id = in_id);
end
$$;
