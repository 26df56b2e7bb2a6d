import type { Group, GroupMember } from '../../../schemas/groups/group.ts';
import type { CollectionFeature } from '../../sync/feature.ts';
import { idsOf, pairRows } from '../../sync/pair-rows.ts';

export const loadGroups: CollectionFeature['load'] = async (tx, refs) =>
  pairRows(
    refs,
    await tx<(Group & { write_id: string })[]>`
      select id, name, description, emoji, founder_id, iso_time(created_at) as created_at, write_id
      from groups
      where id = any (${idsOf(refs)}::uuid[])`,
  );

export const loadGroupMembers: CollectionFeature['load'] = async (tx, refs) =>
  pairRows(
    refs,
    await tx<(GroupMember & { write_id: string })[]>`
      select a.id, m.group_id, m.user_id, w.name as user_name, w.profile_image_url as user_profile_image_url, m.role,
        iso_time(m.joined_at) as joined_at, m.write_id
      from unnest(${idsOf(refs)}::text[]) as a (id)
      join group_members m on m.group_id = split_part(a.id, '|', 1)::uuid and m.user_id = split_part(a.id, '|', 2)::uuid
      join profiles w on w.id = m.user_id`,
  );
