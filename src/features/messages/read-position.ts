/**
 * How far the signed-in member has read in a group: the time of a seen message, after which they have seen none by another member. It syncs
 * to all their devices and never moves back.
 */
import { settingId, settingKey } from '../../../schemas/profiles/setting-keys.ts';
import { SORT_KEY_MAX } from '../../../workers/device/local-row.ts';
import type { Queried } from '../../data/store/early-store.ts';
import { type LocalStore, useLiveDocument, useLiveQuery, useStore } from '../../data/store/local-store.tsx';
import { writeSetting } from '../../data/store/write-setting.ts';
import { inGroup } from './use-messages.ts';

/** Messages from before the member joined do not count as unread. Neither does anything beyond this number. */
const MOST_UNREAD = 500;

const positionId = (userId: string, groupId: string): string => settingId(userId, settingKey.groupRead(groupId));

async function readPosition(store: LocalStore, groupId: string): Promise<string | undefined> {
  return (await store.collections.settings.findOne(positionId(store.userId, groupId)).exec())?.value;
}

/** Accepted messages after that time, the newest first. Pending messages are the member's own. */
const unreadSince = ({ collections }: Queried, groupId: string, since: string) =>
  collections.group_messages.find({
    selector: { group_id: groupId, newest: { $gt: 0, $lt: SORT_KEY_MAX - Date.parse(since) } },
    ...inGroup,
    limit: MOST_UNREAD,
  });

/** Own messages never count as unread. */
const byAnother = (userId: string) => (message: { readonly sender_id: string }) => message.sender_id !== userId;

/** The first unread message by another member; null if all were read. */
export async function firstUnread(store: LocalStore, groupId: string, joinedAt: string): Promise<string | null> {
  const since = (await readPosition(store, groupId)) ?? joinedAt;
  const unread = await unreadSince(store, groupId, since).exec();
  return unread.filter(byAnother(store.userId)).at(-1)?.id ?? null;
}

/** The count of unread messages by others in a group. */
export function useUnreadMessages(groupId: string, joinedAt: string): number {
  const { userId } = useStore();
  const { row } = useLiveDocument('settings', positionId(userId, groupId));
  const since = row === undefined ? undefined : (row?.value ?? joinedAt);
  const { rows } = useLiveQuery((store) => (since === undefined ? null : unreadSince(store, groupId, since)), [groupId, since]);
  return rows?.filter(byAnother(userId)).filter((message) => !message.is_deleted).length ?? 0;
}

/** Whether a message by another member is between these times. This read costs less than a write. */
async function isWaiting(store: LocalStore, groupId: string, since: string, upTo: string): Promise<boolean> {
  const unread = await unreadSince(store, groupId, since).exec();
  return unread.filter(byAnother(store.userId)).some((message) => message.created_at <= upTo);
}

const marking = new WeakMap<LocalStore, Promise<void>>();

/**
 * Stores that all messages up to that time were seen, if one of them is by another member. Calls run one after the other: two calls that
 * both find no stored position would keep only that of the first.
 */
export function markRead(store: LocalStore, groupId: string, upTo: string): Promise<void> {
  const marked = (marking.get(store) ?? Promise.resolve()).then(() => storePosition(store, groupId, upTo));
  marking.set(
    store,
    marked.catch(() => undefined),
  );
  return marked;
}

async function storePosition(store: LocalStore, groupId: string, upTo: string): Promise<void> {
  const before = await readPosition(store, groupId);
  // Times in the same format sort as strings.
  if (before !== undefined && (before >= upTo || !(await isWaiting(store, groupId, before, upTo)))) return;
  await writeSetting(store, settingKey.groupRead(groupId), upTo);
}
