-- What is read of a message, for everything that reads it.
create view message_rows as
  select m.id, m.group_id, m.sender_id, w.name as sender_name, w.profile_image_url as sender_profile_image_url, m.content,
    m.reply_to_id, iso_time(m.created_at) as created_at, iso_time(m.edited_at) as edited_at, m.is_deleted, m.write_id
  from group_messages m
  join profiles w on w.id = m.sender_id;

-- Locks a group and says what it is, and what a member is in it, as of then: the second statement sees what the first waited for.
-- Shared (`in_alone` false) for what is written below a group, alone for what changes who is in it, or ends it. So a message and
-- the removal of its sender have an order, and of two who make different members owner the second is no longer owner.
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

-- Messages: the group, the content, what is answered (it stands in that group), and the roles with which one may write there.
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
