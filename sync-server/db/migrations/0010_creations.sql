-- Creations by one statement. Nearly everything that is written is a post, a comment or a message that is allowed: each of these functions
-- carries out many of them, in one way to the database and back. The rules stand in TypeScript. They are asked beforehand, under the facts
-- that are likely; the function makes sure of those facts, under the same locks as the commands, and leaves every creation of which one
-- does not hold, as if it had not been there: that goes on its own, by the command.
--
-- The acts come as arrays side by side: the member, the session (null where none is asked for), the write, the id, and what the kind
-- needs besides. No write and no id comes twice. The answer is JSON: `rows`, what was written as it is loaded, and `log`: `written`, the acts
-- that were carried out by their places, from 1; `untold`, those of them that are to be told of; `scopes`, those that moved, with what
-- lies there.

-- Sessions that were neither ended nor have run out.
create view live_sessions as select id, user_id from sessions where expires_at > now();

-- What is read of a row, for everything that reads it.
create view post_rows as
  select p.id, p.author_id, p.content, p.visibility_type,
    array(select v.user_id from post_visibility v where v.post_id = p.id order by v.user_id) as specific_user_ids,
    iso_time(p.created_at) as created_at, iso_time(p.edited_at) as edited_at, p.write_id
  from posts p;

create view comment_rows as
  select m.id, m.post_id, m.author_id, w.name as author_name, w.profile_image_url as author_profile_image_url, m.content,
    iso_time(m.created_at) as created_at, iso_time(m.edited_at) as edited_at, m.is_deleted, m.write_id
  from post_comments m
  join profiles w on w.id = m.author_id;

create view message_rows as
  select m.id, m.group_id, m.sender_id, w.name as sender_name, w.profile_image_url as sender_profile_image_url, m.content,
    m.reply_to_id, iso_time(m.created_at) as created_at, iso_time(m.edited_at) as edited_at, m.is_deleted, m.write_id
  from group_messages m
  join profiles w on w.id = m.sender_id;

-- Whose a write was is kept for a while beside it, whatever becomes of the member.
alter table applied_writes drop constraint applied_writes_user_id_fkey;

-- Takes the writes of these acts whose sessions are live, and their ids, and says by their places which acts may go on: those of which both
-- were free. What another transaction takes at this moment is waited for, in the order of the writes and then of the ids.
create function claim_creations(in_users uuid[], in_sessions uuid[], in_writes uuid[], in_ids uuid[]) returns int[] language plpgsql as $$
declare
  free int[] := '{}';
  taken uuid[] := '{}';
  act record;
begin
  if cardinality(in_ids) = 1 then
    -- Nothing to bring into an order, and a fraction of the work.
    insert into applied_writes (write_id, user_id)
    select in_writes[1], in_users[1]
    where in_sessions[1] is null or exists (select from live_sessions s where s.id = in_sessions[1] and s.user_id = in_users[1])
    on conflict do nothing;
    if found then
      insert into used_ids (id) values (in_ids[1]) on conflict do nothing;
      if found then
        return array[1];
      end if;
      delete from applied_writes w where w.write_id = in_writes[1];
    end if;
    return free;
  end if;

  for act in
    with acts as materialized (
      select a.nth, a.user_id, a.write_id, a.id
      from unnest(in_users, in_sessions, in_writes, in_ids) with ordinality as a (user_id, session_id, write_id, id, nth)
      where a.session_id is null or exists (select from live_sessions s where s.id = a.session_id and s.user_id = a.user_id)
    ), new as (
      insert into applied_writes (write_id, user_id)
      select a.write_id, a.user_id from acts a order by a.write_id
      on conflict do nothing returning write_id
    ), fresh as (
      insert into used_ids (id)
      select a.id from acts a join new using (write_id) order by a.id
      on conflict do nothing returning id
    )
    select a.nth, a.write_id, f.id is not null as is_free
    from acts a join new using (write_id) left join fresh f on f.id = a.id order by a.nth
  loop
    if act.is_free then
      free := free || act.nth::int;
    else
      taken := taken || act.write_id;
    end if;
  end loop;
  if cardinality(taken) > 0 then
    delete from applied_writes w where w.write_id = any (taken);
  end if;
  return free;
end
$$;

-- Gives back what was claimed by acts that were not carried out after all.
create function give_back(in_writes uuid[], in_ids uuid[], in_claimed int[], in_written int[]) returns void language plpgsql as $$
declare
  undone int[];
begin
  if cardinality(in_claimed) > cardinality(in_written) then
    undone := array(select c from unnest(in_claimed) as c where c <> all (in_written));
    delete from applied_writes w using unnest(undone) as u where w.write_id = in_writes[u];
    delete from used_ids i using unnest(undone) as u where i.id = in_ids[u];
  end if;
