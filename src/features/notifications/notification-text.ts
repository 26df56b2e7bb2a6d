// The text of a notification. Names and texts are joined from the rows stored now; the sentence itself is never stored.
import type { Notification, NotificationType } from '../../../schemas/notifications/notification.ts';
import { notificationsText } from '../../text/notifications.ts';

export interface NotificationFacts {
  /** the member who acted; undefined if the recipient must not learn who it was */
  readonly who: string | undefined;
  /** others who did the same */
  readonly others?: readonly string[] | undefined;
  /** the emoji of the reactions */
  readonly emoji?: readonly string[] | undefined;
  /** undefined if the group is not stored */
  readonly groupName: string | undefined;
  /** the address that the signed-in member invited */
  readonly invitedEmail: string | undefined;
}

/** Part of a sentence. An emoji uses its own font. A name is emphasised and may have another writing direction. */
export interface SentencePart {
  readonly as: 'words' | 'emoji' | 'name';
  readonly text: string;
}

const words = (text: string): SentencePart => ({ as: 'words', text });
const name = (text: string): SentencePart => ({ as: 'name', text });
const reaction = (emoji: readonly string[], to: string): SentencePart[] =>
  emoji.length > 0
    ? [words(notificationsText.reacted), { as: 'emoji', text: emoji.join(' ') }, words(notificationsText.reactedTo(to))]
    : [words(notificationsText.reactedOnly(to))];

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
  { who, others = [], emoji = [], groupName, invitedEmail }: NotificationFacts,
): readonly SentencePart[] {
  const group = name(groupName ?? notificationsText.aGroup);
  const shown = others.length > 0 ? [] : emoji;
  const texts: Record<NotificationType, readonly SentencePart[]> = {
    post_created: [words(notificationsText.sharedPost)],
    post_commented: [words(notificationsText.commented)],
    post_reaction: reaction(shown, notificationsText.yourPost),
    comment_reaction: reaction(shown, notificationsText.yourComment),
    friend_request_sent: [words(notificationsText.sentRequest)],
    friend_request_accepted: [words(notificationsText.acceptedRequest)],
    friend_request_declined: [words(notificationsText.declinedRequest)],
    group_invitation: [words(notificationsText.invitedTo), group],
    group_message: [words(notificationsText.wroteIn), group],
  };
  if (who !== undefined) return [...together([who, ...others]), ...texts[notification.notification_type]];
  return invitedEmail
    ? [words(notificationsText.requestTo), name(invitedEmail), words(notificationsText.wasDeclined)]
    : [words(notificationsText.requestDeclined)];
}
