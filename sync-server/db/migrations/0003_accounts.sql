-- Sessions, links in mails, keys, and the local mailbox. Secrets stand here as hashes only.

create table signing_keys (
  id text primary key,
  private_key text not null,
  public_key text not null,
  created_at timestamptz not null default now()
);

-- One row for each device that is signed in; signing out deletes it. A refresh token is made of the session's id, the secret of
-- the session (family) and a part that changes at each refresh (token). The parent's hash tells a refresh whose answer was lost
-- from one that comes with an old, perhaps stolen, token.
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
  device text not null default ''
);
create index sessions_by_user on sessions (user_id, last_used_at desc);

-- Links that prove an address. One for a sign-up carries the name and the password of that very sign-up, so that confirming
-- one's own mail never confirms somebody else's password.
create table address_tokens (
  hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('verify', 'reset')),
  name text,
  password_hash text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index address_tokens_by_user on address_tokens (user_id, purpose);

-- Mails of a server without SMTP, to be read at /dev/mail.
create table mailbox (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  links text[] not null,
  created_at timestamptz not null default now()
);
