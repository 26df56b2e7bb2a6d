import type { NotificationType } from '../../../schemas/notifications/notification.ts';
import { type CommandContext, scope } from '../../sync/feature.ts';

export interface Notice {
  readonly type: NotificationType;
  /** Whoever may read what the notice is about: the caller has asked. */
  readonly recipients: readonly string[];
  /** who did it; null where the recipient must not learn who it was */
  readonly by: string | null;
  readonly post_id?: string;
  readonly comment_id?: string;
  readonly invitation_id?: string;
  readonly emoji_code?: string;
}

/** Tells members what happened. Nobody is told of their own act. A notice carries ids, never a copy of somebody's text. */
export async function notify(context: CommandContext, notice: Notice): Promise<void> {
  const recipients = [...new Set(notice.recipients)].filter((recipient) => recipient !== notice.by);
  if (recipients.length === 0) return;
  const rows = await context.tx<{ id: string; user_id: string }[]>`
    insert into notifications (
      id, user_id, notification_type, created_at, related_user_id, related_post_id, related_comment_id, related_invitation_id,
      emoji_code, write_id
    )
    select gen_random_uuid(), recipient, ${notice.type}, accepted_at(), ${notice.by}::uuid, ${notice.post_id ?? null}::uuid,
      ${notice.comment_id ?? null}::uuid, ${notice.invitation_id ?? null}::uuid, ${notice.emoji_code ?? null}::text,
      ${context.writeId}::uuid
    from unnest(${recipients}::uuid[]) as recipient
    returning id, user_id`;
  for (const row of rows) context.record({ scopes: [scope.self(row.user_id)], collection: 'notifications', id: row.id });
}
