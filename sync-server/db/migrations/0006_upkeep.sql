-- What runs for ever must not grow for ever: old removals are dropped from the log, and it is remembered up to where.

-- The highest number of a removal that was dropped. A device that is not as far as this in the scope has missed removals that
-- nobody can tell it of any more: it starts over there.
create table log_floors (
  scope_id int not null,
  collection text not null,
  floor int not null,
  primary key (scope_id, collection)
);
create index changes_old_removals on changes (at) where removed;

-- Which database this is: another one than at the last start means that it was filled from a dump or copied.
alter table epoch add column home text;

create index notifications_by_time on notifications (created_at);
