import type { Notification } from '../../../schemas/notifications/notification.ts';
import type { CollectionFeature } from '../../sync/feature.ts';
import { idsOf, placeRows } from '../../sync/place-rows.ts';

export const loadNotifications: CollectionFeature['load'] = async (tx, refs) =>
  placeRows(
    refs,
    await tx<(Notification & { write_id: string })[]>`
      select * from notification_rows where id = any (${idsOf(refs)}::uuid[])`,
  );
