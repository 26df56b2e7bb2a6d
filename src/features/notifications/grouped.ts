// Groups notifications for the list by the thing that they are about: the reactions to one target, the comments under one post, the posts of
// one friend, the messages of one group. Everything else is by itself.
import type { NotificationType } from '../../../schemas/notifications/notification-types.ts';
import type { NotificationRow } from './recent.ts';

type OneOrMore<T> = readonly [T, ...T[]];

export interface NotificationGroup {
  /** stable while the group is about the same target */
  readonly key: string;
  /** newest first */
  readonly rows: OneOrMore<NotificationRow>;
}

/** What the notifications of one group share. Null: a notification of this type is by itself, such as an invitation, which is answered. */
const thingOf: Record<NotificationType, (row: NotificationRow) => string | null> = {
  post_created: (row) => row.related_user_id,
  post_commented: (row) => row.related_post_id,
  comment_answered: (row) => row.related_post_id,
  post_reaction: (row) => row.related_post_id,
  comment_reaction: (row) => row.related_comment_id,
  friend_request_sent: () => null,
  friend_request_accepted: () => null,
  friend_request_declined: () => null,
  group_invitation: () => null,
  group_message: (row) => row.related_group_id,
};

/** The group key of a notification. */
function keyOf(row: NotificationRow): string {
  const thing = thingOf[row.notification_type](row);
  return thing === null ? row.id : `${row.notification_type}-${thing}`;
}

/** Groups notifications that are sorted newest first. Each is in exactly one group, and a group has the place of its newest row. */
export function groupNotifications(rows: readonly NotificationRow[]): readonly NotificationGroup[] {
  const groups = new Map<string, [NotificationRow, ...NotificationRow[]]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups].map(([key, grouped]) => ({ key, rows: grouped }));
}

/** Where reading goes on: at the oldest unread notification; at the newest one if all are read. */
export const firstUnread = ({ rows }: NotificationGroup): NotificationRow => rows.findLast((row) => !row.is_read) ?? rows[0];

/** A group is unread if at least one of its rows is. */
export const isUnread = ({ rows }: NotificationGroup): boolean => rows.some((row) => !row.is_read);

/** The newest notification of each person, in the order of the rows. */
export function newestOfEach({ rows }: NotificationGroup): OneOrMore<NotificationRow> {
  const [newest, ...others] = rows;
  const people = new Set([newest.related_user_id]);
  const firsts = others.filter(({ related_user_id: id }) => !people.has(id) && people.add(id));
  return [newest, ...firsts];
}

/** The emoji of a group, each once, newest first. */
export const emojiOf = ({ rows }: NotificationGroup): readonly string[] => [
  ...new Set(rows.map((row) => row.emoji_code).filter((emoji) => emoji !== null)),
];
