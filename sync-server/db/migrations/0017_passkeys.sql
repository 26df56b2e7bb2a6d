-- Passkeys, and the second factor by one-time code.

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- as browsers write it, in base64url
  credential_id text not null unique,
  public_key bytea not null,
  -- how often it has signed, as it says; those that are on several devices say 0 for ever
  counter bigint not null,
  transports text[] not null,
  name text not null,
  -- kept by somebody for more than one device
  backed_up boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_by_user on passkeys (user_id, created_at);

-- What was begun in a browser and takes a second request: the browser holds a secret in a cookie, here is its hash.
create table sign_in_steps (
  hash bytea primary key,
  purpose text not null check (purpose in ('passkey-sign-in', 'passkey-add', 'code')),
  -- nobody yet, where a passkey is to say who it is
  user_id uuid references users on delete cascade,
  -- what a passkey has to sign
  challenge text,
  failures smallint not null default 0,
  expires_at timestamptz not null
);
create index sign_in_steps_by_time on sign_in_steps (expires_at);
create index sign_in_steps_by_user on sign_in_steps (user_id);

create table second_factors (
  user_id uuid primary key references users on delete cascade,
  -- sealed with the key of this id
  secret bytea not null,
  key_id text not null,
  -- it is asked for from here on
  confirmed_at timestamptz,
  -- the newest time step whose code was used: neither that one nor any before it is taken again
  last_step bigint not null default 0,
  failures smallint not null default 0,
  failed_at timestamptz,
  created_at timestamptz not null default now()
);

create table recovery_codes (
  user_id uuid not null references second_factors on delete cascade,
  hash bytea not null,
  used_at timestamptz,
  primary key (user_id, hash)
);

-- What secrets that have to be read again are sealed with, where the environment names no key.
create table server_keys (
  id text primary key,
  key bytea not null,
  created_at timestamptz not null default now()
);
