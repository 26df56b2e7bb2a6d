-- The scopes of a post. Its comments and all reactions below it share them. This view defines what each audience means: the scope of the
-- author's friends, of their network, or their own. A post for specific people also has a pair scope for each of them.
create view post_scopes as
  select p.id as post_id, p.author_id as owner, null::uuid as other,
    case when p.visibility_type = 'friends' then 'friends'
         when p.visibility_type in ('friends_of_friends', 'public') then 'network'
         else 'self' end as kind
  from posts p
  union all
  select v.post_id, p.author_id, v.user_id, 'pair'
  from post_visibility v join posts p on p.id = v.post_id
  where p.visibility_type = 'specific';

-- Who may read a post at this moment. Queried scope by scope: with a join, the view would be computed for all scopes.
create function readers_of_post(in_post uuid) returns uuid[] language sql stable
  return array(
    select unnest(readers_of_scope(
      (select s.id from scopes s where s.owner = p.owner and s.kind = p.kind and s.other is not distinct from p.other), p.kind
    ))
    from post_scopes p where p.post_id = in_post
  );

-- Whether a member may read a post at this moment.
create function may_read_post(in_reader uuid, in_post uuid) returns boolean language sql stable
  return in_reader = any (readers_of_post(in_post));

-- The columns of a post, for every query that reads posts. Only a post for specific people has rows in `post_visibility`, so it is not
-- read for other posts.
create view post_rows as
  select p.id, p.author_id, p.content, p.photos, p.visibility_type,
    case when p.visibility_type = 'specific'
      then array(select v.user_id from post_visibility v where v.post_id = p.id order by v.user_id)
      else '{}'::uuid[] end as specific_user_ids,
    iso_time(p.created_at) as created_at, iso_time(p.edited_at) as edited_at, p.write_id
  from posts p;

-- What a creation sets of a post.
create view new_posts as select id, author_id, content, photos, visibility_type, created_at, write_id from posts;

-- Log entries for rows whose scopes are those of their posts. `in_ids` and `in_posts` are parallel arrays: the ids of the rows and of
-- their posts.
create function entries_below_posts(in_collection text, in_ids uuid[], in_posts uuid[]) returns log_entry[] language plpgsql stable as $$
begin
  return array(
    select row(null, s.kind, s.owner, s.other, in_collection, i.id, false)::log_entry
    from unnest(in_ids, in_posts) with ordinality as i (id, post_id, nth) join post_scopes s on s.post_id = i.post_id
    where s.post_id = any (in_posts)
    order by i.nth, s.other nulls first
  );
end
$$;

-- The people whom the author of a new post chose.
create function chosen_readers(in_act creation) returns uuid[] language sql immutable
  return array(select person::uuid from jsonb_array_elements_text(in_act.fields -> 'specific_user_ids') as person);

-- Creates posts. Chosen readers must be in the author's network.
create function create_posts(in_acts jsonb) returns json language plpgsql as $$
declare
  claimed creation[] := claim_creations(in_acts);
  written creation[] := array(
    select a from unnest(claimed) as a
    where a.fields -> 'specific_user_ids' = '[]' or chosen_readers(a) <@ (
      select readers_of_scope(s.id, s.kind) from scopes s where s.owner = a.user_id and s.kind = 'network' and s.other is null
    )
  );
  ids uuid[] := array(select a.id from unnest(written) as a);
  answer json;
begin
  perform give_back(claimed, written);
  insert into new_posts
  select r.* from unnest(written) as a, jsonb_populate_record(null::new_posts, new_row(a, 'author_id')) as r
  order by a.nth;
  perform name_photos(written, 'posts');
  insert into post_visibility (post_id, user_id) select a.id, person from unnest(written) as a, unnest(chosen_readers(a)) as person;
  answer := record_creations(
    written, array(select a from unnest(written) as a where a.fields ->> 'visibility_type' <> 'private'),
    entries_below_posts('posts', ids, ids)
  );
  return json_build_object('log', answer, 'rows', (select json_agg(r) from post_rows r where r.id = any (ids)));
end
$$;
