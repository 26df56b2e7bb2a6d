import { type LocalRow, sortKeyFor } from '../../../workers/device/local-row.ts';
import { useLiveDocument, useLiveQuery } from '../../data/local-store.tsx';
import type { PersonOf } from '../people/use-people.ts';
import { type AnswerState, answerState } from './answer-state.ts';
import { emojiOf, type NotificationGroup, newestOfEach } from './grouped.ts';
import { notificationTarget } from './notification-target.ts';
import { notificationText, type SentencePart } from './notification-text.ts';
import type { NotificationRow } from './recent.ts';

type Person = { readonly id: string; readonly name: string; readonly imageUrl: string | null };

export interface Related {
  readonly sentence: readonly SentencePart[];
  /** whom or what the picture shows; several people if they did the same, newest first */
  readonly people: readonly [Person, ...Person[]];
  /** the emoji of their reactions, newest first */
  readonly emoji: readonly string[];
  /** whether it can be answered, or what the answer was */
  readonly answer: AnswerState | undefined;
  readonly invitation: LocalRow<'invitations'> | undefined;
  /** the readable text of its subject now; null if there is none, undefined until the local store has answered */
  readonly about: string | null | undefined;
  readonly target: string;
}

/** The message that a group notification is about. Notification and message have the same time. */
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

/**
 * Joins the notifications of one group with the stored rows that they name. A row that the member may not see is not stored, so nothing of
 * it shows.
 */
export function useRelated(group: NotificationGroup, personOf: PersonOf): Related {
  const [row] = group.rows;
  const post = useLiveDocument('posts', row.related_post_id).row;
  const comment = useLiveDocument('comments', row.related_comment_id).row;
  const joined = useLiveDocument('groups', row.related_group_id).row;
  const invitation = useLiveDocument('invitations', row.related_invitation_id).row;
  const message = useMessageOf(row);
  const invitedEmail = invitation?.invited_email ?? undefined;
  const [person, ...others] = newestOfEach(group).map((each) => {
    const brought = { name: each.related_user_name, imageUrl: each.related_user_profile_image_url };
    return each.related_user_id === null ? null : { id: each.related_user_id, ...personOf(each.related_user_id, brought) };
  });
  const known = others.filter((other) => other !== null);
  const emoji = emojiOf(group);
  const held = { accepted: invitation?.status === 'accepted', inGroup: Boolean(joined) };

  // A comment is shown rather than its post. A deleted comment has nothing to show.
  const told = row.notification_type === 'group_message' ? message : row.related_comment_id ? comment : row.related_post_id ? post : null;
  const deleted = Boolean(told && 'is_deleted' in told && told.is_deleted);
  return {
    sentence: notificationText(row, {
      who: person?.name,
      others: known.map(({ name }) => name),
      emoji,
      groupName: joined?.name ?? invitation?.group_name ?? undefined,
      invitedEmail,
    }),
    people: [person ?? { id: '', name: invitedEmail ?? '', imageUrl: null }, ...known],
    emoji,
    answer: answerState(row.notification_type, { status: invitation?.status, inGroup: held.inGroup }),
    invitation: invitation ?? undefined,
    about: deleted || told === null ? null : told?.content,
    target: notificationTarget(row, { ...held, messageId: message?.id }),
  };
}
