-- The columns of a notification, for every query that reads notifications.
create view notification_rows as
  select n.id, n.user_id, n.notification_type, n.is_read, iso_time(n.created_at) as created_at, n.related_user_id,
    w.name as related_user_name, w.profile_image_url as related_user_profile_image_url, n.related_post_id, n.related_comment_id,
    n.related_group_id, n.related_invitation_id, n.emoji_code, n.write_id
  from notifications n
  left join profiles w on w.id = n.related_user_id;

-- Whether a value of the setting `group_muted|...` mutes at this moment: `on` does, and a time that has not come. Times are compared as
-- texts, since a device may write a year that Postgres does not know.
create function mutes(in_value text) returns boolean language sql volatile
  return in_value = 'on' or (in_value <> 'off' and in_value collate "C" > iso_time(accepted_at()) collate "C");

-- Whether a member has muted a group at this moment.
create function has_muted(in_member uuid, in_group uuid) returns boolean language sql volatile
  return exists (select from settings s where s.user_id = in_member and s.key = concat('group_muted|', in_group) and mutes(s.value));

-- What a member is notified of who has chosen nothing: as `notifyDefault` says.
create function notify_default(in_type text) returns text language sql immutable
  return case in_type when 'comment_answered' then 'off' else 'on' end;

-- Whether a member wants notifications of this type.
create function wants_notices(in_member uuid, in_type text) returns boolean language sql stable
  return coalesce(
    (select s.value from settings s where s.user_id = in_member and s.key = concat('notify_', in_type)), notify_default(in_type)
  ) = 'on';

-- Writes notifications and returns them. Skips notifications about the recipient's own act, those that the recipient has switched off,
-- those about messages in a group that they muted, and those with a block between the two members. Each entry of the JSON array has the
-- `type`, the `recipient`, the member who acted (`by`, null where nobody is named), the write id, the subject (`post`, `comment`, `group`,
-- `invitation`, `emoji`), and the time (`at`, null for now).
--
-- The pair of recipient and acting member is locked before the check for a block, and the recipient before the checks of their settings.
-- Either the block or setting commits first and is seen here, or it commits later and withdraws the notification that was written here.
create function insert_notices(in_notices jsonb) returns setof notifications language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(l.key)
  from (
    select lock_between(i.recipient, i.by) as key from jsonb_to_recordset(in_notices) as i (recipient uuid, by uuid) where i.by is not null
    union
    select lock_notices(i.recipient) from jsonb_to_recordset(in_notices) as i (recipient uuid)
    order by 1
  ) l;
  return query
  with notices as (
    select i.*, row_number() over () as nth
    from jsonb_to_recordset(in_notices) as i (
      type text, recipient uuid, by uuid, write uuid, post uuid, comment uuid, "group" uuid, invitation uuid, emoji text, at timestamptz
    )
  )
  insert into notifications as n (
    id, user_id, notification_type, created_at, related_user_id, related_post_id, related_comment_id, related_group_id,
    related_invitation_id, emoji_code, write_id
  )
  select gen_random_uuid(), t.recipient, t.type, coalesce(t.at, accepted_at()), t.by, t.post, t.comment, t."group", t.invitation, t.emoji, t.write
  from notices t
  where t.recipient is distinct from t.by
    and wants_notices(t.recipient, t.type)
    and (t.type <> 'group_message' or not has_muted(t.recipient, t."group"))
    and not exists (select from blocked_pairs b where b.one = t.recipient and b.other = t.by)
  -- In a fixed order, so that two transactions that notify the same group cannot deadlock.
  order by t.recipient, t.nth
  on conflict (user_id, related_group_id) where notification_type = 'group_message' and not is_read do nothing
  returning n.*;
end
$$;

-- Writes notifications as `insert_notices` does, and returns their ids and recipients. Devices are called about all of them but those about
-- messages: `notify_of_messages` adds the messages themselves.
create function notify_members(in_notices jsonb) returns table (id uuid, recipient uuid) language plpgsql as $$
declare
  made notifications[] := array(select n from insert_notices(in_notices) as n);
