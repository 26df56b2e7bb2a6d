-- The columns of a comment, for every query that reads comments.
create view comment_rows as
  select m.id, m.post_id, m.author_id, w.name as author_name, w.profile_image_url as author_profile_image_url, m.content,
    iso_time(m.created_at) as created_at, iso_time(m.edited_at) as edited_at, m.is_deleted, m.write_id
  from post_comments m
  join profiles w on w.id = m.author_id;

-- What a creation sets of a comment.
create view new_comments as select id, post_id, author_id, content, created_at, write_id from post_comments;

-- The post of a new comment.
create function post_of(in_act creation) returns uuid language sql immutable return (in_act.fields ->> 'post_id')::uuid;

-- Creates comments. The member must be able to read the post.
create function create_comments(in_acts jsonb) returns json language plpgsql as $$
declare
  claimed creation[] := claim_creations(in_acts);
  posts_below uuid[] := array(select distinct post_of(a) from unnest(claimed) as a);
  written creation[];
  unnotified creation[];
  ids uuid[];
  answer json;
begin
  perform from posts p where p.id = any (posts_below) order by p.id for key share;
  -- Many comments concern few posts, so the readers of each post are computed once. An author can always comment on their own post, even
  -- before the scope of their first post exists. Such a comment notifies nobody unless others have commented there (`has_guests`).
  with writers as materialized (
    select post_of(a) as post_id, array_agg(a.user_id) as ids from unnest(claimed) as a group by 1
  ), read as materialized (
    select p.id, p.author_id, readers_of_post(p.id) as readers, not w.ids <@ array[p.author_id] or exists (
      select from post_comments c where c.post_id = p.id and c.author_id <> p.author_id and not c.is_deleted
    ) as has_guests
    from posts p join writers w on w.post_id = p.id
    where p.id = any (posts_below)
  )
  select coalesce(array_agg(a order by a.nth), '{}'),
    coalesce(array_agg(a order by a.nth) filter (where a.user_id <> p.author_id or p.has_guests), '{}')
  from unnest(claimed) as a join read p on p.id = post_of(a)
  where a.user_id = p.author_id or a.user_id = any (p.readers)
  into written, unnotified;
  perform give_back(claimed, written);
  insert into new_comments
  select r.* from unnest(written) as a, jsonb_populate_record(null::new_comments, new_row(a, 'author_id')) as r
  order by a.nth;
  ids := array(select a.id from unnest(written) as a);
  answer := record_creations(
    written, unnotified, entries_below_posts('comments', ids, array(select post_of(a) from unnest(written) as a))
  );
  return json_build_object('log', answer, 'rows', (select json_agg(r) from comment_rows r where r.id = any (ids)));
end
$$;
