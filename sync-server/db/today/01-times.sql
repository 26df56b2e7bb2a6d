-- An instant as it travels: UTC, milliseconds.
create function iso_time(at timestamptz) returns text language sql stable parallel safe
  return to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- The time of acceptance, to the millisecond as it travels. Not that of the transaction's begin: acts that share one transaction
-- keep their order.
create function accepted_at() returns timestamptz language sql volatile
  return date_trunc('milliseconds', clock_timestamp());
