import type { Notification } from '../../../schemas/notifications/notification.ts';
import type { CollectionFeature } from '../../sync/feature.ts';
import { idsOf, placeRows } from '../../sync/place-rows.ts';

export const loadNotifications: CollectionFeature['load'] = async (tx, refs) =>
  placeRows(
    refs,
    await tx<(Notification & { write_id: string })[]>`
      select n.id, n.user_id, n.notification_type, n.is_read, iso_time(n.created_at) as created_at, n.related_user_id,
        w.name as related_user_name, w.profile_image_url as related_user_profile_image_url, n.related_post_id, n.related_comment_id,
        n.related_group_id, n.related_invitation_id, n.emoji_code, n.write_id
      from notifications n
      left join profiles w on w.id = n.related_user_id
      where n.id = any (${idsOf(refs)}::uuid[])`,
  );
