-- Creations. Only the `create_...` functions write posts, comments and messages. Each writes any number of them in one round trip. The
-- rules stay in TypeScript: they run beforehand, on the facts that are likely to hold. The function checks those facts, under the same
-- locks as the commands. It skips every creation for which a fact does not hold, and leaves no trace of it.
--
-- `in_acts` is a JSON array. Each act has its position (`nth`, from 1), how many acts of the same member come before it (`earlier`), the
-- member, the session (null where none is required), the write id and its fingerprint, the row id, and `fields`: the columns that its author
-- sets, by their names. The functions add what the server sets, and insert through a view of the columns that a creation sets, so that all
-- other columns get their defaults. No write id and no row id comes twice. The functions return JSON: `rows`, the new rows as they are
-- loaded, and `log` with `written`, the positions of the acts that were carried out; `unnotified`, the positions of those that still need
-- notifications; and `scopes`, the scopes that moved, with the ids recorded there.

-- An act. `roles` are those that may write a message.
create type creation as (
  nth int, earlier int, user_id uuid, session_id uuid, write_id uuid, fingerprint text, id uuid, fields jsonb, roles text[]
);

-- The new row of an act, for `jsonb_populate_record`: what its author set, under what the server sets.
create function new_row(in_act creation, in_author_column text) returns jsonb language sql volatile
  return in_act.fields || jsonb_build_object(
    'id', in_act.id, in_author_column, in_act.user_id, 'created_at', accepted_after(in_act.earlier), 'write_id', in_act.write_id
  );

-- The ids that an act takes: that of its row and those of its photos.
create function ids_of(in_act creation) returns uuid[] language sql immutable
  return in_act.id || array(select (photo ->> 'id')::uuid from jsonb_array_elements(in_act.fields -> 'photos') as photo);

-- Claims the write ids and all other ids of the acts whose session is live. Returns the acts for which all of them were unused. If another
-- transaction is claiming one of the ids, this waits for it. Write ids are claimed in sorted order, then the others, so that two
-- transactions cannot deadlock.
create function claim_creations(in_acts jsonb) returns creation[] language plpgsql as $$
declare
  acts creation[] := array(
    select a from jsonb_populate_recordset(null::creation, in_acts) as a
    where a.session_id is null or a.user_id = (select s.user_id from live_sessions s where s.id = a.session_id)
  );
  writes uuid[];
  ids uuid[];
  claimed creation[];
begin
  with new as (
    insert into applied_writes (write_id, user_id, fingerprint)
    select a.write_id, a.user_id, a.fingerprint from unnest(acts) as a order by a.write_id
    on conflict do nothing returning write_id
  )
  select coalesce(array_agg(write_id), '{}') from new into writes;
  with new as (
    insert into used_ids (id)
    select i.id from unnest(acts) as a, unnest(ids_of(a)) as i (id) where a.write_id = any (writes) order by i.id
    on conflict do nothing returning id
  )
  select coalesce(array_agg(id), '{}') from new into ids;
  claimed := array(select a from unnest(acts) as a where a.write_id = any (writes) and ids_of(a) <@ ids);
  if cardinality(claimed) < cardinality(writes) then
    delete from applied_writes w where w.write_id = any (writes) and w.write_id <> all (array(select c.write_id from unnest(claimed) as c));
    delete from used_ids u where u.id = any (ids) and u.id <> all (array(select unnest(ids_of(c)) from unnest(claimed) as c));
  end if;
  return claimed;
end
$$;

-- Releases the ids claimed by acts that were not carried out.
create function give_back(in_claimed creation[], in_written creation[]) returns void language plpgsql as $$
declare
  undone creation[];
begin
  if cardinality(in_claimed) > cardinality(in_written) then
    undone := array(select c from unnest(in_claimed) as c where not exists (select from unnest(in_written) as w where w.nth = c.nth));
    delete from applied_writes w where w.write_id = any (array(select u.write_id from unnest(undone) as u));
    delete from used_ids i where i.id = any (array(select unnest(ids_of(u)) from unnest(undone) as u));
  end if;
end
$$;

-- The last step of each `create_...` function: stores which rows still need notifications, records the new rows, and returns the `log`.
-- The entries name the scopes of the new rows, in the order of the acts.
create function record_creations(in_written creation[], in_unnotified creation[], in_entries log_entry[]) returns json language plpgsql as $$
begin
  insert into unnotified (write_id, user_id, collection, doc_id)
  select a.write_id, a.user_id, in_entries[1].collection, a.id from unnest(in_unnotified) as a order by a.nth;
  return json_build_object(
    'written', array(select a.nth from unnest(in_written) as a),
    'unnotified', array(select a.nth from unnest(in_unnotified) as a),
    'scopes', record_and_read(in_entries)
  );
end
$$;