begin
  perform add_call_events(array(
    select row(
      call_line(n.notification_type, n.user_id, n.related_user_id, n.related_post_id, n.related_group_id), n.created_at, 30
    )::call_event
    from unnest(made) as n where n.notification_type <> 'group_message'
  ));
  return query select n.id, n.user_id from unnest(made) as n;
end
$$;

-- Takes the rows that these writes made in this collection and that still need notifications. Each row is taken once, by whichever
-- process comes first.
create function take_unnotified(in_collection text, in_writes uuid[]) returns jsonb language sql as $$
  with taken as (
    delete from unnotified u where u.write_id in (
      select w.write_id from unnotified w where w.collection = in_collection and w.write_id = any (in_writes)
      order by w.write_id for update skip locked
    )
    returning u.nth, u.write_id, u.user_id, u.doc_id
  )
  select coalesce(jsonb_agg(jsonb_build_object('write', t.write_id, 'by', t.user_id, 'id', t.doc_id) order by t.nth), '[]') from taken t
$$;

-- The last step of the `notify_of_...` functions: writes the notifications and records them. Returns JSON: `scopes`, the scopes that
-- moved, and `rows`, the new notifications.
create function write_notices(in_notices jsonb) returns json language plpgsql as $$
declare
  entries log_entry[] := array(
    select row(null, 'self', n.recipient, null, 'notifications', n.id, false)::log_entry from notify_members(in_notices) n
  );
begin
  return json_build_object(
    'scopes', record_and_read(entries),
    'rows', (select json_agg(r) from notification_rows r where r.id = any (array(select e.id::uuid from unnest(entries) as e)))
  );
end
$$;

-- Notifies the author's direct friends about new posts that they can read. The friendships stay locked until commit: an unfriend at the
-- same moment either commits first, or finds and withdraws the notification written here.
create function notify_of_posts(in_writes uuid[]) returns json language plpgsql as $$
declare
  acts jsonb := take_unnotified('posts', in_writes);
  ids uuid[] := array(select a.id from jsonb_to_recordset(acts) as a (id uuid));
begin
  perform from posts p where p.id = any (ids) order by p.id for key share;
  perform from friends f
  where f.user_id = any (array(select p.author_id from posts p where p.id = any (ids)))
  order by f.user_id, f.friend_id for key share;
  return write_notices((
    with read as materialized (
      select p.id, p.author_id, p.created_at, readers_of_post(p.id) as readers from posts p where p.id = any (ids)
    )
    select jsonb_agg(
      jsonb_build_object('type', 'post_created', 'recipient', f.friend_id, 'by', a.by, 'write', a.write, 'post', p.id, 'at', p.created_at)
    )
    from jsonb_to_recordset(acts) as a (write uuid, by uuid, id uuid)
    join read p on p.id = a.id
    join friends f on f.user_id = p.author_id and f.friend_id = any (p.readers)
    where f.user_id = any (array(select author_id from read))
  ));
end
$$;

-- The notices of these comments for members who commented on the same posts before, still read them, and want to know. Their friendships
-- stay locked until commit, and so does the absence of a block: an unfriend or a block at the same moment either commits first, or finds
-- and withdraws the notifications.
create function notices_of_answers(in_acts jsonb, in_ids uuid[], in_posts uuid[]) returns jsonb language plpgsql as $$
declare
  found_notices jsonb := (
    select jsonb_agg(jsonb_build_object(
      'type', 'comment_answered', 'recipient', r.id, 'by', a.by, 'write', a.write, 'post', p.id, 'comment', c.id, 'at', c.created_at,
      'author', p.author_id
    ))
    from jsonb_to_recordset(in_acts) as a (write uuid, by uuid, id uuid)
    join post_comments c on c.id = a.id and c.id = any (in_ids) and not c.is_deleted
    join posts p on p.id = c.post_id and p.id = any (in_posts)
    cross join lateral (
      select distinct e.author_id as id
      from post_comments e
      where e.post_id = c.post_id and (e.created_at, e.id) < (c.created_at, c.id) and not e.is_deleted
    ) r
    where r.id <> all (array[p.author_id, a.by]) and wants_notices(r.id, 'comment_answered')
  );
  people uuid[];
