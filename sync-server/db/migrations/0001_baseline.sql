-- The tables and the data of a new database. Every replicated row carries the write that made it what it is (`write_id`). Views and
-- functions are in `db/today/`; here are only the functions of triggers.

-- Members.

create table users (
  id uuid primary key,
  -- An address has no capital A to Z. What other letters become in lower case depends on the locale of the database: in Turkish an I is no i.
  email text not null unique check (email = lower(email collate "C")),
  email_verified_at timestamptz not null default now(),
  password_hash text,
  created_at timestamptz not null default now(),
  -- Only the mail of an invitation has proved the address, and that mail may have been passed on. The first new password by mail ends this.
  only_invited boolean not null default false
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

-- Each report, so that a member reports the same thing once and not too much in a day. The text of a report goes by mail.
create table reports (
  reporter_id uuid not null references users on delete cascade,
  target_type text not null check (target_type in ('post', 'comment', 'message', 'profile')),
  target_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (reporter_id, target_type, target_id)
);
create index reports_by_time on reports (reporter_id, created_at);

-- Friends, blocks and invitations.

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
  invited_email text check (invited_email = lower(invited_email collate "C")),
  -- set when invited by id, else once a verified address matches
  receiver_user_id uuid references users on delete cascade,
  invited_by_id boolean not null default false,
  -- A cancelled invitation keeps its row: its id is never used again, and it counts towards the limit of the day.
  status text not null default 'pending' check (status in ('pending', 'accepted', 'declined', 'cancelled')),
  created_at timestamptz not null default now(),
  answered_at timestamptz,
  -- Whether every seat of the inviter is taken, while the invitation is pending. Every act that makes or ends a friendship keeps it right.
  seat_taken boolean not null default false,
  -- when its mail was sent, or sent again
  mailed_at timestamptz not null default now(),
  -- the receiver asked to be notified once a seat is free
  waits_for_seat boolean not null default false,
  write_id uuid not null,
  check (invited_email is not null or receiver_user_id is not null)
);
create index friend_invitations_by_inviter on friend_invitations (inviter_id, created_at desc);
create index friend_invitations_by_receiver on friend_invitations (receiver_user_id, created_at desc);
create index friend_invitations_by_email on friend_invitations (invited_email) where status = 'pending' and receiver_user_id is null;

-- The second secret in the mail of an invitation. It proves the address to which that mail went: the inviter knows the id, but not this.
create table invitation_secrets (
  invitation_id uuid primary key references friend_invitations on delete cascade,
  hash bytea not null,
  -- the id of the account that it makes, which a passkey names before the account exists
  account_id uuid not null,
  expires_at timestamptz not null,
  -- Its answer may be lost, so for some minutes it is given again.
  used_at timestamptz
);
create index invitation_secrets_by_time on invitation_secrets (expires_at);

