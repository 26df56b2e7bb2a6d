-- A time as the API sends it: UTC, with milliseconds.
create function iso_time(at timestamptz) returns text language sql stable parallel safe
  return to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- The time of acceptance, in whole milliseconds as the API sends it. It is not the time when the transaction began, so several acts in
-- one transaction keep their order.
create function accepted_at() returns timestamptz language sql volatile
  return date_trunc('milliseconds', clock_timestamp());
