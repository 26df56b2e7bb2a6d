-- A new entry for the change log: a document in a scope, or its removal from that scope. `scope_id` is null until `record_changes` looks
-- it up.
create type log_entry as (scope_id int, kind text, owner uuid, other uuid, collection text, id text, removed boolean);

-- Each statement looks up the id of a scope in a subquery (null for a scope that does not exist yet). With a join, a generic plan made
-- while there were few scopes would scan all of them.

-- Records changes. Call it once in a transaction, as the last statement that writes. The entries come in the order of the changes, and no
-- document comes twice in a scope. Returns the scopes whose heads moved, their heads before and after, and, on request, their readers.
--
-- The heads stay locked until commit. So within a scope the sequence numbers follow the order of the commits: a client that has seen a
-- head has seen everything below it. Heads are locked in the order of their ids, and missing scopes are created in the order of their
-- names, so that two calls cannot deadlock. Needs READ COMMITTED: each step must see what the transactions that it waited for have
-- written.
create function record_changes(in_entries log_entry[], in_with_readers boolean)
returns table (moved_scope int, scope_kind text, scope_owner uuid, scope_other uuid, prev_head int, new_head int, readers uuid[])
language plpgsql as $$
declare
  entries log_entry[];
  numbers int[];
begin
  loop
    entries := array(
      select row((
        select s.id from scopes s
        where s.owner = e.owner and s.kind = e.kind and (case when e.other is null then s.other is null else s.other = e.other end)
      ), e.kind, e.owner, e.other, e.collection, e.id, e.removed)::log_entry
      from unnest(in_entries) as e
    );
    numbers := array(select e.scope_id from unnest(entries) as e);
    exit when array_position(numbers, null) is null;
    insert into scopes (kind, owner, other)
    select distinct e.kind, e.owner, e.other from unnest(entries) as e where e.scope_id is null
    order by e.owner, e.kind, e.other
    on conflict do nothing;
  end loop;

  perform from scopes s where s.id = any (numbers) order by s.id for no key update;

  return query
  with counted as (
    select e.scope_id, count(*)::int as count from unnest(entries) as e group by e.scope_id
  ), raised as (
    update scopes s set head = s.head + c.count from counted c
    where s.id = any (numbers) and s.id = c.scope_id
    returning s.id, s.kind, s.owner, s.other, s.head - c.count as before, s.head
  ), logged as (
    insert into changes as c (scope_id, seq, collection, doc_id, removed, at)
    select r.id, r.before + row_number() over (partition by r.id order by e.nth), e.collection, e.id, e.removed, clock_timestamp()
    from unnest(entries) with ordinality as e (scope_id, kind, owner, other, collection, id, removed, nth) join raised r on r.id = e.scope_id
    on conflict (collection, doc_id, scope_id) do update set seq = excluded.seq, removed = excluded.removed, at = excluded.at
  )
  select r.id, r.kind, r.owner, r.other, r.before, r.head,
    case when not in_with_readers then null
         -- The view says the same. Querying it for each of many recipients would cost more.
         when r.kind = 'self' then array[r.owner]
         else readers_of_scope(r.id, r.kind) end
  from raised r;
end
$$;

-- Records these entries. Returns JSON: for each scope that moved, its heads, its readers and the ids recorded there.
create function record_and_read(in_entries log_entry[]) returns json language plpgsql as $$
begin
  if in_entries = '{}' then
    return '[]';
  end if;
  return (
    select json_agg(json_build_object(
      'scope', r.moved_scope, 'prev', r.prev_head, 'head', r.new_head, 'readers', r.readers,
      'ids', array(
        select e.id from unnest(in_entries) as e
        where e.kind = r.scope_kind and e.owner = r.scope_owner and e.other is not distinct from r.scope_other
      )
    ))
    from record_changes(in_entries, true) r
  );
end
$$;

-- Deletes every scope whose readers this member alone decides, with its change log, and every pair scope that was made for this member.
-- Group scopes stay. Readers find that the scopes no longer exist and delete the rows that they stored from them.
create function drop_scopes_of(member uuid) returns void language sql as $$
  with gone as (
    delete from scopes s where (s.owner = member and s.kind in ('self', 'friends', 'network', 'pair')) or s.other = member returning s.id
  ), logged as (
    delete from changes c using gone where c.scope_id = gone.id
  )
  delete from log_floors f using gone where f.scope_id = gone.id
$$;

-- Deletes what was written for or about a member at the very moment their account was deleted: notifications, lines of calls and scopes.
-- Nobody may read these. Upkeep runs this.
create function drop_what_nobody_reads() returns void language sql as $$
  delete from notifications n
  where not exists (select from users u where u.id = n.user_id)
    or (n.related_user_id is not null and not exists (select from users u where u.id = n.related_user_id));
  delete from jobs j
  where j.queue like 'call%' and split_part(j.data ->> 'line', '|', 1) in ('posts', 'friends', 'quiet')
    and not exists (select from users u where u.id::text = split_part(j.data ->> 'line', '|', 2));
  select drop_scopes_of(o.member) from (
    select s.owner as member from scopes s
    where s.kind in ('self', 'friends', 'network', 'pair') and not exists (select from users u where u.id = s.owner)
    union
    select s.other from scopes s where s.other is not null and not exists (select from users u where u.id = s.other)
  ) o
$$;