-- Links that admit their receivers and ask their maker to be friends.
create table invite_links (
  id uuid primary key,
  maker_id uuid not null references users on delete cascade,
  -- of the secret in the link, which is stored nowhere
  hash bytea not null unique,
  -- how many people it works for, and how many have used it, deleted accounts included
  uses int not null check (uses > 0),
  used int not null default 0 check (used between 0 and uses),
  -- its maker has said yes beforehand
  at_once boolean not null default false check (not at_once or uses = 1),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index invite_links_by_maker on invite_links (maker_id, created_at desc);
create index invite_links_by_time on invite_links (expires_at);

-- The members who used a link. Its maker sees them, and each counts once.
create table invite_link_uses (
  link_id uuid not null references invite_links on delete cascade,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (link_id, user_id)
);
create index invite_link_uses_by_user on invite_link_uses (user_id);

-- Signing up and signing in. Secrets are stored as hashes only.

-- A sign-up becomes an account when its address is confirmed. Each is a row of its own, so that a second sign-up with the same address takes
-- nothing from the first: neither has shown yet that the address is theirs.
create table sign_ups (
  id uuid primary key,
  email text not null check (email = lower(email collate "C")),
  name text not null,
  password_hash text not null,
  -- of the nonce in the browser that signed up; null where none is known
  nonce_hash bytea,
  -- the account that it became
  user_id uuid references users on delete cascade,
  created_at timestamptz not null default now(),
  -- of the invite link that it came by. The link asks its maker only for this sign-up: anybody may sign up with another person's address.
  invite_hash bytea
);
create index sign_ups_by_email on sign_ups (email, created_at desc);
create index sign_ups_by_time on sign_ups (created_at);
create index sign_ups_by_user on sign_ups (user_id) where user_id is not null;

-- Sign-ups by the link of an invitation that went to another address. The first of them to be confirmed is the invited person.
create table invited_sign_ups (
  email text not null check (email = lower(email collate "C")),
  invitation_id uuid not null references friend_invitations on delete cascade,
  created_at timestamptz not null default now(),
  primary key (email, invitation_id)
);
create index invited_sign_ups_by_time on invited_sign_ups (created_at);

-- Addresses that an invite link admits, until they are confirmed.
create table linked_sign_ups (
  email text not null check (email = lower(email collate "C")),
  link_id uuid not null references invite_links on delete cascade,
  created_at timestamptz not null default now(),
  primary key (email, link_id)
);
create index linked_sign_ups_by_link on linked_sign_ups (link_id);
create index linked_sign_ups_by_time on linked_sign_ups (created_at);

-- Links that prove an address. A link belongs to an account or to a sign-up.
create table address_tokens (
  hash bytea primary key,
  user_id uuid references users on delete cascade,
  purpose text not null check (purpose in ('verify', 'reset')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  -- A used link still says so when its sign-up is gone.
  sign_up_id uuid references sign_ups on delete set null
);
create index address_tokens_by_user on address_tokens (user_id, purpose);
create index address_tokens_by_sign_up on address_tokens (sign_up_id) where sign_up_id is not null;

-- Links that give an account another address. An account has one such link, the newest.
create table address_changes (
  user_id uuid primary key references users on delete cascade,
  hash bytea not null unique,
  email text not null check (email = lower(email collate "C")),
  expires_at timestamptz not null,
  -- Its answer may be lost, so for some minutes it is given again.
  used_at timestamptz
);
create index address_changes_by_time on address_changes (expires_at);

-- One row for each device that is signed in; signing out deletes it. A refresh token consists of the session's id, the secret of the session
-- (family) and a part that changes at each refresh (token). The parent's hash distinguishes a refresh whose answer was lost from an old,
-- perhaps stolen, token.
create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  family_hash bytea not null,
  token_hash bytea not null,
  parent_hash bytea,
  parent_salt bytea,
  rotated_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  device text not null default '',
  -- when its member last showed that they are there: by signing in, or since
  present_at timestamptz not null default now()
);
create index sessions_by_user on sessions (user_id, last_used_at desc);

-- Where a session is called by Web Push. A session has one and an endpoint belongs to one session: what was registered last counts.
create table push_subscriptions (
  session_id uuid primary key references sessions on delete cascade,
  user_id uuid not null references users on delete cascade,
  endpoint text not null unique,
  -- the device's public key, an uncompressed point of P-256 (65 bytes), and its secret (16 bytes)
  p256dh bytea not null,
  auth bytea not null,
  created_at timestamptz not null default now()
);
create index push_subscriptions_by_user on push_subscriptions (user_id);

-- The pair of keys by which push services know this server, made at first use. Subscriptions are bound to the public key, so the pair stays.
create table push_keys (
  one boolean primary key default true check (one),
  -- an uncompressed point of P-256 (65 bytes)
  public_key bytea not null,
  -- sealed with the key of this id
  private_key bytea not null,
  key_id text not null,
  created_at timestamptz not null default now()
);

-- The mails that a member gets while no device of theirs can be called (`features/push/mail/`). One row for each member.
create table call_mails (
  user_id uuid primary key references users on delete cascade,
  -- what happened until then was in a mail, or too long ago for one
  covered_until timestamptz not null default '-infinity',
  -- when the last mails were claimed, at most three
  claimed_at timestamptz[] not null default '{}',
  -- when it is found out again whether a mail is due
  look_at timestamptz not null default now()
);
create index call_mails_due on call_mails (look_at);

-- Addresses to which no such mails are sent: their mail server has refused them for good, or an operator has stopped them.
create table stopped_addresses (
  email text primary key check (email = lower(email collate "C")),
  because text not null check (because in ('refused', 'operator')),
  at timestamptz not null default now()
);

-- Sessions of deleted accounts. A device that returns with such a secret erases what it has; the device of any other ended session does not.
create table deleted_sessions (
  family_hash bytea primary key,
  at timestamptz not null default now()
);
create index deleted_sessions_by_time on deleted_sessions (at);

-- Who a member is to an identity provider. The subject is the provider's own name for a person and never changes. Addresses do, so none is
-- stored here. A member is one person to each provider.
create table identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users on delete cascade,
  -- where the provider said the person's picture is, at their last sign-in
  picture text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (issuer, subject),
  unique (user_id, issuer)
);

