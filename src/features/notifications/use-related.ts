import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import { type LocalRow, sortKeyFor } from '../../../workers/device/local-row.ts';
import { type LookUp, useLiveDocuments, useLiveQuery, useStore } from '../../data/store/local-store.tsx';
import { mentionedAs, photosAlone } from '../../text/photos.ts';
import { titleOf } from '../../ui/preview.ts';
import type { PersonOf } from '../people/use-people.ts';
import { type AnswerState, answerState } from './answer-state.ts';
import { emojiOf, firstUnread, type NotificationGroup, newestOfEach } from './grouped.ts';
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
  /** whether the person came by a link that made them a friend at once */
  readonly cameByLink: boolean;
  /** the readable text of its subject now; null if there is none, undefined until the local store has answered */
  readonly about: string | null | undefined;
  readonly target: string;
}

/** Looks up the stored rows that the notifications of a list name. */
export interface RelatedRows {
  readonly post: LookUp<'posts'>;
  readonly comment: LookUp<'comments'>;
  readonly group: LookUp<'groups'>;
  readonly invitation: LookUp<'invitations'>;
  /** whether the local store has answered for all of them */
  readonly known: boolean;
}

/** The stored rows that the notifications of a list name: one query for each collection, however long the list is. */
export function useRelatedRows(groups: readonly NotificationGroup[]): RelatedRows {
  const idsIn = (field: 'related_post_id' | 'related_comment_id' | 'related_group_id' | 'related_invitation_id') =>
    groups.map(({ rows: [newest] }) => newest[field]);
  const [posts, comments] = [idsIn('related_post_id'), idsIn('related_comment_id')];
  const [joined, invited] = [idsIn('related_group_id'), idsIn('related_invitation_id')];
  const post = useLiveDocuments('posts', posts);
  const comment = useLiveDocuments('comments', comments);
  const group = useLiveDocuments('groups', joined);
  const invitation = useLiveDocuments('invitations', invited);
  const isKnown = (lookUp: LookUp<CollectionName>, ids: readonly (string | null)[]) =>
    ids.every((id) => id === null || lookUp(id) !== undefined);
  const known = isKnown(post, posts) && isKnown(comment, comments) && isKnown(group, joined) && isKnown(invitation, invited);
  return { post, comment, group, invitation, known };
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

/** A notification of a friend request is also of a wait for a seat at the own table, and of a seat that became free at the inviter's. */
function seatIn({ notification_type }: NotificationRow, invitation: LocalRow<'invitations'> | null | undefined, own: boolean) {
  if (notification_type !== 'friend_request_sent' || !invitation) return undefined;
  if (own) return 'waits';
  return invitation.waits_for_seat ? (invitation.seat ?? undefined) : undefined;
}

/**
 * Joins the notifications of one group with the stored rows that they name. A row that the member may not see is not stored, so nothing of
 * it shows.
 */
export function useRelated(group: NotificationGroup, personOf: PersonOf, stored: RelatedRows): Related {
  const [row] = group.rows;
  const post = stored.post(row.related_post_id);
  const comment = stored.comment(row.related_comment_id);
  const joined = stored.group(row.related_group_id);
  const invitation = stored.invitation(row.related_invitation_id);
  const message = useMessageOf(row);
  const invitedEmail = invitation?.invited_email ?? undefined;
  const [person, ...others] = newestOfEach(group).map((each) => {
    const brought = { name: each.related_user_name, imageUrl: each.related_user_profile_image_url };
    return each.related_user_id === null ? null : { id: each.related_user_id, ...personOf(each.related_user_id, brought) };
  });
  const known = others.filter((other) => other !== null);
  const emoji = emojiOf(group);
  const { userId } = useStore();
  const own = invitation?.inviter_id === userId;
  const cameByLink = row.notification_type === 'friend_request_accepted' && invitation != null && !own;
  const held = { accepted: invitation?.status === 'accepted', inGroup: Boolean(joined) };

  // A comment is shown rather than its post. A deleted comment has nothing to show.
  const subject =
    row.notification_type === 'group_message' ? message : row.related_comment_id ? comment : row.related_post_id ? post : null;
  const photos = row.notification_type === 'post_created' && group.rows.length === 1 && post ? photosAlone(post) : 0;
  const deleted = Boolean(subject && 'is_deleted' in subject && subject.is_deleted);
  return {
    sentence: notificationText(row, {
      who: person?.name,
      others: known.map(({ name }) => name),
      count: group.rows.length,
      title: post ? titleOf(mentionedAs(post)) : undefined,
      postAuthor: post ? (post.author_id === row.related_user_id ? null : personOf(post.author_id).name) : undefined,
      photos,
      emoji,
      groupName: joined?.name ?? invitation?.group_name ?? undefined,
      invitedEmail,
      seat: seatIn(row, invitation, own),
      cameByLink,
    }),
    people: [person ?? { id: '', name: invitedEmail ?? '', imageUrl: null }, ...known],
    emoji,
    answer: own ? undefined : answerState(row.notification_type, { status: invitation?.status, inGroup: held.inGroup }),
    invitation: invitation ?? undefined,
    cameByLink,
    // Photos without a text are in the sentence.
    about: deleted || subject === null || photos > 0 ? null : subject && ('photos' in subject ? mentionedAs(subject) : subject.content),
    target: notificationTarget(firstUnread(group), { ...held, messageId: message?.id }, group.rows.length),
  };
}
