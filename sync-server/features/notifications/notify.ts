import type { NotificationType } from '../../../schemas/notifications/notification.ts';
import { type CommandContext, type Shared, scope } from '../../sync/feature.ts';

export interface Notice {
  readonly type: NotificationType;
  /** Whoever may read what the notice is about: the caller has asked. */
  readonly recipients: readonly string[];
  /** who did it; null where the recipient must not learn who it was */
  readonly by: string | null;
  readonly post_id?: string;
  readonly comment_id?: string;
  readonly group_id?: string;
  readonly invitation_id?: string;
  readonly emoji_code?: string;
  /** when it happened, where that was not just now, as ISO 8601 */
  readonly at?: string;
}

/**
 * Tells members what happened, for all acts in one statement. Nobody is told of their own act, of what they do not want to be told,
 * or by somebody when one of the two blocks the other. A notice carries ids, never a copy of somebody's text.
 */
export async function notifyAll(acts: readonly Shared<Notice>[]): Promise<void> {
  const rows = acts.flatMap((act) =>
    [...new Set(act.input.recipients)].filter((recipient) => recipient !== act.input.by).map((recipient) => ({ recipient, ...act })),
  );
  const tx = acts[0]?.context.tx;
  if (rows.length === 0 || !tx) return;
  const column = (name: 'by' | 'post_id' | 'comment_id' | 'group_id' | 'invitation_id' | 'emoji_code' | 'at') =>
    rows.map(({ input }) => input[name] ?? null);
  const told = await tx<{ nth: number; told_id: string }[]>`
    select nth, told_id from tell_members(
      ${rows.map(({ input }) => input.type)}::text[], ${rows.map(({ recipient }) => recipient)}::uuid[], ${column('by')}::uuid[],
      ${column('post_id')}::uuid[], ${column('comment_id')}::uuid[], ${column('group_id')}::uuid[], ${column('invitation_id')}::uuid[],
      ${column('emoji_code')}::text[], ${rows.map(({ context }) => context.writeId)}::uuid[], ${column('at')}::timestamptz[])`;
  for (const { nth, told_id } of told) {
    const row = rows[nth - 1];
    row?.context.record({ scopes: [scope.self(row.recipient)], collection: 'notifications', id: told_id });
  }
}

/** The same for one act. */
export const notify = (context: CommandContext, notice: Notice): Promise<void> => notifyAll([{ context, input: notice }]);