-- Sign-ins on their way through the provider. The browser has the secret that state, nonce and verifier are made from. Its hash goes with
-- its first use.
create table provider_flows (
  hash bytea primary key,
  -- the invitation that the person came by
  invite text,
  expires_at timestamptz not null,
  -- the session whose presence it proves, if any
  session_id uuid
);
create index provider_flows_by_time on provider_flows (expires_at);

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- as browsers write it, in base64url
  credential_id text not null unique,
  public_key bytea not null,
  -- how often it has signed, by its own count; a passkey on several devices always says 0
  counter bigint not null,
  transports text[] not null,
  name text not null,
  -- stored for more than one device
  backed_up boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_by_user on passkeys (user_id, created_at);

-- What began in a browser and takes a second request. The browser has a secret in a cookie; this is its hash.
create table sign_in_steps (
  hash bytea primary key,
  purpose text not null check (purpose in ('passkey-sign-in', 'passkey-add', 'passkey-join', 'code', 'presence')),
  -- null while a passkey is to say who it is
  user_id uuid references users on delete cascade,
  -- what a passkey has to sign
  challenge text,
  failures smallint not null default 0,
  expires_at timestamptz not null,
  -- the session whose presence it proves, if any
  session_id uuid,
  -- the way of signing in that led to a code
  way text
);
create index sign_in_steps_by_time on sign_in_steps (expires_at);
create index sign_in_steps_by_user on sign_in_steps (user_id);

create table second_factors (
  user_id uuid primary key references users on delete cascade,
  -- sealed with the key of this id
  secret bytea not null,
  key_id text not null,
  -- a code is required from then on
  confirmed_at timestamptz,
  -- the newest time step whose code was used: neither that step nor an earlier one is accepted again
  last_step bigint not null default 0,
  failures smallint not null default 0,
  failed_at timestamptz,
  created_at timestamptz not null default now(),
  -- when the member was last mailed about a wrong code
  warned_at timestamptz
);

create table recovery_codes (
  user_id uuid not null references second_factors on delete cascade,
  hash bytea not null,
  used_at timestamptz,
  primary key (user_id, hash)
);

create table signing_keys (
  id text primary key,
  private_key text not null,
  public_key text not null,
  created_at timestamptz not null default now()
);

-- The keys that seal secrets which must be read again, where the environment names no key.
create table server_keys (
  id text primary key,
  key bytea not null,
  created_at timestamptz not null default now()
);

-- Mails of a server without SMTP, shown at /dev/mail.
create table mailbox (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  links text[] not null,
  created_at timestamptz not null default now(),
  -- of the secret in the mail's link, which is taken out of the text once it is used
  token_hash bytea,
  -- the member whose act the mail is about; it is deleted with them
  about uuid
);

-- Work that is due now or later, done by any process on this database (`db/jobs.ts`).
create table jobs (
  id uuid primary key default gen_random_uuid(),
  queue text not null,
  -- A new job takes the place of the one with the same key. A job without a key stays beside all others.
  key text,
  data jsonb not null,
  created_at timestamptz not null default now(),
  -- While a process does the job, this is when the others may take it.
  due_at timestamptz not null,
  -- how often it was taken
  tries int not null default 0,
  unique (queue, key)
);
create index jobs_due on jobs (queue, due_at);

-- The counts of limits on requests, for all processes. None is worth a write-ahead log entry. The key is a keyed hash: neither an address nor
-- an account can be read from it.
create unlogged table rate_limits (
  key text primary key,
  points int not null,
  -- milliseconds since 1970, by the clock of the process that began to count
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);

-- Posts.

create table posts (
  id uuid primary key,
  author_id uuid not null references users on delete cascade,
  content text not null,
  -- its photos in their order, as they travel: ids, sizes, previews and descriptions
  photos jsonb not null default '[]',
  visibility_type text not null check (visibility_type in ('friends', 'friends_of_friends', 'specific', 'public', 'private')),
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  write_id uuid not null
);
create index posts_by_author on posts (author_id, created_at desc);
create index posts_by_time on posts (created_at desc, id desc);

