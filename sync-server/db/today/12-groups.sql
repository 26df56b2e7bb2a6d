-- The columns of a group, for every query that reads groups as they travel.
create view group_rows as
  select g.id, g.founder_id, g.name, g.description, g.emoji, iso_time(g.created_at) as created_at, g.write_id
  from groups g;

-- What founding sets of a group. All other columns get their defaults.
create view new_groups as select id, founder_id, name, description, emoji, created_at, write_id from groups;

-- The columns of a member of a group. Look a member up by group and person: the id is made of both, and has no index.
create view group_member_rows as
  select concat_ws('|', m.group_id, m.user_id) as id, m.group_id, m.user_id, w.name as user_name,
    w.profile_image_url as user_profile_image_url, m.role, iso_time(m.joined_at) as joined_at, m.write_id
  from group_members m
  join profiles w on w.id = m.user_id;

-- Locks a group, then returns it with the member's role in it. The second statement sees what the first one waited for. The lock is shared
-- (`in_alone` false) for writes below the group, such as messages. It is exclusive for changes of its members and for deleting it. So a
-- message and the removal of its sender always have an order. If an owner makes two different members owner at the same time, the second
-- request finds that they are no longer owner.
create function hold_group(in_group uuid, in_member uuid, in_alone boolean)
returns table (held group_rows, role text)
language plpgsql as $$
begin
  if in_alone then
    perform from groups g where g.id = in_group for update;
  else
    perform from groups g where g.id = in_group for key share;
  end if;
  return query
  select g, m.role
  from group_rows g left join group_members m on m.group_id = g.id and m.user_id = in_member
  where g.id = in_group;
end
$$;