end
$$;

-- Which of these ids lie in this scope, the first four side by side.
create function ids_there(
  in_ids text[], in_kinds text[], in_owners uuid[], in_others uuid[], in_kind text, in_owner uuid, in_other uuid
) returns text[] language plpgsql immutable as $$
begin
  return array(
    select e.id from unnest(in_ids, in_kinds, in_owners, in_others) as e (id, kind, owner, other)
    where e.kind = in_kind and e.owner = in_owner and e.other is not distinct from in_other
  );
end
$$;

-- The end of each of these functions: keeps what is to be told of and writes the log. The arrays from `in_nths` on run side by side, in the
-- order of the acts, with an entry for each scope in which what an act made lies.
create function log_creations(
  in_users uuid[], in_writes uuid[], in_ids uuid[], in_collection text, in_untold int[],
  in_nths int[], in_kinds text[], in_owners uuid[], in_others uuid[]
) returns json language plpgsql as $$
declare
  many int := cardinality(in_nths);
  written int[] := in_nths;
  ids text[] := '{}';
  kinds text[] := in_kinds;
  owners uuid[] := in_owners;
  others uuid[] := in_others;
  numbers int[] := array[1];
  moved record;
  scopes json[] := '{}';
  n int;
begin
  insert into unannounced (write_id, user_id, collection, doc_id)
  select in_writes[u], in_users[u], in_collection, in_ids[u] from unnest(in_untold) as u;
  foreach n in array in_nths loop
    ids := ids || in_ids[n]::text;
  end loop;
  if many > 1 then
    written := array(select distinct u from unnest(in_nths) as u);
    select array_agg(s.kind order by s.owner, s.kind, s.other), array_agg(s.owner order by s.owner, s.kind, s.other),
      array_agg(s.other order by s.owner, s.kind, s.other)
    from (select distinct e.kind, e.owner, e.other from unnest(in_kinds, in_owners, in_others) as e (kind, owner, other)) s
    into kinds, owners, others;
    select array_agg(e.number order by e.at)
    from (
      select e.at, dense_rank() over (order by e.owner, e.kind, e.other) as number
      from unnest(in_kinds, in_owners, in_others) with ordinality as e (kind, owner, other, at)
    ) e
    into numbers;
  end if;
  if many > 0 then
    for moved in
      select r.* from record_changes(
        kinds, owners, others, numbers, array_fill(in_collection, array[many]), ids, array_fill(false, array[many]), true
      ) r
    loop
      scopes := scopes || json_build_object(
        'scope', moved.moved_scope, 'prev', moved.prev_head, 'head', moved.new_head, 'readers', moved.readers,
        'ids', case when cardinality(kinds) = 1 then ids else ids_there(ids, in_kinds, in_owners, in_others, moved.scope_kind, moved.scope_owner, moved.scope_other) end
      );
    end loop;
  end if;
  return json_build_object('written', written, 'untold', in_untold, 'scopes', array_to_json(scopes));
end
$$;

-- Messages: the group, the content, what is answered (it stands in that group), and the roles with which one may write there, in one text.
create function create_messages(
  in_users uuid[], in_sessions uuid[], in_writes uuid[], in_ids uuid[],
  in_groups uuid[], in_contents text[], in_replies uuid[], in_roles text[]
) returns json language plpgsql as $$
declare
  claimed int[] := claim_creations(in_users, in_sessions, in_writes, in_ids);
  written int[];
  answer json;
begin
  perform from groups g where g.id = any (in_groups) order by g.id for key share;
  written := array(
    select c
    from unnest(claimed) as c
    join group_members m on m.group_id = in_groups[c] and m.user_id = in_users[c]
    where m.role = any (string_to_array(in_roles[c], ' '))
      and (in_replies[c] is null or exists (select from group_messages r where r.id = in_replies[c] and r.group_id = in_groups[c]))
    order by c
  );
  perform give_back(in_writes, in_ids, claimed, written);
  insert into group_messages (id, group_id, sender_id, content, reply_to_id, created_at, write_id)
  select in_ids[w], in_groups[w], in_users[w], in_contents[w], in_replies[w], accepted_at(), in_writes[w] from unnest(written) as w;
  answer := log_creations(
    in_users, in_writes, in_ids, 'group_messages', written, written, array_fill('group'::text, array[cardinality(written)]),
    array(select in_groups[w] from unnest(written) as w), array_fill(null::uuid, array[cardinality(written)])
  );
  return json_build_object('log', answer, 'rows', (select json_agg(r) from message_rows r where r.id = any (in_ids)));
