-- Views and functions are no longer made by numbered files: they stand in `today/` as they are now. Those that earlier files made go.
drop function may_read_post, readers_of_post;
drop view extended_friends,
  live_sessions,
  reading_owners,
  reading_friends,
  reading_friends_of_friends,
  reading_chosen,
  reading_members,
  scope_readers,
  message_rows,
  post_scopes,
  post_rows,
  comment_rows,
  named_images;
drop function iso_time,
  accepted_at,
  take_ids,
  blocked_between,
  lock_between,
  readers_of_scope,
  readers_among,
  numbers_of_scopes,
  record_changes,
  drop_scopes_of,
  drop_what_nobody_reads,
  claim_creations,
  give_back,
  ids_there,
  log_creations,
  hold_group,
  create_messages,
  audience_kind,
  create_posts,
  create_comments,
  tell_members;

-- What was made from those files, and from which state of them.
create table today_objects (
  nth int not null,
  kind text not null,
  identity text primary key,
  checksum text not null
);
