-- Creations. Posts, comments and messages are written by the functions of this kind and by nothing else, any number of them in one way to the
-- database and back. The rules stand in TypeScript. They are asked beforehand, under the facts that are likely; the function makes sure of
-- those facts, under the same locks as the commands, and leaves every creation of which one does not hold, as if it had not been there.
--
-- `in_acts` is a JSON array. Each act says its place (`nth`, from 1), the member, the session (null where none is asked for), the write and its
-- fingerprint, the id, and what the kind needs besides. No write and no id comes twice. The answer is JSON: `rows`, what was written
-- as it is loaded, and `log`: `written`, the places of the acts that were carried out; `unannounced`, those of them that are to be
-- announced; `scopes`, those that moved, with what lies there.

-- An act, with what the kinds of them need.
create type creation as (
  nth int, user_id uuid, session_id uuid, write_id uuid, fingerprint text, id uuid, content text,
  visibility text, chosen uuid[], post_id uuid, group_id uuid, reply_to_id uuid, roles text[]
);

-- Takes the writes of the acts whose sessions are live, and their ids, and leaves the acts of which both were free. What another transaction takes
-- at this moment is waited for, in the order of the writes and then of the ids.
create function claim_creations(in_acts jsonb) returns creation[] language plpgsql as $$
declare
  acts creation[] := array(
    select a from jsonb_populate_recordset(null::creation, in_acts) as a
    where a.session_id is null or a.user_id = (select s.user_id from live_sessions s where s.id = a.session_id)
  );
  writes uuid[];
  ids uuid[];
begin
  with new as (
    insert into applied_writes (write_id, user_id, fingerprint)
    select a.write_id, a.user_id, a.fingerprint from unnest(acts) as a order by a.write_id
    on conflict do nothing returning write_id
  )
  select coalesce(array_agg(write_id), '{}') from new into writes;
  with new as (
    insert into used_ids (id)
    select a.id from unnest(acts) as a where a.write_id = any (writes) order by a.id
    on conflict do nothing returning id
  )
  select coalesce(array_agg(id), '{}') from new into ids;
  if cardinality(ids) < cardinality(writes) then
    delete from applied_writes w where w.write_id = any (
      array(select a.write_id from unnest(acts) as a where a.write_id = any (writes) and a.id <> all (ids))
    );
  end if;
  return array(select a from unnest(acts) as a where a.write_id = any (writes) and a.id = any (ids));
end
$$;

-- Gives back what was claimed by acts that were not carried out after all.
create function give_back(in_claimed creation[], in_written creation[]) returns void language plpgsql as $$
declare
  undone creation[];
begin
  if cardinality(in_claimed) > cardinality(in_written) then
    undone := array(select c from unnest(in_claimed) as c where not exists (select from unnest(in_written) as w where w.nth = c.nth));
    delete from applied_writes w where w.write_id = any (array(select u.write_id from unnest(undone) as u));
    delete from used_ids i where i.id = any (array(select u.id from unnest(undone) as u));
  end if;
end
$$;

-- The end of each of these functions: keeps what is to be announced, records what was written, and answers. The entries say in which scopes the
-- new rows lie, in the order of the acts.
create function record_creations(in_written creation[], in_unannounced creation[], in_entries log_entry[]) returns json language plpgsql as $$
begin
  insert into unannounced (write_id, user_id, collection, doc_id)
  select a.write_id, a.user_id, in_entries[1].collection, a.id from unnest(in_unannounced) as a order by a.nth;
  return json_build_object(
    'written', array(select a.nth from unnest(in_written) as a),
    'unannounced', array(select a.nth from unnest(in_unannounced) as a),
    'scopes', record_and_read(in_entries)
  );
end
$$;
