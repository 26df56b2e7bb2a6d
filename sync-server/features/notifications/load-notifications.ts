import type { Notification } from '../../../schemas/notifications/notification.ts';
import type { CollectionFeature } from '../../sync/feature.ts';
import { idsOf, pairRows } from '../../sync/pair-rows.ts';

export const loadNotifications: CollectionFeature['load'] = async (tx, refs) =>
  pairRows(
    refs,
    await tx<(Notification & { write_id: string })[]>`
      select * from notification_rows where id = any (${idsOf(refs)}::uuid[])`,
  );
