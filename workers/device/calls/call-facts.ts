import { blockedBy, withoutBlocked } from '../../../schemas/friends/blocked-ids.ts';
import { groupMemberId } from '../../../schemas/groups/group-member-id.ts';
import type { Notification } from '../../../schemas/notifications/notification.ts';
import { NOTIFICATION_DAYS } from '../../../schemas/notifications/notification-limits.ts';
import { settingId, settingKey } from '../../../schemas/profiles/setting-keys.ts';
import type { Call, Named } from '../../../schemas/push/call.ts';
import { callTag } from '../../../schemas/push/call-tag.ts';
import type { ReactionTarget } from '../../../schemas/reactions/reaction-target.ts';
import { SORT_KEY_MAX } from '../local-row.ts';
import type { LocalCollections } from '../open-local-database.ts';

/** What the local rows say about a call. They say it only for a device that has everything that the server has reported. */
export interface CallFacts {
  /** Nothing is left to call about: all of it was read, deleted, or may not be read any more. */
  readonly isOver: boolean;
  /** when the newest unread thing happened; null if that is not known */
  readonly at: string | null;
  /** the one thing that a ❤️ would go to; null if there is none, or several */
  readonly heart: { readonly type: ReactionTarget; readonly id: string } | null;
}

const over: CallFacts = { isOver: true, at: null, heart: null };
const always: CallFacts = { isOver: false, at: null, heart: null };
const DAY_MS = 24 * 60 * 60 * 1000;

const named = (id: string | null): Named | null => (id === null ? null : { id, name: '' });

/** Whether a notification is about what the call is about. A call that does not say who acted is about anybody's act. */
export function concerns(call: Call, row: Notification): boolean {
  const about = {
    type: row.notification_type,
    by: call.by && named(row.related_user_id),
    group: named(row.related_group_id),
    post_id: row.related_post_id,
    comment_id: row.related_comment_id,
  };
  return callTag(about) === callTag(call);
}

const readBlocked = async ({ settings }: LocalCollections): Promise<ReadonlySet<string>> =>
  blockedBy(await settings.find({ selector: { value: 'on' } }).exec());

/** The unread notifications by members who are not blocked, newest first. */
async function readUnread(collections: LocalCollections, blocked: ReadonlySet<string>): Promise<readonly Notification[]> {
  const rows = await collections.notifications.find({ selector: { is_read: false }, sort: [{ newest: 'asc' }] }).exec();
  return withoutBlocked(rows, blocked, (row) => row.related_user_id);
}

/** The number of the bell. `atLeast` is the earliest time that the server's clock may show. */
export async function unreadCount(collections: LocalCollections, atLeast: number): Promise<number> {
  const since = atLeast - NOTIFICATION_DAYS * DAY_MS;
  return (await readUnread(collections, await readBlocked(collections))).filter((row) => Date.parse(row.created_at) > since).length;
}

async function readMessages(collections: LocalCollections, userId: string, groupId: string, blocked: ReadonlySet<string>) {
  const { groups, group_members, group_messages, settings } = collections;
  if (!(await groups.findOne(groupId).exec())) return over;
  const position = await settings.findOne(settingId(userId, settingKey.groupRead(groupId))).exec();
  const since = position?.value ?? (await group_members.findOne(groupMemberId(groupId, userId)).exec())?.joined_at;
  const newer = since === undefined ? {} : { newest: { $gt: 0, $lt: SORT_KEY_MAX - Date.parse(since) } };
  const found = await group_messages
    .find({ selector: { group_id: groupId, ...newer }, sort: [{ group_id: 'asc' }, { newest: 'asc' }] })
    .exec();
  const unread = withoutBlocked(found, blocked, (row) => row.sender_id).filter((row) => row.sender_id !== userId && !row.is_deleted);
  const [newest, ...others] = unread;
  if (!newest) return over;
  return { isOver: false, at: newest.created_at, heart: others.length === 0 ? ({ type: 'message', id: newest.id } as const) : null };
}

/** Whether what the notification is about is still there. */
async function isThere({ posts, comments }: LocalCollections, row: Notification): Promise<boolean> {
  if (row.related_post_id !== null && !(await posts.findOne(row.related_post_id).exec())) return false;
  if (row.related_comment_id === null) return true;
  const comment = await comments.findOne(row.related_comment_id).exec();
  return comment !== null && !comment.is_deleted;
}

function heartOf({ notification_type: type, related_post_id: post, related_comment_id: comment }: Notification): CallFacts['heart'] {
  if (type === 'post_created' && post !== null) return { type: 'post', id: post };
  return (type === 'post_commented' || type === 'comment_answered') && comment !== null ? { type: 'comment', id: comment } : null;
}

/** Reads what the local rows of this member say about a call. */
export async function readCallFacts(collections: LocalCollections, userId: string, call: Call): Promise<CallFacts> {
  if (call.type === 'asked') return always;
  const blocked = await readBlocked(collections);
  if (call.by && blocked.has(call.by.id)) return over;
  if (call.type === 'group_message') return call.group ? readMessages(collections, userId, call.group.id, blocked) : always;
  const unread = await readUnread(collections, blocked);
  if (call.type === 'summary') return unread[0] ? always : over;
  const about: Notification[] = [];
  for (const row of unread) if (concerns(call, row) && (await isThere(collections, row))) about.push(row);
  const [newest, ...others] = about;
  if (!newest) return over;
  return { isOver: false, at: newest.created_at, heart: others.length === 0 ? heartOf(newest) : null };
}

/** The unread notifications about what the call is about. */
export const readConcerned = async (collections: LocalCollections, call: Call): Promise<readonly Notification[]> =>
  (await readUnread(collections, new Set())).filter((row) => concerns(call, row));

/** The call with the names that this device knows. */
export async function withOwnNames({ groups, profiles }: LocalCollections, call: Call): Promise<Call> {
  const by = call.by && (await profiles.findOne(call.by.id).exec());
  const group = call.group && (await groups.findOne(call.group.id).exec());
  return {
    ...call,
    by: call.by && { id: call.by.id, name: by?.name || call.by.name },
    group: call.group && { id: call.group.id, name: group?.name || call.group.name },
  };
}