-- The people of a post for specific people. There is no index by member: nothing asks for it, and with one a plan made while nobody was
-- chosen yet read all of it for each post.
create table post_visibility (
  post_id uuid not null references posts on delete cascade,
  user_id uuid not null references users on delete cascade,
  primary key (post_id, user_id)
);

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

-- Reactions to posts and to comments. A reaction is in the scopes of the post `post_id`.
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

-- Groups.

create table groups (
  id uuid primary key,
  name text not null,
  description text,
  -- no reference: a group belongs to its members, and stays when the account of its founder is deleted
  founder_id uuid not null,
  created_at timestamptz not null default now(),
  write_id uuid not null,
  emoji text
);

create table group_members (
  group_id uuid not null references groups on delete cascade,
  user_id uuid not null references users on delete cascade,
  role text not null default 'member' check (role in ('owner', 'admin', 'member')),
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
  write_id uuid not null,
  -- what the invited person becomes in the group
  role text not null default 'member' check (role in ('member', 'admin'))
);
create index group_invitations_by_group on group_invitations (group_id);
create index group_invitations_by_invitee on group_invitations (invitee_id);
create index group_invitations_by_inviter on group_invitations (inviter_id);
-- A person is invited once: while an invitation is open, and while a declined one has not been cancelled.
create unique index group_invitations_once on group_invitations (group_id, invitee_id) where status in ('pending', 'declined');

create table group_messages (
  id uuid primary key,
  group_id uuid not null references groups on delete cascade,
  sender_id uuid not null references users on delete cascade,
  content text not null,
  photos jsonb not null default '[]',
  reply_to_id uuid,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  is_deleted boolean not null default false,
  write_id uuid not null,
  check (not is_deleted or (content = '' and photos = '[]'))
);
create index group_messages_by_group on group_messages (group_id, created_at desc, id desc);
create index group_messages_by_sender on group_messages (sender_id);
-- Readers of a group learn that a quoted text was edited or deleted: the replies to a message are found by this.
create index group_messages_by_reply on group_messages (reply_to_id) where reply_to_id is not null;

-- Images. A row names an image, whose id the device that chose the image made up. The image is deleted with that row. Its bytes follow.
create table images (
  id uuid primary key,
  owner_id uuid not null references users on delete cascade,
  -- the row that names it
  profile_id uuid references profiles on delete cascade,
  post_id uuid references posts on delete cascade,
  message_id uuid references group_messages on delete cascade,
  -- The size of a photo as its row says it: its bytes must fit. Null of a profile's image.
  width int,
  height int,
  created_at timestamptz not null default now(),
  -- when the bytes arrived; they never change afterwards, so a client that has them need not ask again
  stored_at timestamptz,
  check (num_nonnulls(profile_id, post_id, message_id) = 1),
  check (num_nulls(width, height) = (case when profile_id is null then 0 else 2 end))
);
create index images_by_owner on images (owner_id);
create index images_by_time on images (created_at);
create index images_by_profile on images (profile_id) where profile_id is not null;
create index images_by_post on images (post_id) where post_id is not null;
create index images_by_message on images (message_id) where message_id is not null;

-- The bytes of an image, in one or two sizes. There is no small one where it would not be smaller.
create table image_variants (
  image_id uuid not null references images on delete cascade,
  variant text not null check (variant in ('small', 'large')),
  bytes bytea not null,
  type text not null,
  size int not null,
  width int not null,
  height int not null,
  -- sha256 of the bytes
  hash bytea not null,
  primary key (image_id, variant)
);
-- WebP does not get smaller.
alter table image_variants alter column bytes set storage external;

-- An image that arrives in parts, from its first part until its last one. Nobody can read it before.
create table image_uploads (
  image_id uuid primary key references images on delete cascade,
  -- how many bytes the image has, and how many of them are here, from its beginning
  total int not null,
  received int not null,
  -- when the last part came
  at timestamptz not null default now(),
  check (received > 0 and received < total)
);

create table image_parts (
  image_id uuid not null references image_uploads on delete cascade,
  -- how many bytes come before
  start int not null,
  bytes bytea not null,
  primary key (image_id, start)
);
alter table image_parts alter column bytes set storage external;

