-- Calls: what of the events that devices are called about is due when, and about what a member could be called at this moment.

-- Something that happened, for calls: the line of due work that it belongs to, when it happened, and after how many seconds its readers are
-- asked.
create type call_event as (line text, at timestamptz, seconds int);

-- The line of a notification. Its first part says how its readers are found (`features/push/calls/due-calls.ts`): the new posts of an author,
-- everything else about a post, the invitations into a group, and what a member hears about friendships.
create function call_line(in_type text, in_recipient uuid, in_by uuid, in_post uuid, in_group uuid) returns text language sql stable
return case
  when in_type = 'post_created' then concat('posts|', in_by)
  when in_type = 'group_invitation' then concat('invitations|', in_group)
  when in_post is not null then concat('post|', in_post)
  else concat('friends|', in_recipient)
end;

-- Puts events into the table of due work, a line for each of their lines. An event joins the line that waits already, whose due time stays.
-- `since` is when the first event of a line happened. The line stays locked until commit, also by an event that joins it: so the process
-- that takes it sees all events that joined it, and later ones find it gone.
create function add_call_events(in_events call_event[]) returns void language sql as $$
  insert into jobs as j (queue, key, data, due_at)
  select 'call', e.line, jsonb_build_object('line', e.line, 'since', min(e.at), 'due', now() + make_interval(secs => min(e.seconds))),
    now() + make_interval(secs => min(e.seconds))
  from unnest(in_events) as e
  group by e.line
  order by e.line
  on conflict (queue, key) do update set data = jsonb_set(j.data, '{since}', excluded.data -> 'since')
  where (excluded.data ->> 'since')::timestamptz < (j.data ->> 'since')::timestamptz
$$;

-- The messages that their readers could be called about at this moment, a row for each reader: those in a group who have not read it and have
-- an unread notification of it. A member who has read that, who wants no notifications of messages or muted the group, has none. Messages
-- whose notifications are still to be made have no line yet.
create view callable_messages as
  select m.user_id as reader, 'group_message'::text as type, g.id as event, g.created_at as at, g.sender_id as by, g.group_id,
    null::uuid as post_id, null::uuid as comment_id
  from group_messages g
  join group_members m on m.group_id = g.group_id and m.user_id <> g.sender_id and m.joined_at <= g.created_at
  where not g.is_deleted
    and exists (
      select from notifications n
      where n.user_id = m.user_id and n.related_group_id = g.group_id and n.notification_type = 'group_message' and not n.is_read
    )
    and not exists (
      select from settings s
      where s.user_id = m.user_id and s.key = concat('group_read|', g.group_id) and s.value collate "C" >= iso_time(g.created_at)
    )
    and not has_muted(m.user_id, g.group_id)
    and not exists (select from blocked_pairs b where b.one = m.user_id and b.other = g.sender_id)
    and not exists (select from unnotified u where u.write_id = g.write_id);

-- The same for everything else: unread notifications. Those about requests and invitations only while these wait for an answer. A member who
-- may not read a thing any more has no notification of it.
create view callable_notices as
  select n.user_id as reader, n.notification_type as type, n.id as event, n.created_at as at, n.related_user_id as by,
    n.related_group_id as group_id, n.related_post_id as post_id, n.related_comment_id as comment_id
  from notifications n
  where not n.is_read and n.notification_type <> 'group_message'
    and not exists (select from blocked_pairs b where b.one = n.user_id and b.other = n.related_user_id)
    and not exists (
      select from friend_invitations i
      where n.notification_type = 'friend_request_sent' and i.id = n.related_invitation_id and i.status <> 'pending'
    )
    and not exists (
      select from group_invitations i
      where n.notification_type = 'group_invitation' and i.id = n.related_invitation_id and i.status <> 'pending'
    );

create view callable_events as
  select * from callable_messages
  union all
  select * from callable_notices;
