-- Takes those of these ids that are free, and says which they are. What is being made with one of them is waited for, in the order of the ids.
create function take_ids(in_ids uuid[]) returns uuid[] language sql as $$
  with taken as (
    insert into used_ids (id) select distinct i.id from unnest(in_ids) as i (id) order by i.id on conflict do nothing returning id
  )
  select array(select id from taken)
$$;
