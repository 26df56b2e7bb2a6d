-- Groups, their messages, and blocks.

-- A group belongs to its members: it stays when the account of its founder goes.
alter table groups drop constraint groups_founder_id_fkey;

-- Somebody is invited once: the open invitation counts, and a declined one until it is taken back.
create unique index group_invitations_once on group_invitations (group_id, invitee_id) where status in ('pending', 'declined');
create index group_invitations_by_inviter on group_invitations (inviter_id);

-- However much is written, a member is told once of a group until they have read that.
create unique index notifications_one_unread_of_group on notifications (user_id, related_group_id)
  where notification_type = 'group_message' and not is_read;
create index notifications_by_group on notifications (related_group_id) where related_group_id is not null;

-- Locks a group and says what it is, and what a member is in it, as of then: the second statement sees what the first waited for.
-- Shared (`in_alone` false) for what is written below a group, alone for what changes who is in it, or ends it. So a message and
-- the removal of its sender have an order, and of two who make different members owner the second is no longer owner.
create function hold_group(in_group uuid, in_member uuid, in_alone boolean)
returns table (id uuid, name text, description text, write_id uuid, role text)
language plpgsql as $$
begin
  if in_alone then
    perform from groups g where g.id = in_group for update;
  else
    perform from groups g where g.id = in_group for key share;
  end if;
  return query
  select g.id, g.name, g.description, g.write_id, m.role
  from groups g left join group_members m on m.group_id = g.id and m.user_id = in_member
  where g.id = in_group;
end
$$;

-- Whether one of the two blocks the other.
create function blocked_between(in_one uuid, in_other uuid) returns boolean language sql stable
  return exists (select from blocks b where b.blocker_id = in_one and b.blocked_id = in_other)
    or exists (select from blocks b where b.blocker_id = in_other and b.blocked_id = in_one);

-- Whether a member is to be told of something: they have not switched that off, and neither they nor who did it blocks the other.
create function is_told(in_member uuid, in_by uuid, in_type text) returns boolean language sql stable
  return not exists (
      select from settings s where s.user_id = in_member and s.key = concat('notify_', in_type) and s.value = 'off'
    ) and (in_by is null or not blocked_between(in_member, in_by));

-- What is between two members, as a number to lock: shared while one is told of the other, alone by a block.
create function lock_between(in_one uuid, in_other uuid) returns bigint language sql immutable
  return hashtextextended(concat('between ', least(in_one, in_other), ' ', greatest(in_one, in_other)), 0);

-- Writes a notification for each recipient who is to be told. What is between them and the one who did it is locked before it is
-- asked about: a block comes first and is seen here, or comes after and finds what was written to withdraw it.
create function tell_members(
  in_type text, in_recipients uuid[], in_by uuid, in_post uuid, in_comment uuid, in_group uuid, in_invitation uuid, in_emoji text,
  in_write uuid
) returns table (told_id uuid, told_user uuid)
language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(l.between_them)
  from (select lock_between(r, in_by) as between_them from unnest(in_recipients) as r where in_by is not null order by 1) l;
  return query
  insert into notifications as n (
    id, user_id, notification_type, created_at, related_user_id, related_post_id, related_comment_id, related_group_id,
    related_invitation_id, emoji_code, write_id
  )
  select gen_random_uuid(), recipient, in_type, accepted_at(), in_by, in_post, in_comment, in_group, in_invitation, in_emoji, in_write
  from unnest(in_recipients) as recipient
  where is_told(recipient, in_by, in_type)
  -- In one order, so that two who write to the same group at once do not wait for each other.
  order by recipient
  on conflict (user_id, related_group_id) where notification_type = 'group_message' and not is_read do nothing
  returning n.id, n.user_id;
end
$$;
