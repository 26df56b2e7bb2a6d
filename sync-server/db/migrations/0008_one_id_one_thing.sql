-- An id names one thing, whatever it is. Reactions know their target by its id alone: a comment with the id of a post would be taken
-- for it, and with its deletion the reactions to the post would go.

-- Whether an id is not free for something new: it was deleted, or something has it. Asked before anything is made, under the id's
-- lock, so of two things that are to be called alike one comes first.
create or replace function was_deleted(in_id uuid) returns boolean
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(in_id::text, 0));
  return exists (select from deleted_ids d where d.id = in_id)
    or exists (select from posts p where p.id = in_id)
    or exists (select from post_comments c where c.id = in_id)
    or exists (select from group_messages m where m.id = in_id)
    or exists (select from groups g where g.id = in_id)
    or exists (select from friend_invitations i where i.id = in_id)
    or exists (select from group_invitations i where i.id = in_id)
    or exists (select from users u where u.id = in_id);
end
$$;
