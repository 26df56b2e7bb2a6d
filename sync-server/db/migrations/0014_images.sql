-- Images. A row of the product names one by its address, which the device that chose it made up; the bytes follow.

create table images (
  id uuid primary key,
  owner_id uuid not null references users on delete cascade,
  -- null until they came; afterwards they stay what they are, so that whoever holds them need not ask again
  bytes bytea,
  type text,
  size int,
  width int,
  height int,
  -- sha256 of the bytes
  hash bytea,
  created_at timestamptz not null default now(),
  check (num_nulls(bytes, type, size, width, height, hash) in (0, 6))
);
-- WebP is as small as it gets.
alter table images alter column bytes set storage external;
create index images_by_owner on images (owner_id);
create index images_by_time on images (created_at);

-- What rows name: whoever reads such a row reads the image as well, and an image that none names goes after a day.
create view named_images as
  select p.id as owner_id, p.profile_image_url as url, 'profiles'::text as collection, p.id::text as doc_id
  from profiles p where p.profile_image_url is not null;
