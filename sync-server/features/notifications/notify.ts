import type { NotificationType } from '../../../schemas/notifications/notification-types.ts';
import type { CommandContext } from '../../sync/command.ts';
import { scope } from '../../sync/scope-name.ts';

export interface Notice {
  readonly type: NotificationType;
  /** Members who may read what the notification is about. The caller has checked that. */
  readonly recipients: readonly string[];
  /** who did it; null if the recipient must not learn who it was */
  readonly by: string | null;
  readonly post_id?: string;
  readonly comment_id?: string;
  readonly group_id?: string;
  readonly invitation_id?: string;
  readonly emoji_code?: string;
}

/**
 * Notifies members of what happened. Nobody is notified of their own act, of a type that they have switched off, or of a member if one of
 * the two blocks the other. A notification carries ids, never a copy of anybody's text. Returns the notifications that were made.
 */
export async function notify(
  { tx, writeId, record }: CommandContext,
  notice: Notice,
): Promise<readonly { readonly id: string; readonly recipient: string }[]> {
  const { type, by, post_id, comment_id, group_id, invitation_id, emoji_code } = notice;
  const recipients = [...new Set(notice.recipients)];
  if (recipients.length === 0) return [];
  const about = { post: post_id, comment: comment_id, group: group_id, invitation: invitation_id, emoji: emoji_code };
  const notices = recipients.map((recipient) => ({ type, recipient, by, write: writeId, ...about }));
  const written = await tx<{ id: string; recipient: string }[]>`select id, recipient from notify_members(${tx.json(notices)})`;
  for (const { id, recipient } of written) record({ scopes: [scope.self(recipient)], collection: 'notifications', id });
  return written;
}
