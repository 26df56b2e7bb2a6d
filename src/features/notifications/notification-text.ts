// What a notification says. Names and texts are joined from the rows held now, never kept in it.
import type { Notification, NotificationType } from '../../../schemas/notifications/notification.ts';
import { notificationsText } from '../../text/notifications.ts';

export interface NotificationFacts {
  /** who did it; undefined where the recipient must not learn who it was */
  readonly who: string | undefined;
  /** who did the same besides */
  readonly others?: readonly string[] | undefined;
  /** what somebody reacted with */
  readonly emoji?: readonly string[] | undefined;
  /** undefined where the group is not held */
  readonly groupName: string | undefined;
  /** the address that an invitation of one's own went to */
  readonly invitedEmail: string | undefined;
}

/** Part of a sentence. An emoji is drawn in a font of its own; names stand out and may be written in another direction. */
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

/** So many are named; of more, two are, and the others are counted. */
const NAMED = 3;

/** Who did something together: `Ana`, `Ana and Priya`, `Ana, Priya and Jonas`, `Ana, Priya and 3 others`. */
function together(names: readonly string[]): SentencePart[] {
  const shown = names.slice(0, names.length > NAMED ? 2 : NAMED).map(name);
  const others = names.length - shown.length;
  const all = others > 0 ? [...shown, words(notificationsText.others(others))] : shown;
  return all.flatMap((part, at) => (at === 0 ? [part] : [words(at === all.length - 1 ? notificationsText.and : ', '), part]));
}

/** The sentence of a notification, in parts. Of several who reacted each emoji would be a riddle: whose is it? */
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
