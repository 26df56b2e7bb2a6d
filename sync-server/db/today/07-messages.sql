-- The columns of a message, for every query that reads messages.
create view message_rows as
  select m.id, m.group_id, m.sender_id, w.name as sender_name, w.profile_image_url as sender_profile_image_url, m.content,
    m.reply_to_id, iso_time(m.created_at) as created_at, iso_time(m.edited_at) as edited_at, m.is_deleted, m.write_id
  from group_messages m
  join profiles w on w.id = m.sender_id;

-- Locks a group, then returns it with the member's role in it. The second statement sees what the first one waited for. The lock is shared
-- (`in_alone` false) for writes below the group, such as messages. It is exclusive for changes of its members and for deleting it. So a
-- message and the removal of its sender always have an order. If an owner makes two different members owner at the same time, the second
-- request finds that they are no longer owner.
create function hold_group(in_group uuid, in_member uuid, in_alone boolean)
returns table (id uuid, name text, description text, emoji text, write_id uuid, role text)
language plpgsql as $$
begin
  if in_alone then
    perform from groups g where g.id = in_group for update;
  else
    perform from groups g where g.id = in_group for key share;
  end if;
  return query
  select g.id, g.name, g.description, g.emoji, g.write_id, m.role
  from groups g left join group_members m on m.group_id = g.id and m.user_id = in_member
  where g.id = in_group;
end
$$;

-- Creates messages. An act has the group, the content, the message it replies to (which must be in the same group), and the roles that
-- may write there.
create function create_messages(in_acts jsonb) returns json language plpgsql as $$
declare
  claimed creation[] := claim_creations(in_acts);
  written creation[];
  ids uuid[];
  answer json;
begin
  perform from groups g where g.id = any (array(select a.group_id from unnest(claimed) as a)) order by g.id for key share;
  written := array(
    select a
    from unnest(claimed) as a
    where (select m.role from group_members m where m.group_id = a.group_id and m.user_id = a.user_id) = any (a.roles)
      and (a.reply_to_id is null or a.group_id = (select r.group_id from group_messages r where r.id = a.reply_to_id))
  );
  perform give_back(claimed, written);
  insert into group_messages (id, group_id, sender_id, content, reply_to_id, created_at, write_id)
  select a.id, a.group_id, a.user_id, a.content, a.reply_to_id, accepted_at(), a.write_id from unnest(written) as a order by a.nth;
  ids := array(select a.id from unnest(written) as a);
  answer := record_creations(written, written, array(
    select row(null, 'group', a.group_id, null, 'group_messages', a.id, false)::log_entry from unnest(written) as a
  ));
  return json_build_object('log', answer, 'rows', (select json_agg(r) from message_rows r where r.id = any (ids)));
end
$$;
