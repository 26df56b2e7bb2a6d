-- Who may read a scope, one view for each way of being a reader. `scope_readers` is their union. Code that knows the kind of a scope
-- reads only the views that can apply, which costs a fraction.
create view reading_owners as
  select s.id as scope_id, s.kind, s.owner, s.other, s.head, s.owner as reader
  from scopes s
  where s.kind in ('self', 'friends', 'network');

create view reading_friends as
  select s.id as scope_id, s.kind, s.owner, s.other, s.head, f.friend_id as reader
  from scopes s
  join friends f on f.user_id = s.owner
  where s.kind in ('friends', 'network')
    and not exists (select from blocked_pairs b where b.one = s.owner and b.other = f.friend_id);

create view reading_friends_of_friends as
  select s.id as scope_id, s.kind, s.owner, s.other, s.head, g.friend_id as reader
  from scopes s
  join friends f on f.user_id = s.owner
  join friends g on g.user_id = f.friend_id and g.friend_id <> s.owner
  where s.kind = 'network'
    and not exists (select from blocked_pairs b where b.one = s.owner and b.other = g.friend_id);

create view reading_chosen as
  select s.id as scope_id, s.kind, s.owner, s.other, s.head, s.other as reader
  from scopes s
  where s.kind = 'pair'
    and (
      exists (select from friends f where f.user_id = s.owner and f.friend_id = s.other)
      or exists (
        select from friends f join friends g on g.user_id = f.friend_id
        where f.user_id = s.owner and g.friend_id = s.other
      )
    )
    and not exists (select from blocked_pairs b where b.one = s.owner and b.other = s.other);

create view reading_members as
  select s.id as scope_id, s.kind, s.owner, s.other, s.head, m.user_id as reader
  from scopes s
  join group_members m on m.group_id = s.owner
  where s.kind = 'group' or (s.kind = 'group-admins' and m.role in ('owner', 'admin'));

-- Who may read which scope at this moment. Only this view grants read access. It is queried in both directions: `where reader = ...` for
-- the scopes of a member, `where scope_id = ...` for the readers of a scope. Each branch names its own columns and filters on them alone,
-- so that either condition can use the indexes (friends by user_id and by friend_id, scopes by owner and by other). A block in either
-- direction removes both members from each other's friends, network and pair scopes.
create view scope_readers as
  select * from reading_owners
  union select * from reading_friends
  union select * from reading_friends_of_friends
  union select * from reading_chosen
  union select * from reading_members;

-- The readers of a scope. `in_kind` must be its kind.
create function readers_of_scope(in_scope int, in_kind text) returns uuid[] language plpgsql stable as $$
begin
  case in_kind
    when 'self' then
      return array(select reader from reading_owners where scope_id = in_scope);
    when 'friends' then
      -- No `union` that removes duplicates is needed: nobody is their own friend.
      return array(
        select reader from reading_owners where scope_id = in_scope union all select reader from reading_friends where scope_id = in_scope
      );
    when 'group', 'group-admins' then
      return array(select reader from reading_members where scope_id = in_scope);
    when 'pair' then
      return array(select reader from reading_chosen where scope_id = in_scope);
    when 'network' then
      return array(
        select reader from reading_owners where scope_id = in_scope
        union select reader from reading_friends where scope_id = in_scope
        union select reader from reading_friends_of_friends where scope_id = in_scope
      );
  end case;
end
$$;

-- Which of these viewers may read the scope. For one or two viewers it is cheaper to look each up in the view. For more it is cheaper to
-- list all readers of the scope once.
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
