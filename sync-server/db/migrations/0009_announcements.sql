-- What was written and is still to be told of: a line for each new row, made in the transaction of the row and taken by the one that
-- tells its readers, right after it. So those who write do not wait for what others are told, and nothing of it is forgotten.
create table unannounced (
  nth bigint not null generated always as identity,
  write_id uuid primary key,
  user_id uuid not null,
  collection text not null,
  doc_id uuid not null,
  at timestamptz not null default now()
);
