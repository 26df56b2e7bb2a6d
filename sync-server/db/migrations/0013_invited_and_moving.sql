-- Who was invited may sign up, and an account may move to another address.

-- Sign-ups by the link of an invitation that went to another address. Whoever of them confirms first is the one who was invited.
create table invited_sign_ups (
  email text not null check (email = lower(email)),
  invitation_id uuid not null references friend_invitations on delete cascade,
  created_at timestamptz not null default now(),
  primary key (email, invitation_id)
);
create index invited_sign_ups_by_time on invited_sign_ups (created_at);

-- Links that make an address the one of an account, by their hashes. The newest of an account is the only one.
create table address_changes (
  user_id uuid primary key references users on delete cascade,
  hash bytea not null unique,
  email text not null check (email = lower(email)),
  expires_at timestamptz not null,
  -- its answer may have been lost: for some minutes it is given again
  used_at timestamptz
);
create index address_changes_by_time on address_changes (expires_at);
