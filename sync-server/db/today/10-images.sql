-- The images that rows name. A member who may read such a row may also read its image. An image that no row names is deleted after a day.
create view named_images as
  select p.id as owner_id, p.profile_image_url as url, 'profiles'::text as collection, p.id::text as doc_id
  from profiles p where p.profile_image_url is not null;
