-- A sign-up is no account until its address is confirmed. Each is a row of its own, so that a second one for the same address takes nothing
-- from the first: neither of the two has shown yet that the address is theirs.
create table sign_ups (
  id uuid primary key,
  email text not null check (email = lower(email)),
  name text not null,
  password_hash text not null,
  -- of the nonce in the browser that signed up; null where none is known
  nonce_hash bytea,
  -- the account that it became
  user_id uuid references users on delete cascade,
  created_at timestamptz not null default now()
);
create index sign_ups_by_email on sign_ups (email, created_at desc);
create index sign_ups_by_time on sign_ups (created_at);
create index sign_ups_by_user on sign_ups (user_id) where user_id is not null;

-- A link belongs to an account or to a sign-up. That of a sign-up set its name and password itself.
alter table address_tokens alter column user_id drop not null, add column sign_up_id uuid;
update address_tokens t set sign_up_id = gen_random_uuid()
from users u
where u.id = t.user_id and u.email_verified_at is null
  and t.purpose = 'verify' and t.used_at is null and t.expires_at > now() and t.name is not null and t.password_hash is not null;
insert into sign_ups (id, email, name, password_hash, created_at)
select t.sign_up_id, u.email, t.name, t.password_hash, t.created_at
from address_tokens t join users u on u.id = t.user_id
where t.sign_up_id is not null;
update address_tokens set user_id = null where sign_up_id is not null;
alter table address_tokens
  -- A link that was used still says so when its sign-up is gone.
  add foreign key (sign_up_id) references sign_ups on delete set null,
  drop column name,
  drop column password_hash;
create index address_tokens_by_sign_up on address_tokens (sign_up_id) where sign_up_id is not null;

-- Accounts whose address was never confirmed: nobody could sign in to one, so nothing hangs on them but their own scopes.
with gone as (
  delete from users where email_verified_at is null returning id
), own as (
  delete from scopes s using gone where s.owner = gone.id and s.kind in ('self', 'friends', 'network') returning s.id
), logged as (
  delete from changes c using own where c.scope_id = own.id
)
delete from log_floors f using own where f.scope_id = own.id;
alter table users
  alter column email_verified_at set default now(),
  alter column email_verified_at set not null;

-- The hash of what opens an account in a mail that is kept here: it is taken out of the text once the link is spent.
alter table mailbox add column token_hash bytea;

-- A session ends a year after it began, however much it is used.
update sessions set expires_at = least(expires_at, created_at + interval '365 days');
