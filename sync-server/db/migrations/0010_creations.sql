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

-- Takes the writes of these acts whose sessions are live, and their ids, and says which acts may go on: those of which both were free.
-- What is taken and not carried out after all is to be given back.
create function claim_creations(in_users uuid[], in_sessions uuid[], in_writes uuid[], in_ids uuid[]) returns int[] language plpgsql as $$
declare
  claimed int[];
  free int[];
begin
  with acts as materialized (
    select a.nth::int, a.user_id, a.write_id, a.id
    from unnest(in_users, in_sessions, in_writes, in_ids) with ordinality as a (user_id, session_id, write_id, id, nth)
    where a.session_id is null or exists (select from live_sessions s where s.id = a.session_id and s.user_id = a.user_id)
  ), new as (
    insert into applied_writes (write_id, user_id)
    select a.write_id, a.user_id from acts a order by a.write_id
    on conflict do nothing returning write_id
  ), taken as (
    insert into used_ids (id)
    select a.id from acts a join new using (write_id) order by a.id
    on conflict do nothing returning id
  )
  select array_agg(a.nth), array_agg(a.nth) filter (where t.id is not null)
  from acts a join new using (write_id) left join taken t on t.id = a.id
  into claimed, free;

  if cardinality(free) is distinct from cardinality(claimed) then
    delete from applied_writes w
    where w.write_id in (select in_writes[c] from unnest(claimed) as c where not c = any (coalesce(free, '{}')));
  end if;
  return coalesce(free, '{}');
end
$$;

-- The end of each of these functions: gives back what was claimed and not carried out, keeps what is to be told of, and writes the log.
-- The arrays from `in_nths` on run side by side, in the order of the acts, with an entry for each scope in which what an act made lies.
create function log_creations(
  in_users uuid[], in_writes uuid[], in_ids uuid[], in_claimed int[], in_collection text, in_untold int[],
  in_nths int[], in_kinds text[], in_owners uuid[], in_others uuid[]
) returns json language plpgsql as $$
declare
  many int := coalesce(cardinality(in_nths), 0);
  written int[] := in_nths;
  ids text[];
  kinds text[] := in_kinds;
  owners uuid[] := in_owners;
  others uuid[] := in_others;
  numbers int[] := array[1];
begin
  if many > 1 then
    written := array(select distinct n from unnest(in_nths) as n);
    select array_agg(s.kind order by s.owner, s.kind, s.other), array_agg(s.owner order by s.owner, s.kind, s.other),
      array_agg(s.other order by s.owner, s.kind, s.other)
    from (select distinct e.kind, e.owner, e.other from unnest(in_kinds, in_owners, in_others) as e (kind, owner, other)) s
    into kinds, owners, others;
    select array_agg(n.number order by n.at)
    from (
      select e.at, dense_rank() over (order by e.owner, e.kind, e.other) as number
      from unnest(in_kinds, in_owners, in_others) with ordinality as e (kind, owner, other, at)
    ) n
    into numbers;
  end if;

  if cardinality(in_claimed) > coalesce(cardinality(written), 0) then
    with undone as (
      select in_writes[c] as write_id, in_ids[c] as id from unnest(in_claimed) as c where not c = any (coalesce(written, '{}'))
    ), writes as (
      delete from applied_writes w using undone u where w.write_id = u.write_id
    )
    delete from used_ids i using undone u where i.id = u.id;
  end if;
  if many = 0 then
    return json_build_object('written', '[]'::json, 'untold', '[]'::json, 'scopes', '[]'::json);
  end if;

  insert into unannounced (write_id, user_id, collection, doc_id)
  select in_writes[n], in_users[n], in_collection, in_ids[n] from unnest(in_untold) as n;

  ids := array(select in_ids[n]::text from unnest(in_nths) as n);
  return json_build_object(
    'written', written,
    'untold', coalesce(in_untold, '{}'),
    'scopes', (
      select json_agg(json_build_object(
        'scope', r.moved_scope, 'prev', r.prev_head, 'head', r.new_head, 'readers', r.readers,
        'ids', case when cardinality(kinds) = 1 then ids else array(
          select e.id from unnest(ids, in_kinds, in_owners, in_others) as e (id, kind, owner, other)
          where e.kind = r.scope_kind and e.owner = r.scope_owner and e.other is not distinct from r.scope_other
        ) end
      ))
      from record_changes(
        kinds, owners, others, numbers, array_fill(in_collection, array[many]), ids, array_fill(false, array[many]), true
      ) r
    )
  );
end
$$;

-- Messages: the group, the content, what is answered (it stands in that group), and the roles with which one may write there, in one text.
create function create_messages(
  in_users uuid[], in_sessions uuid[], in_writes uuid[], in_ids uuid[],
  in_groups uuid[], in_contents text[], in_replies uuid[], in_roles text[]
) returns json language plpgsql as $$
declare
  claimed int[] := claim_creations(in_users, in_sessions, in_writes, in_ids);
  nths int[];
  groups uuid[];
  answer json;
