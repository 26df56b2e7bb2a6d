-- What rows name: whoever reads such a row reads the image as well, and an image that none names goes after a day.
create view named_images as
  select p.id as owner_id, p.profile_image_url as url, 'profiles'::text as collection, p.id::text as doc_id
  from profiles p where p.profile_image_url is not null;