create table group_message_reactions (
  message_id uuid not null references group_messages on delete cascade,
  user_id uuid not null references users on delete cascade,
  emoji text not null,
  created_at timestamptz not null default now(),
  write_id uuid not null,
  primary key (message_id, user_id, emoji)
);
create index group_message_reactions_by_user on group_message_reactions (user_id);

-- Notifications.

-- No references: a transaction that notifies locks the subject until commit, and a deletion withdraws the notifications by name, since
-- devices must learn of that. Five foreign keys were half the cost of a notification.
create table notifications (
  id uuid primary key,
  user_id uuid not null,
  notification_type text not null check (notification_type in (
    'post_created', 'post_commented', 'comment_answered', 'post_reaction', 'comment_reaction', 'friend_request_sent',
    'friend_request_accepted', 'friend_request_declined', 'group_invitation', 'group_message')),
  is_read boolean not null default false,
  created_at timestamptz not null default now(),
  related_user_id uuid,
  related_post_id uuid,
  related_comment_id uuid,
  related_group_id uuid,
  related_invitation_id uuid,
  emoji_code text,
  write_id uuid not null
);
create index notifications_by_user on notifications (user_id, created_at desc);
create index notifications_by_time on notifications (created_at);
create index notifications_by_post on notifications (related_post_id) where related_post_id is not null;
create index notifications_by_comment on notifications (related_comment_id) where related_comment_id is not null;
create index notifications_by_group on notifications (related_group_id) where related_group_id is not null;
create index notifications_by_invitation on notifications (related_invitation_id) where related_invitation_id is not null;
create index notifications_by_related_user on notifications (related_user_id) where related_user_id is not null;
-- However many messages a group has, a member has one unread notification of it.
create unique index notifications_one_unread_of_group on notifications (user_id, related_group_id)
  where notification_type = 'group_message' and not is_read;

create function forget_notifications_of_member() returns trigger language plpgsql as $$
begin
  delete from notifications n where n.user_id = old.id or n.related_user_id = old.id;
  return null;
end
$$;
create trigger forget_notifications_of_member after delete on users for each row execute function forget_notifications_of_member();

-- New rows whose readers are not notified yet. The transaction of the row inserts the entry, and the notifier takes it right after. So a
-- writer does not wait for notifications, and none is forgotten.
create table unnotified (
  nth bigint not null generated always as identity,
  write_id uuid primary key,
  user_id uuid not null,
  collection text not null,
  doc_id uuid not null,
  at timestamptz not null default now()
);

-- The change log: who may read what, and what changed there. The sync engine knows no feature by name, and this part knows no content.

-- Which database this is. Devices know the epoch: a database restored from a backup gets a new one, and every device then fetches everything
-- again.
create table epoch (
  one boolean primary key default true check (one),
  epoch uuid not null default gen_random_uuid(),
  -- another home than at the last start means that the database was filled from a dump or copied
  home text,
  -- where people reached it at the last start
  public_url text,
  -- Since then nothing is sent to members, and why. An operator ends it (`core/sending.ts`).
  resting_since timestamptz,
  resting_because text check (resting_because in ('copied', 'moved')),
  -- when an operator last ended it: what happened more than an hour before is not sent any more
  resumed_at timestamptz,
  check ((resting_since is null) = (resting_because is null)),
  -- by which a server recognises the event ids of channels that another server gave out; never leaves the servers
  channel_key uuid not null default gen_random_uuid()
);
insert into epoch default values;

-- A scope is a set of readers. `owner` is a member or a group, `other` the reader of a pair.
create table scopes (
  id int primary key generated always as identity,
  kind text not null,
  owner uuid not null,
  other uuid,
  -- the sequence number of the last change in it
  head int not null default 0,
  unique nulls not distinct (owner, kind, other)
) with (fillfactor = 70);
create index scopes_by_other on scopes (other) where other is not null;

-- The head of a scope moves with every write; what the scope is never changes. A check constraint would be parsed and evaluated by every
-- statement that touches the row, so a trigger checks what never changes.
create function refuse_scope() returns trigger language plpgsql as $$
begin
  raise exception 'there is no scope of the kind % with the owner % and the other %', new.kind, new.owner, new.other using errcode = 'check_violation';
