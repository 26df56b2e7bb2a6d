-- Those of these viewers who read the scope. For a few the view is asked about each; for more it costs less to list its readers once.
create function readers_among(in_scope int, in_kind text, in_viewers uuid[]) returns uuid[] language plpgsql stable as $$
declare
  readers uuid[];
begin
  if cardinality(in_viewers) <= 2 then
    return array(
      select v from unnest(in_viewers) v
      where (select true from scope_readers r where r.scope_id = in_scope and r.reader = v limit 1)
    );
  end if;
  readers := readers_of_scope(in_scope, in_kind);
  return array(select v from unnest(in_viewers) v where v = any (readers));
end
$$;
