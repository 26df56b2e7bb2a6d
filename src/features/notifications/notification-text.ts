// What a notification says and where it leads. Names and texts are joined from the rows held now, never kept in it.
import type { Notification, NotificationType } from '../../../schemas/notifications/notification.ts';

export interface NotificationFacts {
  /** undefined where the group is not held */
  readonly groupName: string | undefined;
}

const A_GROUP = 'a group';

/** Part of a sentence. An emoji is drawn in a font of its own, the name of a group stands out. */
export interface SentencePart {
  readonly as: 'words' | 'emoji' | 'name';
  readonly text: string;
}

const words = (text: string): SentencePart => ({ as: 'words', text });
const reaction = (emoji: string | null, to: string): SentencePart[] =>
  emoji ? [words('reacted '), { as: 'emoji', text: emoji }, words(` to ${to}`)] : [words(`reacted to ${to}`)];

/** What follows the person's name. */
export function notificationText(
  notification: Pick<Notification, 'notification_type' | 'emoji_code'>,
  facts: NotificationFacts,
): readonly SentencePart[] {
  const group: SentencePart = { as: 'name', text: facts.groupName ?? A_GROUP };
  const texts: Record<NotificationType, readonly SentencePart[]> = {
    post_created: [words('shared a post')],
    post_commented: [words('commented on your post')],
    post_reaction: reaction(notification.emoji_code, 'your post'),
    comment_reaction: reaction(notification.emoji_code, 'your comment'),
    friend_request_sent: [words('sent you a friend request')],
    friend_request_accepted: [words('accepted your friend request')],
    friend_request_declined: [words('declined your friend request')],
    group_invitation: [words('invited you to '), group],
    group_message: [words('wrote in '), group],
  };
  return texts[notification.notification_type];
}

/** Where a press leads. */
export function notificationTarget(notification: Notification): string {
  switch (notification.notification_type) {
    case 'friend_request_sent':
    case 'friend_request_accepted':
    case 'friend_request_declined':
      return '/friends';
    case 'group_invitation':
      return '/groups';
    case 'group_message':
      return notification.related_group_id ? `/groups/${notification.related_group_id}` : '/groups';
    default:
      return notification.related_post_id ? `/posts/${notification.related_post_id}` : '/posts';
  }
}

const SNIPPET_LENGTH = 100;

/** The first 100 characters, cut between whole characters. */
export function snippet(text: string): string {
  const flat = text.replace(/\s+/gu, ' ').trim();
  const characters = [...flat];
  return characters.length > SNIPPET_LENGTH ? `${characters.slice(0, SNIPPET_LENGTH).join('').trimEnd()}...` : flat;
}

/** Today, Yesterday or a date: the heading that a row stands under. */
export function dayHeading(iso: string, now: number): string {
  const day = new Date(iso).toDateString();
  if (day === new Date(now).toDateString()) return 'Today';
  const before = new Date(now);
  before.setDate(before.getDate() - 1);
  if (day === before.toDateString()) return 'Yesterday';
  return new Date(iso).toLocaleDateString('en', { weekday: 'long' });
}
