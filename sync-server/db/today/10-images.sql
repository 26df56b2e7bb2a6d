-- The images that rows name: a line for each field that an entity declares (`images` in its definition). A member who may read such a row
-- may also read its image. Only an image that a row of its owner names is taken.
create view named_images as
  select p.id as owner_id, p.profile_image_url as url, 'profiles'::text as collection, p.id::text as doc_id
  from profiles p where p.profile_image_url is not null;
