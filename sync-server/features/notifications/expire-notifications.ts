import { NOTIFICATION_DAYS, NOTIFICATIONS_MAX } from '../../../schemas/notifications/notification-limits.ts';
import type { Engine } from '../../sync/engine.ts';
import { scope } from '../../sync/scope-name.ts';

const BATCH = 200;

/**
 * Deletes notifications that are too old, and each member's notifications beyond the newest `NOTIFICATIONS_MAX`. Their devices receive it
 * like any other deletion. A notification that a command has locked at this moment is left for the next time.
 */
export async function expireNotifications(engine: Pick<Engine, 'system'>): Promise<void> {
  for (let expired = BATCH; expired === BATCH; ) {
    await engine.system(async ({ tx, record }) => {
      const rows = await tx<{ id: string; user_id: string }[]>`
        delete from notifications where id in (
          select n.id from notifications n
          where n.created_at < now() - make_interval(days => ${NOTIFICATION_DAYS})
            or n.id in (
              select ranked.id from (
                select id, row_number() over (partition by user_id order by created_at desc, id desc) as nth from notifications
                where user_id in (select user_id from notifications group by user_id having count(*) > ${NOTIFICATIONS_MAX})
              ) ranked
              where ranked.nth > ${NOTIFICATIONS_MAX}
            )
          order by n.created_at limit ${BATCH}
          for update skip locked
        )
        returning id, user_id`;
      expired = rows.length;
      for (const row of rows) record({ scopes: [scope.self(row.user_id)], collection: 'notifications', id: row.id, removed: true });
    });
  }
}
