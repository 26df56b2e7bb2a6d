/** The outcome of acts on a member's own rows: profile, settings, notifications. */
import { type Act, type Code, changedBy, withdraw, withdrawUnreadable } from './act.ts';
import type { NoticeFact } from './facts.ts';
import { unfriend } from './friend-acts.ts';
import { areFriends, roleIn } from './may-read.ts';
import { passOnGroupNotices } from './message-acts.ts';

export interface ProfileChange {
  readonly name?: string;
  readonly bio?: string;
  readonly location?: string;
  readonly interests?: readonly string[];
}

export function updateProfile(act: Act, change: ProfileChange): Code {
  const { facts, by, write } = act;
  const member = facts.members.get(by);
  if (!member) return 'NOT_FOUND';
  const renamed = change.name !== undefined && change.name !== member.name;
  const formerNames = renamed ? [...member.formerNames, { name: member.name, until: facts.act }] : member.formerNames;
  facts.members.set(by, { ...member, ...change, formerNames, write });
  return null;
}

const switches = ['on', 'off'];
const values: Readonly<Record<string, (value: string) => boolean>> = {
  theme: (value) => ['light', 'dark', 'system'].includes(value),
  group_read: (value) => /^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/.test(value),
  notifications_read: (value) => /^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/.test(value),
  group_muted: (value) => switches.includes(value),
  blocked: (value) => switches.includes(value),
  quiet_hours: (value) => value === 'off' || /^\d\d:\d\d-\d\d:\d\d UTC$/.test(value),
};

/** Null where the setting exists and allows this value. */
export function settingFits(key: string, value: string): Code {
  const [name = ''] = key.split('|');
  const fits = /^(?:notify|call)_/.test(name) ? (text: string) => switches.includes(text) : values[name];
  if (!fits) return 'UNKNOWN_WRITE';
  return fits(value) ? null : 'INVALID';
}

/** A key is a name, or a name and the member or group that it is about. */
export function setSetting(act: Act, key: string, value: string): Code {
  const { facts, by, write } = act;
  const [name = '', about] = key.split('|');
  const unfit = settingFits(key, value);
  if (unfit) return unfit;
  if (name === 'blocked' && about !== undefined) {
    const refused = setBlock(act, about, value === 'on');
    if (refused) return refused;
    if (!facts.members.has(about)) {
      if (typeof write === 'string') facts.unkept.set(write, { member: by, key, value, write });
      return null;
    }
  }
  if (name.startsWith('group_') && about !== undefined && roleIn(facts, by, about) === null) return 'GROUP_NOT_FOUND';
  // A member who mutes something loses their unread notifications about it.
  const quiet = name === 'group_muted' ? value === 'on' : name.startsWith('notify_') && value === 'off';
  const type = name === 'group_muted' ? 'group_message' : name.slice('notify_'.length);
  if (quiet) withdraw(act, (one) => one.to === by && !one.read && one.type === type && (about === undefined || one.group === about));
  const before = facts.settings.get(`${by}|${key}`)?.value ?? '';
  if (name === 'notifications_read') markAllRead(act, Date.parse(value));
  // A read position never moves back.
  const after = ['group_read', 'notifications_read'].includes(name) && before > value ? before : value;
  facts.settings.set(`${by}|${key}`, { member: by, key, value: after, write });
  return null;
}

/**
 * A block ends the friendship and cuts the two off from each other, also as friends of friends. Pending invitations between them and their
 * notifications from each other are removed, or pass to another member who wrote in the group.
 */
function setBlock(act: Act, other: string, on: boolean): Code {
  const { facts, by } = act;
  if (other === by) return 'NOT_ALLOWED';
  if (!on) {
    facts.blocks.delete(`${by}|${other}`);
    return null;
  }
  if (!facts.members.has(other) || facts.blocks.has(`${by}|${other}`)) return null;
  facts.blocks.add(`${by}|${other}`);
  const areTheTwo = (one: string | null, two: string | null) => (one === by && two === other) || (one === other && two === by);
  for (const invitation of facts.invitations.values()) {
    if (invitation.status !== 'pending' || !areTheTwo(invitation.inviter, invitation.receiver)) continue;
    facts.invitations.set(invitation.id, { ...invitation, status: 'gone', ...changedBy(act) });
    withdraw(act, (notice) => notice.invitation === invitation.id);
  }
  for (const invitation of facts.groupInvitations.values()) {
    if (invitation.status !== 'pending' || !areTheTwo(invitation.inviter, invitation.invitee)) continue;
    facts.groupInvitations.delete(invitation.id);
    facts.dead.add(invitation.id);
  }
  passOnGroupNotices(act, areTheTwo);
  withdraw(act, (notice) => areTheTwo(notice.to, notice.by));
  if (areFriends(facts, by, other)) return unfriend(act, by, other);
  withdrawUnreadable(act);
  return null;
}

export function noticeOf(act: Act, id: string): NoticeFact | undefined {
  return [...act.facts.notices].find((notice) => notice.id.value === id && notice.to === act.by);
}

export function markRead(act: Act, id: string): Code {
  const notice = noticeOf(act, id);
  if (!notice) return 'NOT_FOUND';
  if (notice.read) return null;
  replaceNotice(act, notice);
  return null;
}

/** Marks all as read, or those up to a time. The acts of a history follow each other, so a time that nobody saw is that of its act. */
export function markAllRead(act: Act, upTo = Number.POSITIVE_INFINITY): Code {
  for (const notice of act.facts.notices) {
    const { value, from, to } = notice.created;
    const at = value === undefined ? (from + to) / 2 : Date.parse(value);
    if (notice.to === act.by && !notice.read && at <= upTo) replaceNotice(act, notice);
  }
  return null;
}

function replaceNotice(act: Act, notice: NoticeFact): void {
  act.facts.notices.delete(notice);
  act.facts.notices.add({ ...notice, read: true, ...changedBy(act) });
}

export function deleteNotice(act: Act, id: string): Code {
  const notice = noticeOf(act, id);
  if (!notice) return 'NOT_FOUND';
  act.facts.notices.delete(notice);
  return null;
}