begin
  perform from groups g where g.id = any (in_groups) order by g.id for key share;
  with acts as materialized (
    select a.*
    from unnest(in_users, in_writes, in_ids, in_groups, in_contents, in_replies, in_roles) with ordinality
      as a (user_id, write_id, id, group_id, content, reply_to_id, roles, nth)
    join group_members m on m.group_id = a.group_id and m.user_id = a.user_id
    where a.nth = any (claimed) and m.role = any (string_to_array(a.roles, ' '))
      and (a.reply_to_id is null or exists (select from group_messages r where r.id = a.reply_to_id and r.group_id = a.group_id))
  ), written as (
    insert into group_messages (id, group_id, sender_id, content, reply_to_id, created_at, write_id)
    select a.id, a.group_id, a.user_id, a.content, a.reply_to_id, accepted_at(), a.write_id from acts a order by a.nth
  )
  select array_agg(a.nth order by a.nth), array_agg(a.group_id order by a.nth) from acts a into nths, groups;
  answer := log_creations(
    in_users, in_writes, in_ids, claimed, 'group_messages', nths, nths, array_fill('group'::text, array[coalesce(cardinality(nths), 0)]), groups,
    array_fill(null::uuid, array[coalesce(cardinality(nths), 0)])
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
  untold int[];
  nths int[];
  kinds text[];
  owners uuid[];
  others uuid[];
  answer json;
begin
  perform from posts p where p.id = any (in_posts) order by p.id for key share;
  -- Many write about few posts: who reads a post is asked once.
  with held as materialized (
    select p.id, p.author_id, readers_of_post(p.id) as readers from posts p where p.id = any (in_posts)
  ), acts as materialized (
    select a.*, p.author_id
    from unnest(in_users, in_writes, in_ids, in_posts, in_contents) with ordinality as a (user_id, write_id, id, post_id, content, nth)
    -- A writer reads their own also before the scope of a first post has been made.
    join held p on p.id = a.post_id and (p.author_id = a.user_id or a.user_id = any (p.readers))
    where a.nth = any (claimed)
  ), written as (
    insert into post_comments (id, post_id, author_id, content, created_at, write_id)
    select a.id, a.post_id, a.user_id, a.content, accepted_at(), a.write_id from acts a order by a.nth
  ), places as (
    select a.nth, s.kind, s.owner, s.other
    from acts a cross join lateral (select p.kind, p.owner, p.other from post_scopes p where p.post_id = a.post_id) s
  )
  select array_agg(l.nth order by l.nth), array_agg(l.kind order by l.nth), array_agg(l.owner order by l.nth),
    array_agg(l.other order by l.nth), (select array_agg(a.nth order by a.nth) from acts a where a.author_id <> a.user_id)
  from places l
  into nths, kinds, owners, others, untold;
  answer := log_creations(in_users, in_writes, in_ids, claimed, 'comments', untold, nths, kinds, owners, others);
  return json_build_object('log', answer, 'rows', (select json_agg(r) from comment_rows r where r.id = any (in_ids)));
end
$$;

-- Posts: the content, the audience, and who were chosen, in one text (null for nobody): they are in the network of the author.
create function create_posts(
  in_users uuid[], in_sessions uuid[], in_writes uuid[], in_ids uuid[], in_contents text[], in_visibility text[], in_chosen text[]
) returns json language plpgsql as $$
declare
  claimed int[] := claim_creations(in_users, in_sessions, in_writes, in_ids);
  untold int[];
  nths int[];
  kinds text[];
  owners uuid[];
  others uuid[];
  answer json;
begin
  with acts as materialized (
    select a.*
    from unnest(in_users, in_writes, in_ids, in_contents, in_visibility, in_chosen) with ordinality
      as a (user_id, write_id, id, content, visibility_type, chosen, nth)
    where a.nth = any (claimed)
      and (
        a.chosen is null
        or string_to_array(a.chosen, ' ')::uuid[] <@ readers_of_scope(
          (select s.id from scopes s where s.owner = a.user_id and s.kind = 'network' and s.other is null), 'network'
        )
      )
  ), written as (
    insert into posts (id, author_id, content, visibility_type, created_at, write_id)
    select a.id, a.user_id, a.content, a.visibility_type, accepted_at(), a.write_id from acts a order by a.nth
  ), chosen as materialized (
    select a.nth, a.id, a.user_id, c.person::uuid
    from acts a cross join lateral string_to_table(a.chosen, ' ') as c (person) where a.chosen is not null
  ), shown as (
    insert into post_visibility (post_id, user_id) select c.id, c.person from chosen c
  ), places as (
    select a.nth, audience_kind(a.visibility_type) as kind, a.user_id as owner, null::uuid as other from acts a
    union all
    select c.nth, 'pair', c.user_id, c.person from chosen c
  )
  select array_agg(l.nth order by l.nth), array_agg(l.kind order by l.nth), array_agg(l.owner order by l.nth),
    array_agg(l.other order by l.nth), (select array_agg(a.nth order by a.nth) from acts a where a.visibility_type <> 'private')
  from places l
  into nths, kinds, owners, others, untold;
  answer := log_creations(in_users, in_writes, in_ids, claimed, 'posts', untold, nths, kinds, owners, others);
  return json_build_object('log', answer, 'rows', (select json_agg(r) from post_rows r where r.id = any (in_ids)));
end
$$;
