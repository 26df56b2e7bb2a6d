/** All settings that exist: how each is named, and which values it takes. */
import * as z from 'zod/mini';
import { joinId, timestampSchema, uuidSchema } from '../base/ids.ts';
import { type NotificationType, notificationTypes } from '../notifications/notification.ts';
import { type ReportTarget, reportedKey, reportTargetSchema, reportWordsSchema } from '../reports/report.ts';
import { themeSchema } from './profile.ts';

export const switchSchema = z.enum(['on', 'off']);

/** The keys of settings, as they are stored in `key`. */
export const settingKey = {
  theme: 'theme',
  /** the time of the newest message that was read; it never moves back */
  groupRead: (groupId: string): string => joinId('group_read', groupId),
  /** `on`: no notifications of messages in this group */
  groupMuted: (groupId: string): string => joinId('group_muted', groupId),
  /** `off`: no notifications of this type */
  notify: (type: NotificationType): string => `notify_${type}`,
  /** `on`: this member and the member who set it are hidden from each other */
  blocked: (memberId: string): string => joinId('blocked', memberId),
  /** this was reported to the operator; the value is what the member added */
  reported: reportedKey,
};

export type SettingKind =
  | {
      readonly kind: 'choice';
      /** the type of notification that this setting switches */
      readonly notify?: NotificationType;
    }
  | { readonly kind: 'group'; readonly group_id: string; readonly onlyForward: boolean }
  | { readonly kind: 'block'; readonly member_id: string }
  | { readonly kind: 'report'; readonly target_type: ReportTarget; readonly target_id: string };

interface KindAndValues {
  readonly kind: SettingKind;
  readonly values: { safeParse(value: string): { readonly success: boolean } };
}

function reportIn(key: string): { readonly target_type: ReportTarget; readonly target_id: string } | null {
  const [, type, id] = key.split('|');
  const [target, about] = [reportTargetSchema.safeParse(type), uuidSchema.safeParse(id)];
  if (!target.success || !about.success || key !== reportedKey(target.data, about.data)) return null;
  return { target_type: target.data, target_id: about.data };
}

function findKind(key: string): KindAndValues | null {
  if (key === settingKey.theme) return { kind: { kind: 'choice' }, values: themeSchema };
  const type = notificationTypes.find((one) => key === settingKey.notify(one));
  if (type !== undefined) return { kind: { kind: 'choice', notify: type }, values: switchSchema };
  const report = reportIn(key);
  if (report) return { kind: { kind: 'report', ...report }, values: reportWordsSchema };
  const about = uuidSchema.safeParse(key.split('|')[1]);
  if (!about.success) return null;
  const id = about.data;
  if (key === settingKey.groupRead(id)) return { kind: { kind: 'group', group_id: id, onlyForward: true }, values: timestampSchema };
  if (key === settingKey.groupMuted(id)) return { kind: { kind: 'group', group_id: id, onlyForward: false }, values: switchSchema };
  if (key === settingKey.blocked(id)) return { kind: { kind: 'block', member_id: id }, values: switchSchema };
  return null;
}

/** What a setting is about; `unknown` if there is no setting with this key, `invalid` if it does not take this value. */
export function settingKindOf({ key, value }: { readonly key: string; readonly value: string }): SettingKind | 'unknown' | 'invalid' {
  const found = findKind(key);
  if (found === null) return 'unknown';
  return found.values.safeParse(value).success ? found.kind : 'invalid';
}