end
$$;

-- Comments: the post, which is one that the member can read, and the content.
create function create_comments(
  in_users uuid[], in_sessions uuid[], in_writes uuid[], in_ids uuid[], in_posts uuid[], in_contents text[]
) returns json language plpgsql as $$
declare
  claimed int[] := claim_creations(in_users, in_sessions, in_writes, in_ids);
  written int[] := '{}';
  untold int[] := '{}';
  nths int[] := '{}';
  kinds text[] := '{}';
  owners uuid[] := '{}';
  others uuid[] := '{}';
  post record;
  place record;
  answer json;
begin
  perform from posts p where p.id = any (in_posts) order by p.id for key share;
  -- Many write about few posts: who reads a post is asked once.
  for post in
    select p.id, p.author_id, readers_of_post(p.id) as readers, array(select c from unnest(claimed) as c where in_posts[c] = p.id order by c) as acts
    from posts p where p.id = any (in_posts)
  loop
    for n in 1 .. cardinality(post.acts) loop
      -- A writer reads their own also before the scope of a first post has been made.
      if in_users[post.acts[n]] = post.author_id or in_users[post.acts[n]] = any (post.readers) then
        written := written || post.acts[n];
        if in_users[post.acts[n]] <> post.author_id then
          untold := untold || post.acts[n];
        end if;
      end if;
    end loop;
  end loop;
  perform give_back(in_writes, in_ids, claimed, written);
  written := array(select w from unnest(written) as w order by w);
  insert into post_comments (id, post_id, author_id, content, created_at, write_id)
  select in_ids[w], in_posts[w], in_users[w], in_contents[w], accepted_at(), in_writes[w] from unnest(written) as w;
  for place in
    select w as nth, s.kind, s.owner, s.other from unnest(written) as w join post_scopes s on s.post_id = in_posts[w] order by w
  loop
    nths := nths || place.nth;
    kinds := kinds || place.kind;
    owners := owners || place.owner;
    others := others || place.other;
  end loop;
  answer := log_creations(in_users, in_writes, in_ids, 'comments', untold, nths, kinds, owners, others);
  return json_build_object('log', answer, 'rows', (select json_agg(r) from comment_rows r where r.id = any (in_ids)));
end
$$;

-- Posts: the content, the audience, and who were chosen, in one text (null for nobody): they are in the network of the author.
create function create_posts(
  in_users uuid[], in_sessions uuid[], in_writes uuid[], in_ids uuid[], in_contents text[], in_visibility text[], in_chosen text[]
) returns json language plpgsql as $$
declare
  claimed int[] := claim_creations(in_users, in_sessions, in_writes, in_ids);
  written int[] := '{}';
  untold int[] := '{}';
  nths int[] := '{}';
  kinds text[] := '{}';
  owners uuid[] := '{}';
  others uuid[] := '{}';
  chosen uuid[];
  within_reach boolean;
  n int;
  answer json;
begin
  foreach n in array claimed loop
    chosen := string_to_array(in_chosen[n], ' ');
    within_reach := true;
    if chosen is not null then
      select chosen <@ readers_of_scope(s.id, s.kind) from scopes s
      where s.owner = in_users[n] and s.kind = 'network' and s.other is null
      into within_reach;
    end if;
    if within_reach then
      written := written || n;
      nths := nths || n;
      kinds := kinds || audience_kind(in_visibility[n]);
      owners := owners || in_users[n];
      others := others || null::uuid;
      if chosen is not null then
        nths := nths || array_fill(n, array[cardinality(chosen)]);
        kinds := kinds || array_fill('pair'::text, array[cardinality(chosen)]);
        owners := owners || array_fill(in_users[n], array[cardinality(chosen)]);
        others := others || chosen;
      end if;
      if in_visibility[n] <> 'private' then
        untold := untold || n;
      end if;
    end if;
  end loop;
  perform give_back(in_writes, in_ids, claimed, written);
  insert into posts (id, author_id, content, visibility_type, created_at, write_id)
  select in_ids[w], in_users[w], in_contents[w], in_visibility[w], accepted_at(), in_writes[w] from unnest(written) as w;
  if cardinality(nths) > cardinality(written) then
    insert into post_visibility (post_id, user_id)
    select in_ids[p.nth], p.person from unnest(nths, others) as p (nth, person) where p.person is not null;
  end if;
  answer := log_creations(in_users, in_writes, in_ids, 'posts', untold, nths, kinds, owners, others);
  return json_build_object('log', answer, 'rows', (select json_agg(r) from post_rows r where r.id = any (in_ids)));
end
$$;
