-- A time as the API sends it: UTC, with milliseconds.
create function iso_time(at timestamptz) returns text language sql stable parallel safe
  return to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- The time of acceptance, in whole milliseconds as the API sends it. It is not the time when the transaction began, so several acts in
-- one transaction keep their order.
create function accepted_at() returns timestamptz language sql volatile
  return date_trunc('milliseconds', clock_timestamp());

-- The time of acceptance of a row that one statement writes together with others. Rows of the same millisecond have no order, so each is as
-- many milliseconds later as its author has rows before it in the statement.
create function accepted_after(in_earlier int) returns timestamptz language sql volatile
  return accepted_at() + in_earlier * interval '1 millisecond';
