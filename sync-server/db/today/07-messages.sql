-- The columns of a message, for every query that reads messages.
create view message_rows as
  select m.id, m.group_id, m.sender_id, w.name as sender_name, w.profile_image_url as sender_profile_image_url, m.content, m.photos,
    m.reply_to_id, iso_time(m.created_at) as created_at, iso_time(m.edited_at) as edited_at, m.is_deleted, m.write_id
  from group_messages m
  join profiles w on w.id = m.sender_id;

-- What a creation sets of a message.
create view new_messages as select id, group_id, sender_id, content, photos, reply_to_id, created_at, write_id from group_messages;

-- The group of a new message.
create function group_of(in_act creation) returns uuid language sql immutable return (in_act.fields ->> 'group_id')::uuid;

-- Creates messages. The member must have one of the roles of the act in the group. A message that it replies to must be in the same group.
create function create_messages(in_acts jsonb) returns json language plpgsql as $$
declare
  claimed creation[] := claim_creations(in_acts);
  written creation[];
  ids uuid[];
  answer json;
begin
  perform from groups g where g.id = any (array(select group_of(a) from unnest(claimed) as a)) order by g.id for key share;
  written := array(
    select a
    from unnest(claimed) as a
    where (select m.role from group_members m where m.group_id = group_of(a) and m.user_id = a.user_id) = any (a.roles)
      and (
        a.fields ->> 'reply_to_id' is null
        or group_of(a) = (select r.group_id from group_messages r where r.id = (a.fields ->> 'reply_to_id')::uuid)
      )
  );
  perform give_back(claimed, written);
  insert into new_messages
  select r.* from unnest(written) as a, jsonb_populate_record(null::new_messages, new_row(a, 'sender_id')) as r
  order by a.nth;
  perform name_photos(written, 'group_messages');
  ids := array(select a.id from unnest(written) as a);
  answer := record_creations(written, written, array(
    select row(null, 'group', group_of(a), null, 'group_messages', a.id, false)::log_entry from unnest(written) as a
  ));
  return json_build_object('log', answer, 'rows', (select json_agg(r) from message_rows r where r.id = any (ids)));
end
$$;
