-- One emoji that stands for a group.
alter table groups add column emoji text;

-- What is held of a group says it as well.
drop function hold_group(uuid, uuid, boolean);
create function hold_group(in_group uuid, in_member uuid, in_alone boolean)
returns table (id uuid, name text, description text, emoji text, write_id uuid, role text)
language plpgsql as $$
begin
  if in_alone then
    perform from groups g where g.id = in_group for update;
  else
    perform from groups g where g.id = in_group for key share;
  end if;
  return query
  select g.id, g.name, g.description, g.emoji, g.write_id, m.role
  from groups g left join group_members m on m.group_id = g.id and m.user_id = in_member
  where g.id = in_group;
end
$$;
