-- What each write pays for and what only says again what was made sure of before is asked once, where it can become wrong.

-- Whoever tells of something holds it until commit, and whoever deletes it withdraws what was told of it, by name: devices have to
-- hear of that. Five foreign keys asked the same of each recipient again, which was half of what a notice cost. Members are deleted rarely.
alter table notifications
  drop constraint notifications_user_id_fkey,
  drop constraint notifications_related_user_id_fkey,
  drop constraint notifications_related_post_id_fkey,
  drop constraint notifications_related_comment_id_fkey,
  drop constraint notifications_related_group_id_fkey;

create function forget_notifications_of_member() returns trigger language plpgsql as $$
begin
  delete from notifications n where n.user_id = old.id or n.related_user_id = old.id;
  return null;
end
$$;
create trigger forget_notifications_of_member after delete on users for each row execute function forget_notifications_of_member();

-- The head of a scope moves with every write; what the scope is never changes after it was made. A check is asked, and read from its text
-- anew, by every statement that touches the row.
alter table scopes drop constraint scopes_kind_check, drop constraint scopes_check;

create function refuse_scope() returns trigger language plpgsql as $$
begin
  raise exception 'there is no scope of the kind % with the owner % and the other %', new.kind, new.owner, new.other using errcode = 'check_violation';
end
$$;
create trigger refuse_scope before insert or update of kind, owner, other on scopes
for each row
when (not (new.kind in ('self', 'friends', 'network', 'pair', 'group', 'group-admins') and (new.kind = 'pair') = (new.other is not null)))
execute function refuse_scope();

-- Asked for by nobody; and since it has the people in their order, a plan made while nobody had been chosen yet read all of it for each post.
drop index post_visibility_by_user;
