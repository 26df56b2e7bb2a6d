-- A member may leave, and nothing of theirs stays.

-- Of sessions of accounts that were deleted, the hash of their secret and nothing else: a device that comes with it later is told to erase what
-- it holds, where of any other session it would only hear that it has ended.
create table deleted_sessions (
  family_hash bytea primary key,
  at timestamptz not null default now()
);
create index deleted_sessions_by_time on deleted_sessions (at);

-- Whose act a mail tells of: it goes with them, where it is still here.
alter table mailbox add column about uuid;

-- Everything that lies where nobody but this member decides who reads it. Their readers find the scopes gone and drop what they hold of them.
create function drop_scopes_of(member uuid) returns void language sql as $$
  with gone as (
    delete from scopes s where (s.owner = member and s.kind in ('self', 'friends', 'network', 'pair')) or s.other = member returning s.id
  ), logged as (
    delete from changes c using gone where c.scope_id = gone.id
  )
  delete from log_floors f using gone where f.scope_id = gone.id
$$;

-- What somebody was told in the very moment in which they left: nobody may read it, and it goes with the next upkeep.
create function drop_what_nobody_reads() returns void language sql as $$
  delete from notifications n
  where not exists (select from users u where u.id = n.user_id)
    or (n.related_user_id is not null and not exists (select from users u where u.id = n.related_user_id));
  select drop_scopes_of(o.member) from (
    select s.owner as member from scopes s
    where s.kind in ('self', 'friends', 'network', 'pair') and not exists (select from users u where u.id = s.owner)
    union
    select s.other from scopes s where s.other is not null and not exists (select from users u where u.id = s.other)
  ) o
$$;
