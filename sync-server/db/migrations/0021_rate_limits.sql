-- What limits on requests have counted, for all processes. Nothing of it is worth keeping over a crash, so it is not in the write-ahead log.
-- The key is a keyed hash: neither an address nor whose account it was stands here.
create unlogged table rate_limits (
  key text primary key,
  points int not null,
  -- milliseconds since 1970, by the clock of the process that began to count
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);
