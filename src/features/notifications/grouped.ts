// Groups notifications for the list: reactions to one target together, everything else by itself.
import type { NotificationRow } from './recent.ts';

type OneOrMore<T> = readonly [T, ...T[]];

export interface NotificationGroup {
  /** stable while the group is about the same target */
  readonly key: string;
  /** newest first */
  readonly rows: OneOrMore<NotificationRow>;
}

const isReaction = ({ notification_type: type }: NotificationRow) => type === 'post_reaction' || type === 'comment_reaction';

/** The group key of a notification. */
function keyOf(row: NotificationRow): string {
  const target = row.related_comment_id ?? row.related_post_id;
  return isReaction(row) && target ? `${row.notification_type}-${target}` : row.id;
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
