-- The columns of a comment, for every query that reads comments.
create view comment_rows as
  select m.id, m.post_id, m.author_id, w.name as author_name, w.profile_image_url as author_profile_image_url, m.content,
    iso_time(m.created_at) as created_at, iso_time(m.edited_at) as edited_at, m.is_deleted, m.write_id
  from post_comments m
  join profiles w on w.id = m.author_id;

-- Creates comments. An act has the content and the post, which the member must be able to read.
create function create_comments(in_acts jsonb) returns json language plpgsql as $$
declare
  claimed creation[] := claim_creations(in_acts);
  posts_below uuid[] := array(select distinct a.post_id from unnest(claimed) as a);
  written creation[];
  unannounced creation[];
  ids uuid[];
  answer json;
begin
  perform from posts p where p.id = any (posts_below) order by p.id for key share;
  -- Many comments concern few posts, so the readers of each post are computed once. An author can always comment on their own post, even
  -- before the scope of their first post exists.
  with read as materialized (
    select p.id, p.author_id, readers_of_post(p.id) as readers from posts p where p.id = any (posts_below)
  )
  select coalesce(array_agg(a order by a.nth), '{}'), coalesce(array_agg(a order by a.nth) filter (where a.user_id <> p.author_id), '{}')
  from unnest(claimed) as a join read p on p.id = a.post_id
  where a.user_id = p.author_id or a.user_id = any (p.readers)
  into written, unannounced;
  perform give_back(claimed, written);
  insert into post_comments (id, post_id, author_id, content, created_at, write_id)
  select a.id, a.post_id, a.user_id, a.content, accepted_at(), a.write_id from unnest(written) as a order by a.nth;
  ids := array(select a.id from unnest(written) as a);
  answer := record_creations(
    written, unannounced, entries_below_posts('comments', ids, array(select a.post_id from unnest(written) as a))
  );
  return json_build_object('log', answer, 'rows', (select json_agg(r) from comment_rows r where r.id = any (ids)));
end
$$;
