-- Only a post for specific people names anybody: for all others the table is not asked. It was a third of what a page of posts cost.
create or replace view post_rows as
  select p.id, p.author_id, p.content, p.visibility_type,
    case when p.visibility_type = 'specific'
      then array(select v.user_id from post_visibility v where v.post_id = p.id order by v.user_id)
      else '{}'::uuid[] end as specific_user_ids,
    iso_time(p.created_at) as created_at, iso_time(p.edited_at) as edited_at, p.write_id
  from posts p;
