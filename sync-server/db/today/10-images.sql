-- The images that rows name. A member who may read such a row may also read its image.
create view named_images as
  select i.id, i.owner_id, i.stored_at,
    case when i.profile_id is not null then 'profiles' when i.post_id is not null then 'posts' else 'group_messages' end as collection,
    coalesce(i.profile_id, i.post_id, i.message_id)::text as doc_id
  from images i;

-- Names the photos of new rows. Their ids are claimed, so nothing else has them.
create function name_photos(in_written creation[], in_collection text) returns void language plpgsql as $$
begin
  insert into images (id, owner_id, post_id, message_id, width, height)
  select (photo ->> 'id')::uuid, a.user_id, case in_collection when 'posts' then a.id end,
    case in_collection when 'group_messages' then a.id end, (photo ->> 'width')::int, (photo ->> 'height')::int
  from unnest(in_written) as a, jsonb_array_elements(a.fields -> 'photos') as photo;
end
$$;
