-- An id names one thing, whatever it is. Reactions know their target by its id alone: a comment with the id of a post would be taken
-- for it, and with its deletion the reactions to the post would go.

drop function was_deleted(uuid);

-- Which of these ids are not free for something new: they were deleted, or something has them. Asked before anything is made, under the
-- locks of the ids, taken in their order, so of two things that are to be called alike one comes first.
create function used_ids(in_ids uuid[]) returns uuid[]
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(u.id::text, 0)) from (select i.id from unnest(in_ids) as i (id) order by 1) u;
  return array(
    select d.id from deleted_ids d where d.id = any (in_ids)
    union all select p.id from posts p where p.id = any (in_ids)
    union all select c.id from post_comments c where c.id = any (in_ids)
    union all select m.id from group_messages m where m.id = any (in_ids)
    union all select g.id from groups g where g.id = any (in_ids)
    union all select i.id from friend_invitations i where i.id = any (in_ids)
    union all select i.id from group_invitations i where i.id = any (in_ids)
    union all select u.id from users u where u.id = any (in_ids)
  );
end
$$;
