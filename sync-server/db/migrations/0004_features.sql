-- What the features ask of the tables in more than one place, each said once.

-- An instant as it travels: UTC, milliseconds.
create function iso_time(at timestamptz) returns text language sql stable parallel safe
  return to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- The time of acceptance, to the millisecond as it travels. Not that of the transaction's begin: acts that share one transaction
-- keep their order.
create function accepted_at() returns timestamptz language sql volatile
  return date_trunc('milliseconds', clock_timestamp());

-- The scopes in which a post lies, and with it its comments and all reactions below it.
create view post_scopes as
  select p.id as post_id, p.author_id as owner, null::uuid as other,
    case when p.visibility_type = 'friends' then 'friends'
         when p.visibility_type in ('friends_of_friends', 'public') then 'network'
         else 'self' end as kind
  from posts p
  union all
  select v.post_id, p.author_id, v.user_id, 'pair'
  from post_visibility v join posts p on p.id = v.post_id
  where p.visibility_type = 'specific';

-- Whether a member may read a post at this moment, asked of the one view that grants reading.
create function may_read_post(in_reader uuid, in_post uuid) returns boolean language sql stable
  return exists (
    select from post_scopes p
    join scope_readers r on r.owner = p.owner and r.kind = p.kind and r.other is not distinct from p.other
    where p.post_id = in_post and r.reader = in_reader
  );

-- An invitation that was taken back keeps its row: its id never comes back to life and it still counts towards the day's limit.
-- Nobody is shown it.
alter table friend_invitations drop constraint friend_invitations_status_check;
alter table friend_invitations add constraint friend_invitations_status_check
  check (status in ('pending', 'accepted', 'declined', 'cancelled'));

create index notifications_by_comment on notifications (related_comment_id) where related_comment_id is not null;
create index notifications_by_invitation on notifications (related_invitation_id) where related_invitation_id is not null;
create index notifications_by_related_user on notifications (related_user_id) where related_user_id is not null;
