-- An entry of the change log to be: a document in a scope, or its removal from there. `scope_id` is found by whoever records it.
create type log_entry as (scope_id int, kind text, owner uuid, other uuid, collection text, id text, removed boolean);

-- The number of a scope, null for one that has not been made yet, stands in each statement as a question of its own: joined, a plan that was
-- made while there were few scopes would read them all.

-- Records changes: called once in a transaction, as its last statement that writes. The entries come in the order of the changes; no document
-- comes twice in a scope. Answers with the scopes that moved, their heads before and after, and, where asked, who reads them.
--
-- The heads stay locked until commit, so within a scope the order of the numbers is the order of the commits: whoever has seen a
-- head has seen all that lies below. They are locked in the order of their ids, and missing scopes are made in the order of
-- their names, so that two of these never wait for each other. Needs READ COMMITTED: each step must see what it waited for.
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
         -- As in the view, and without the cost of asking it for each of many recipients.
         when r.kind = 'self' then array[r.owner]
         else readers_of_scope(r.id, r.kind) end
  from raised r;
end
$$;

-- Records these entries, and says as JSON which scopes moved, who reads each, and the ids of what was recorded there.
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
