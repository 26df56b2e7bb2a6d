import type { Profile } from '../../../schemas/profiles/profile.ts';
import type { CollectionFeature } from '../../sync/feature.ts';
import { idsOf, pairRows } from '../../sync/pair-rows.ts';

export const loadProfiles: CollectionFeature['load'] = async (tx, refs) =>
  pairRows(
    refs,
    await tx<(Profile & { write_id: string })[]>`
      select id, name, bio, location, interests, profile_image_url, iso_time(created_at) as created_at, write_id
      from profiles
      where id = any (${idsOf(refs)}::uuid[])`,
  );
