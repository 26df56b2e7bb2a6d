-- The tables of the product. Every replicated row carries the write that made it what it is (write_id).

create table users (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  email_verified_at timestamptz,
  password_hash text,
  created_at timestamptz not null default now()
);

create table profiles (
  id uuid primary key references users on delete cascade,
  name text not null,
  bio text not null default '',
  location text not null default '',
  interests text[] not null default '{}',
  profile_image_url text,
  created_at timestamptz not null default now(),
  write_id uuid not null
);

create table settings (
  user_id uuid not null references users on delete cascade,
  key text not null,
  value text not null,
  write_id uuid not null,
  primary key (user_id, key)
);

-- One row for each direction of a friendship.
create table friends (
  user_id uuid not null references users on delete cascade,
  friend_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  write_id uuid not null,
  primary key (user_id, friend_id),
  check (user_id <> friend_id)
);
create index friends_by_friend on friends (friend_id, user_id);

-- Who is within two steps of whom, not counting oneself.
create view extended_friends as
  select f.user_id, f.friend_id, 'direct'::text as relationship_type, null::uuid as through_friend_id from friends f
  union all
  select a.user_id, b.friend_id, 'friend_of_friend', a.friend_id
  from friends a join friends b on b.user_id = a.friend_id and b.friend_id <> a.user_id;

create table blocks (
  blocker_id uuid not null references users on delete cascade,
  blocked_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index blocks_by_blocked on blocks (blocked_id, blocker_id);

create table friend_invitations (
  id uuid primary key,
  inviter_id uuid not null references users on delete cascade,
  -- the address that was typed, or null where a member was invited by id
  invited_email text check (invited_email = lower(invited_email)),
  -- set when invited by id, else once a verified address matches
  receiver_user_id uuid references users on delete cascade,
  invited_by_id boolean not null default false,
  status text not null default 'pending' check (status in ('pending', 'accepted', 'declined')),
  created_at timestamptz not null default now(),
  answered_at timestamptz,
  write_id uuid not null,
  check (invited_email is not null or receiver_user_id is not null)
);
create index friend_invitations_by_inviter on friend_invitations (inviter_id, created_at desc);
create index friend_invitations_by_receiver on friend_invitations (receiver_user_id, created_at desc);
create index friend_invitations_by_email on friend_invitations (invited_email) where status = 'pending' and receiver_user_id is null;

create table posts (
  id uuid primary key,
  author_id uuid not null references users on delete cascade,
  content text not null,
  visibility_type text not null check (visibility_type in ('friends', 'friends_of_friends', 'specific', 'public', 'private')),
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  write_id uuid not null
);
create index posts_by_author on posts (author_id, created_at desc);
create index posts_by_time on posts (created_at desc, id desc);

create table post_visibility (
  post_id uuid not null references posts on delete cascade,
  user_id uuid not null references users on delete cascade,
  primary key (post_id, user_id)
);
create index post_visibility_by_user on post_visibility (user_id);

create table post_comments (
  id uuid primary key,
  post_id uuid not null references posts on delete cascade,
  author_id uuid not null references users on delete cascade,
  content text not null,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  is_deleted boolean not null default false,
  write_id uuid not null,
  check (not is_deleted or content = '')
);
create index post_comments_by_post on post_comments (post_id, created_at);
create index post_comments_by_author on post_comments (author_id);

-- Reactions to posts and to comments; post_id says in which post's scopes the row lies.
create table post_reactions (
  target_type text not null check (target_type in ('post', 'comment')),
  target_id uuid not null,
  post_id uuid not null references posts on delete cascade,
  user_id uuid not null references users on delete cascade,
  emoji_code text not null,
  created_at timestamptz not null default now(),
  write_id uuid not null,
  primary key (target_id, user_id, emoji_code)
);
create index post_reactions_by_post on post_reactions (post_id);
create index post_reactions_by_user on post_reactions (user_id);

create table groups (
  id uuid primary key,
  name text not null,
  description text,
  founder_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  write_id uuid not null
);

create table group_members (
  group_id uuid not null references groups on delete cascade,
  user_id uuid not null references users on delete cascade,
  role text not null default 'member' check (role in ('owner', 'admin', 'member')),
  status text not null default 'active' check (status = 'active'),
  joined_at timestamptz not null default now(),
  write_id uuid not null,
  primary key (group_id, user_id)
);
create index group_members_by_user on group_members (user_id, group_id);
create unique index group_members_one_owner on group_members (group_id) where role = 'owner';

create table group_invitations (
  id uuid primary key,
  group_id uuid not null references groups on delete cascade,
  inviter_id uuid not null references users on delete cascade,
  invitee_id uuid not null references users on delete cascade,
  status text not null default 'pending' check (status in ('pending', 'declined', 'accepted')),
  created_at timestamptz not null default now(),
  write_id uuid not null
);
create index group_invitations_by_group on group_invitations (group_id);
create index group_invitations_by_invitee on group_invitations (invitee_id);

create table group_messages (
  id uuid primary key,
  group_id uuid not null references groups on delete cascade,
  sender_id uuid not null references users on delete cascade,
  content text not null,
  reply_to_id uuid,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  is_deleted boolean not null default false,
  write_id uuid not null,
  check (not is_deleted or content = '')
);
create index group_messages_by_group on group_messages (group_id, created_at desc, id desc);
create index group_messages_by_sender on group_messages (sender_id);

create table group_message_reactions (
  message_id uuid not null references group_messages on delete cascade,
  user_id uuid not null references users on delete cascade,
  emoji text not null,
  created_at timestamptz not null default now(),
  write_id uuid not null,
  primary key (message_id, user_id, emoji)
);
create index group_message_reactions_by_user on group_message_reactions (user_id);

create table notifications (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  notification_type text not null check (notification_type in (
    'post_created', 'post_commented', 'post_reaction', 'comment_reaction', 'friend_request_sent',
    'friend_request_accepted', 'friend_request_declined', 'group_invitation', 'group_message')),
  is_read boolean not null default false,
  created_at timestamptz not null default now(),
  related_user_id uuid references users on delete cascade,
  related_post_id uuid references posts on delete cascade,
  related_comment_id uuid references post_comments on delete cascade,
  related_group_id uuid references groups on delete cascade,
  related_invitation_id uuid,
  emoji_code text,
  write_id uuid not null
);
create index notifications_by_user on notifications (user_id, created_at desc);
create index notifications_by_post on notifications (related_post_id) where related_post_id is not null;

-- Writes that were carried out: one that comes again is answered as done and has no second effect. Kept for 30 days.
create table applied_writes (
  write_id uuid primary key,
  user_id uuid not null references users on delete cascade,
  at timestamptz not null default now()
);
create index applied_writes_by_time on applied_writes (at);

-- A deleted uuid never comes back to life.
create table deleted_ids (
  id uuid primary key,
  collection text not null,
  at timestamptz not null default now()
);
