import { joinId } from '../base/joined-id.ts';
import type { NotificationType } from '../notifications/notification-types.ts';
import type { CallSwitch } from '../push/call-switches.ts';
import { reportedKey } from '../reports/reported-key.ts';

/** The keys of settings, as they are stored in `key`. */
export const settingKey = {
  theme: 'theme',
  /** the time of the newest message that was read; it never moves back */
  groupRead: (groupId: string): string => joinId('group_read', groupId),
  /** the time of the newest notification that was there when all were marked as read; it never moves back */
  notificationsRead: 'notifications_read',
  /** `on`, or a time until which: no notifications of messages in this group (`groups/muted.ts`) */
  groupMuted: (groupId: string): string => joinId('group_muted', groupId),
  /** whether to notify of this type; `notifyDefault` where there is none */
  notify: (type: NotificationType): string => `notify_${type}`,
  /** whether to call this member's devices about things of this kind; `callSwitchDefault` where there is none */
  call: (what: CallSwitch): string => `call_${what}`,
  /** the hours in which nothing calls this member, as `readQuietHours` reads them; `off` for none */
  quietHours: 'quiet_hours',
  /** how often this member gets a mail while no device of theirs can be called; `mailCallsDefault` where there is none */
  mailCalls: 'mail_calls',
  /** `on`: this member and the member who set it are hidden from each other */
  blocked: (memberId: string): string => joinId('blocked', memberId),
  /** this was reported to the operator; the value is what the member added */
  reported: reportedKey,
};

/** The id in a key that was joined from one; empty if there is none. */
export const idIn = (key: string): string => key.split('|')[1] ?? '';

/** The id of the row of a setting. */
export const settingId = (userId: string, key: string): string => joinId(userId, key);
