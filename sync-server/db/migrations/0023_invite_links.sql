-- Links that let their receivers in and ask their maker to be friends.

create table invite_links (
  id uuid primary key,
  maker_id uuid not null references users on delete cascade,
  -- what stands in the link is kept nowhere
  hash bytea not null unique,
  -- how many people it works for, and how many have come by it
  uses int not null check (uses > 0),
  used int not null default 0 check (used between 0 and uses),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index invite_links_by_maker on invite_links (maker_id, created_at desc);
create index invite_links_by_time on invite_links (expires_at);

-- By which link a sign-up came. The link asks its maker only for the sign-up that it was opened for: anybody may sign up with somebody
-- else's address.
alter table sign_ups add column invite_hash bytea;

-- Addresses that such a link lets in, until they are confirmed.
create table linked_sign_ups (
  email text not null check (email = lower(email)),
  link_id uuid not null references invite_links on delete cascade,
  created_at timestamptz not null default now(),
  primary key (email, link_id)
);
create index linked_sign_ups_by_link on linked_sign_ups (link_id);
create index linked_sign_ups_by_time on linked_sign_ups (created_at);