end
$$;
create trigger refuse_scope before insert or update of kind, owner, other on scopes
for each row
when (not (new.kind in ('self', 'friends', 'network', 'pair', 'group', 'group-admins') and (new.kind = 'pair') = (new.other is not null)))
execute function refuse_scope();

-- One row for each document in each scope that it is in or was taken out of. A change moves the row up to the scope's head. Only
-- `record_changes` writes here.
create table changes (
  scope_id int not null,
  seq int not null,
  collection text not null,
  doc_id text not null,
  removed boolean not null,
  at timestamptz not null,
  -- the number at which the row entered the scope, so that a channel knows what is new to a reader; null where that is `seq` itself
  entered int,
  -- the document first, so that the same index finds the scopes of a document
  primary key (collection, doc_id, scope_id)
);
create unique index changes_by_seq on changes (scope_id, collection, seq);
create index changes_old_removals on changes (at) where removed;

-- A row that changes keeps the number at which it entered, and a row that returns enters anew. The condition of the trigger spares rows that
-- are written for the first time.
create function keep_entry() returns trigger language plpgsql as $$
begin
  new.entered := case when old.removed and not new.removed then null else old.seq end;
  return new;
end
$$;
create trigger keep_entry before update of seq on changes for each row
when ((old.removed and not new.removed) or old.entered is null) execute function keep_entry();

-- The highest number of a removal that was dropped from the log. A device that is not as far as this in the scope has missed removals, and
-- starts over there.
create table log_floors (
  scope_id int not null,
  collection text not null,
  floor int not null,
  primary key (scope_id, collection)
);

-- Writes that were carried out. A write that is sent again is answered as done and has no second effect. Kept for 30 days, also when its
-- member is deleted.
create table applied_writes (
  write_id uuid primary key,
  user_id uuid not null,
  at timestamptz not null default now(),
  -- of what the write was for, so that its id used again for something else is refused; null where the client named nothing
  fingerprint text,
  -- the answer, where it cannot be read from the rows afterwards, as for a toggle
  outcome text
);
create index applied_writes_by_time on applied_writes (at);

-- Every id that a thing has or had. An id names one thing, for ever: reactions know their target by its id alone, and a device that missed a
-- deletion must not bring the document back. The id is inserted before its thing, in the same transaction, so that of two things with one id
-- the second is refused.
create table used_ids (id uuid primary key);

-- Members are made in more than one way.
create function take_id_of_member() returns trigger language plpgsql as $$
begin
  perform take_ids(array[new.id]);
  return null;
end
$$;
create trigger take_id_of_member after insert on users for each row execute function take_id_of_member();

-- The planner's statistics keep samples of a column's values, also of rows that are gone. They contain no words, addresses or secrets.
alter table users alter email set statistics 0, alter password_hash set statistics 0;
alter table profiles alter name set statistics 0, alter bio set statistics 0, alter location set statistics 0,
  alter interests set statistics 0, alter profile_image_url set statistics 0;
alter table settings alter value set statistics 0;
alter table friend_invitations alter invited_email set statistics 0;
alter table posts alter content set statistics 0, alter photos set statistics 0;
alter table post_comments alter content set statistics 0;
alter table groups alter name set statistics 0, alter description set statistics 0;
alter table group_messages alter content set statistics 0, alter photos set statistics 0;
alter table applied_writes alter outcome set statistics 0;
alter table signing_keys alter private_key set statistics 0;
alter table sessions alter device set statistics 0;
alter table push_subscriptions alter endpoint set statistics 0;
alter table stopped_addresses alter email set statistics 0;
alter table epoch alter public_url set statistics 0;
alter table mailbox alter recipient set statistics 0, alter subject set statistics 0, alter text set statistics 0,
  alter html set statistics 0, alter links set statistics 0;
alter table jobs alter data set statistics 0;
alter table sign_ups alter email set statistics 0, alter name set statistics 0, alter password_hash set statistics 0;
alter table invited_sign_ups alter email set statistics 0;
alter table linked_sign_ups alter email set statistics 0;
alter table address_changes alter email set statistics 0;
alter table identities alter subject set statistics 0, alter picture set statistics 0;
alter table provider_flows alter invite set statistics 0;
alter table passkeys alter name set statistics 0, alter credential_id set statistics 0;
alter table sign_in_steps alter challenge set statistics 0;
