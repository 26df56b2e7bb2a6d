-- An id names one thing, whatever it is, and for ever. Reactions know their target by its id alone: a comment with the id of a post would
-- be taken for it, and with its deletion the reactions to the post would go. And a device that missed a deletion may still send the
-- document that was deleted: it must not come back to life.

drop function was_deleted(uuid);
drop function remember_deleted(uuid[], text);

-- Every id that something has or had. A row is written before the thing is, in its transaction, so of two that are to be called alike one
-- comes first.
create table used_ids (id uuid primary key);

insert into used_ids (id)
select id from deleted_ids
union select id from users
union select id from posts
union select id from post_comments
union select id from group_messages
union select id from groups
union select id from friend_invitations
union select id from group_invitations;

drop table deleted_ids;

-- Takes those of these ids that are free, and says which they are. What is being made with one of them is waited for, in the order of the ids.
create function take_ids(in_ids uuid[]) returns uuid[] language sql as $$
  with taken as (
    insert into used_ids (id) select distinct i.id from unnest(in_ids) as i (id) order by i.id on conflict do nothing returning id
  )
  select array(select id from taken)
$$;

-- Members are made in more than one way.
create function take_id_of_member() returns trigger language plpgsql as $$
begin
  perform take_ids(array[new.id]);
  return null;
end
$$;
create trigger take_id_of_member after insert on users for each row execute function take_id_of_member();
