-- Who a member is to an identity provider. The subject is the provider's own name for a person and never changes; addresses do, so none
-- stands here. A member is one person to each provider.
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

-- Sign-ins that are on their way through the provider. The browser holds the secret that state, nonce and verifier are made from; here is
-- its hash, which goes with its first use.
create table provider_flows (
  hash bytea primary key,
  -- the invitation that somebody came by
  invite text,
  expires_at timestamptz not null
);
create index provider_flows_by_time on provider_flows (expires_at);
