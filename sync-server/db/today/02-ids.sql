-- Claims the unused ids among these and returns them. If another transaction is claiming one of them, this waits for it. Ids are claimed
-- in sorted order, so that two transactions cannot deadlock.
create function take_ids(in_ids uuid[]) returns uuid[] language sql as $$
  with taken as (
    insert into used_ids (id) select distinct i.id from unnest(in_ids) as i (id) order by i.id on conflict do nothing returning id
  )
  select array(select id from taken)
$$;