begin
  if found_notices is null then
    return '[]';
  end if;
  people := array(
    select i.recipient from jsonb_to_recordset(found_notices) as i (recipient uuid)
    union select i.author from jsonb_to_recordset(found_notices) as i (author uuid)
  );
  perform pg_advisory_xact_lock_shared(l.key)
  from (
    select lock_between(i.recipient, i.by) as key from jsonb_to_recordset(found_notices) as i (recipient uuid, by uuid)
    union
    select lock_between(i.recipient, i.author) from jsonb_to_recordset(found_notices) as i (recipient uuid, author uuid)
    order by 1
  ) l;
  -- One of the two rows of each friendship is enough, since an unfriend deletes both.
  perform from friends f
  where (f.user_id, f.friend_id) in (
    select least(g.user_id, g.friend_id), greatest(g.user_id, g.friend_id) from friends g where g.user_id = any (people)
  )
  order by f.user_id, f.friend_id for key share;
  return (
    with read as materialized (select p as id, readers_of_post(p) as readers from unnest(in_posts) as p)
    select coalesce(jsonb_agg(n), '[]')
    from jsonb_array_elements(found_notices) as n join read p on p.id = (n ->> 'post')::uuid
    where (n ->> 'recipient')::uuid = any (p.readers)
  );
end
$$;

-- Notifies the author of a post about new comments, and members who commented before. Locks the post first and then the comment, as all
-- code does.
create function notify_of_comments(in_writes uuid[]) returns json language plpgsql as $$
declare
  acts jsonb := take_unnotified('comments', in_writes);
  ids uuid[] := array(select a.id from jsonb_to_recordset(acts) as a (id uuid));
  post_ids uuid[] := array(select distinct c.post_id from post_comments c where c.id = any (ids));
begin
  perform from posts p where p.id = any (post_ids) order by p.id for key share;
  perform from post_comments c where c.id = any (ids) order by c.id for key share;
  return write_notices(notices_of_answers(acts, ids, post_ids) || coalesce((
    select jsonb_agg(jsonb_build_object(
      'type', 'post_commented', 'recipient', p.author_id, 'by', a.by, 'write', a.write, 'post', p.id, 'comment', c.id, 'at', c.created_at
    ))
    from jsonb_to_recordset(acts) as a (write uuid, by uuid, id uuid)
    join post_comments c on c.id = a.id and c.id = any (ids) and not c.is_deleted
    join posts p on p.id = c.post_id and p.id = any (post_ids)
  ), '[]'));
end
$$;

-- Notifies the other members of a group about new messages. Skips members who still have an unread notification about its messages. Of
-- several messages by one sender, only the first counts. Devices are called about each of them. The group lock keeps the recipients in the
-- group until commit.
create function notify_of_messages(in_writes uuid[]) returns json language plpgsql as $$
declare
  acts jsonb := take_unnotified('group_messages', in_writes);
  ids uuid[] := array(select a.id from jsonb_to_recordset(acts) as a (id uuid));
  group_ids uuid[] := array(select distinct m.group_id from group_messages m where m.id = any (ids));
begin
  perform from groups g where g.id = any (group_ids) order by g.id for key share;
  perform add_call_events(array(
    select row(concat('messages|', m.group_id), m.created_at, 8)::call_event from group_messages m where m.id = any (ids)
  ));
  return write_notices((
    with first as (
      select distinct on (m.group_id, a.by) a.nth, a.by, a.write, m.group_id, m.created_at
      from (select a.*, row_number() over () as nth from jsonb_to_recordset(acts) as a (write uuid, by uuid, id uuid)) a
      join group_messages m on m.id = a.id and m.id = any (ids)
      order by m.group_id, a.by, a.nth
    )
    select jsonb_agg(jsonb_build_object(
      'type', 'group_message', 'recipient', m.user_id, 'by', f.by, 'write', f.write, 'group', f.group_id, 'at', f.created_at
    ) order by f.nth)
    from first f
    join group_members m on m.group_id = f.group_id and m.group_id = any (group_ids) and m.user_id <> f.by
    where not exists (
        select from notifications n
        where n.user_id = m.user_id and n.related_group_id = m.group_id and n.notification_type = 'group_message' and not n.is_read
      )
  ));
end
$$;
