-- What channels (`GET /api/realtime/{channel}`) need of the log: whether a row is new to a reader who was as far as some number, and a key by
-- which a server knows the event ids that another one gave out.

-- The number at which the row entered the scope; null where that is `seq` itself.
alter table changes add column entered int;

-- A row that changes keeps the number at which it entered; one that comes back enters anew. Rows that are written for the first time pass without.
create function keep_entry() returns trigger language plpgsql as $$
begin
  new.entered := case when old.removed and not new.removed then null else old.seq end;
  return new;
end
$$;
create trigger keep_entry before update of seq on changes for each row
when ((old.removed and not new.removed) or old.entered is null) execute function keep_entry();

-- Never leaves the servers, unlike the epoch beside it, which every device is told.
alter table epoch add column channel_key uuid not null default gen_random_uuid();
