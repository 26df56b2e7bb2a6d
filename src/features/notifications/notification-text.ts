// The text of a notification. Names and texts are joined from the rows stored now; the sentence itself is never stored.
import type { Notification } from '../../../schemas/notifications/notification.ts';
import type { NotificationType } from '../../../schemas/notifications/notification-types.ts';
import { friendText } from '../../text/friends.ts';
import { notificationsText } from '../../text/notifications.ts';
import { sharedPhotos } from '../../text/photos.ts';

export interface NotificationFacts {
  /** the member who acted; undefined if the recipient must not learn who it was */
  readonly who: string | undefined;
  /** others who did the same */
  readonly others?: readonly string[] | undefined;
  /** how many notifications the sentence is about; 1 by default */
  readonly count?: number | undefined;
  /** the beginning of the post that was commented on; undefined if it is not stored */
  readonly title?: string | undefined;
  /** who wrote the post that somebody commented on besides; undefined if that is not stored, null if they commented themselves */
  readonly postAuthor?: string | null | undefined;
  /** how many photos the new post has in place of a text */
  readonly photos?: number | undefined;
  /** the emoji of the reactions */
  readonly emoji?: readonly string[] | undefined;
  /** undefined if the group is not stored */
  readonly groupName: string | undefined;
  /** the address that the signed-in member invited */
  readonly invitedEmail: string | undefined;
  /**
   * what else there is to say about an invitation: somebody waits for a seat at the signed-in member's own table, or a seat has become free
   * at the inviter's, or was taken again
   */
  readonly seat?: 'waits' | 'free' | 'taken' | undefined;
  /** a link of the signed-in member made this person their friend at once */
  readonly cameByLink?: boolean | undefined;
}

/** Part of a sentence. An emoji uses its own font. A name is emphasised; a name or a title may have another writing direction. */
export interface SentencePart {
  readonly as: 'words' | 'emoji' | 'name' | 'title';
  readonly text: string;
}

const words = (text: string): SentencePart => ({ as: 'words', text });
const name = (text: string): SentencePart => ({ as: 'name', text });
const reaction = (emoji: readonly string[], to: string): SentencePart[] =>
  emoji.length > 0
    ? [words(notificationsText.reacted), { as: 'emoji', text: emoji.join(' ') }, words(notificationsText.reactedTo(to))]
    : [words(notificationsText.reactedOnly(to))];

/** ` commented on your post`, ` · 25 comments under Written in a tunnel`. */
const comments = (count: number, title: string | undefined): SentencePart[] =>
  count === 1
    ? [words(notificationsText.commented)]
    : [
        words(notificationsText.commentsUnder(count)),
        title === undefined ? words(notificationsText.yourPost) : { as: 'title', text: title },
      ];

/** ` also commented on Ana's post`, ` · 3 comments under Ana's post`. */
function answers(count: number, author: string | null | undefined): SentencePart[] {
  const done = words(count === 1 ? notificationsText.alsoOn : notificationsText.commentsUnder(count));
  if (author) return [done, name(author), words(notificationsText.postOf)];
  return [done, words(author === null ? notificationsText.theirPost : notificationsText.aPost)];
}

/** ` shared a post`, ` shared 3 photos`, ` shared 4 posts`. */
function posts(count: number, photos: number): SentencePart[] {
  if (count > 1) return [words(notificationsText.sharedPosts(count))];
  return [words(photos > 0 ? notificationsText.sharedThese(sharedPhotos(photos)) : notificationsText.sharedPost)];
}

/** Up to this many people are named. If there are more, two are named and the others are counted. */
const NAMED = 3;

/** The people who did something: `Ana`, `Ana and Priya`, `Ana, Priya and Jonas`, `Ana, Priya and 3 others`. */
function together(names: readonly string[]): SentencePart[] {
  const shown = names.slice(0, names.length > NAMED ? 2 : NAMED).map(name);
  const others = names.length - shown.length;
  const all = others > 0 ? [...shown, words(notificationsText.others(others))] : shown;
  return all.flatMap((part, at) => (at === 0 ? [part] : [words(at === all.length - 1 ? notificationsText.and : ', '), part]));
}

/** The sentence of a notification, in parts. If several people reacted, no emoji is shown, because it would not be clear whose it is. */
export function notificationText(
  notification: Pick<Notification, 'notification_type'>,
  { who, others = [], count = 1, title, postAuthor, photos = 0, emoji = [], groupName, invitedEmail, seat, cameByLink }: NotificationFacts,
): readonly SentencePart[] {
  const group = name(groupName ?? notificationsText.aGroup);
  const shown = others.length > 0 ? [] : emoji;
  if (seat === 'waits')
    return [
      who !== undefined ? name(who) : invitedEmail ? name(invitedEmail) : words(notificationsText.somebody),
      words(notificationsText.waitsForSeat),
    ];
  if (seat !== undefined && who !== undefined) {
    return [
      words(seat === 'free' ? notificationsText.seatFree : `${friendText.everySeatAt} `),
      name(who),
      words(seat === 'free' ? notificationsText.tableIsFree : notificationsText.tableIsTakenAgain),
    ];
  }
  const texts: Record<NotificationType, readonly SentencePart[]> = {
    post_created: posts(count, photos),
    post_commented: comments(count, title),
    comment_answered: answers(count, postAuthor),
    post_reaction: reaction(shown, notificationsText.yourPost),
    comment_reaction: reaction(shown, notificationsText.yourComment),
    friend_request_sent: [words(notificationsText.sentRequest)],
    friend_request_accepted: [words(cameByLink ? notificationsText.cameByLink : notificationsText.acceptedRequest)],
    friend_request_declined: [words(notificationsText.declinedRequest)],
    group_invitation: [words(notificationsText.invitedTo), group],
    group_message: [words(notificationsText.wroteIn), group],
  };
  if (who !== undefined) return [...together([who, ...others]), ...texts[notification.notification_type]];
  return invitedEmail
    ? [words(notificationsText.requestTo), name(invitedEmail), words(notificationsText.wasDeclined)]
    : [words(notificationsText.requestDeclined)];
}
