// How notifications stand in the list: reactions to one thing together, everything else by itself.
import type { NotificationRow } from './recent.ts';

type OneOrMore<T> = readonly [T, ...T[]];

export interface NotificationGroup {
  /** the same for as long as it is about the same thing */
  readonly key: string;
  /** newest first */
  readonly rows: OneOrMore<NotificationRow>;
}

const isReaction = ({ notification_type: type }: NotificationRow) => type === 'post_reaction' || type === 'comment_reaction';

/** What a notification stands under in the list. */
function keyOf(row: NotificationRow): string {
  const target = row.related_comment_id ?? row.related_post_id;
  return isReaction(row) && target ? `${row.notification_type}-${target}` : row.id;
}

/** Notifications that stand newest first, as they are listed: each in exactly one group, the group where its newest one would stand. */
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

/** One is enough for a group to be unread. */
export const isUnread = ({ rows }: NotificationGroup): boolean => rows.some((row) => !row.is_read);

/** The newest notification of each person, in their order. */
export function newestOfEach({ rows }: NotificationGroup): OneOrMore<NotificationRow> {
  const [newest, ...others] = rows;
  const people = new Set([newest.related_user_id]);
  const firsts = others.filter(({ related_user_id: id }) => !people.has(id) && people.add(id));
  return [newest, ...firsts];
}

/** The emoji of a group, each once, the newest first. */
export const emojiOf = ({ rows }: NotificationGroup): readonly string[] => [
  ...new Set(rows.map((row) => row.emoji_code).filter((emoji) => emoji !== null)),
];
