import type { GroupMessage } from '../../../schemas/messages/group-message.ts';
import type { CollectionFeature } from '../../sync/feature.ts';
import { idsOf, placeRows } from '../place-rows.ts';

export const loadMessages: CollectionFeature['load'] = async (tx, refs) =>
  placeRows(
    refs,
    await tx<(GroupMessage & { write_id: string })[]>`
      select m.id, m.group_id, m.sender_id, w.name as sender_name, w.profile_image_url as sender_profile_image_url, m.content,
        m.reply_to_id, iso_time(m.created_at) as created_at, iso_time(m.edited_at) as edited_at, m.is_deleted, m.write_id
      from group_messages m
      join profiles w on w.id = m.sender_id
      where m.id = any (${idsOf(refs)}::uuid[])`,
  );
