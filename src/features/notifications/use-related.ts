import { sortKeyFor } from '../../../schemas/local/local-row.ts';
import { useLiveDocument, useLiveQuery } from '../../data/local-store.tsx';
import type { PersonOf } from '../profiles/use-people.ts';
import { notificationTarget } from './notification-target.ts';
import { notificationText, type SentencePart } from './notification-text.ts';
import type { NotificationRow } from './recent.ts';

export interface Related {
  readonly sentence: readonly SentencePart[];
  /** who or what stands in the picture */
  readonly person: { readonly id: string; readonly name: string; readonly imageUrl: string | null };
  /** what may be read now of what it is about; null where that is nothing, undefined until the local store has answered */
  readonly about: string | null | undefined;
  readonly target: string;
}

/** The message that a member was told of: a notice of a group bears the time of its message. */
function useMessageOf({ notification_type, related_group_id, related_user_id, created_at }: NotificationRow) {
  const { rows } = useLiveQuery(
    ({ collections }) =>
      notification_type === 'group_message' && related_group_id && related_user_id
        ? collections.group_messages.find({
            selector: { group_id: related_group_id, newest: sortKeyFor('newest', created_at, true), sender_id: related_user_id },
            index: ['group_id', 'newest'],
          })
        : null,
    [notification_type, related_group_id, related_user_id, created_at],
  );
  return rows && (rows[0] ?? null);
}

/** Joins to a notification what is held of what it names. What one may not see is not held, so nothing of it shows. */
export function useRelated(row: NotificationRow, personOf: PersonOf): Related {
  const post = useLiveDocument('posts', row.related_post_id).row;
  const comment = useLiveDocument('comments', row.related_comment_id).row;
  const group = useLiveDocument('groups', row.related_group_id).row;
  const invitation = useLiveDocument('invitations', row.related_invitation_id).row;
  const message = useMessageOf(row);
  const invitedEmail = invitation?.invited_email ?? undefined;
  const brought = { name: row.related_user_name, imageUrl: row.related_user_profile_image_url };
  const person = row.related_user_id === null ? null : { id: row.related_user_id, ...personOf(row.related_user_id, brought) };

  // A comment is shown before the post that it stands under; one that was deleted has nothing to show.
  const told = row.notification_type === 'group_message' ? message : row.related_comment_id ? comment : row.related_post_id ? post : null;
  const deleted = Boolean(told && 'is_deleted' in told && told.is_deleted);
  return {
    sentence: notificationText(row, {
      who: person?.name,
      groupName: group?.name ?? invitation?.group_name ?? undefined,
      invitedEmail,
    }),
    person: person ?? { id: '', name: invitedEmail ?? '', imageUrl: null },
    about: deleted || told === null ? null : told?.content,
    target: notificationTarget(row, {
      accepted: invitation?.status === 'accepted',
      inGroup: Boolean(group),
      messageId: message?.id,
    }),
  };
}
