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

-- Who has signed up by such a link, until the address is confirmed: only then the link is used.
create table linked_sign_ups (
  email text not null check (email = lower(email)),
  link_id uuid not null references invite_links on delete cascade,
  created_at timestamptz not null default now(),
  primary key (email, link_id)
);
create index linked_sign_ups_by_link on linked_sign_ups (link_id);
create index linked_sign_ups_by_time on linked_sign_ups (created_at);
