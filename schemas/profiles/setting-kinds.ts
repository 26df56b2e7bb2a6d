/** All settings that exist: how each is named, and which values it takes. */
import * as z from 'zod/mini';
import { timestampSchema, uuidSchema } from '../base/ids.ts';
import { type NotificationType, notificationTypes } from '../notifications/notification-types.ts';
import { callSwitches } from '../push/call-switches.ts';
import { mailCallsChoices } from '../push/mail-calls.ts';
import { readQuietHours } from '../push/quiet-hours.ts';
import { reportTargetSchema, reportWordsSchema } from '../reports/report.ts';
import type { ReportTarget } from '../reports/report-targets.ts';
import { reportedKey } from '../reports/reported-key.ts';
import { themeSchema } from './profile.ts';
import { idIn, settingKey } from './setting-keys.ts';

export const switchSchema = z.enum(['on', 'off']);
const mutedSchema = z.union([switchSchema, timestampSchema]);

const quietHoursValues = { safeParse: (value: string) => ({ success: value === 'off' || readQuietHours(value) !== null }) };
const mailCallsSchema = z.enum(mailCallsChoices);

export type SettingKind =
  | {
      readonly kind: 'choice';
      /** the type of notification that this setting switches */
      readonly notify?: NotificationType;
    }
  | { readonly kind: 'group'; readonly group_id: string; readonly onlyForward: boolean }
  | { readonly kind: 'read notifications' }
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
  if (key === settingKey.notificationsRead) return { kind: { kind: 'read notifications' }, values: timestampSchema };
  const type = notificationTypes.find((one) => key === settingKey.notify(one));
  if (type !== undefined) return { kind: { kind: 'choice', notify: type }, values: switchSchema };
  if (callSwitches.some((what) => key === settingKey.call(what))) return { kind: { kind: 'choice' }, values: switchSchema };
  if (key === settingKey.quietHours) return { kind: { kind: 'choice' }, values: quietHoursValues };
  if (key === settingKey.mailCalls) return { kind: { kind: 'choice' }, values: mailCallsSchema };
  const report = reportIn(key);
  if (report) return { kind: { kind: 'report', ...report }, values: reportWordsSchema };
  const about = uuidSchema.safeParse(idIn(key));
  if (!about.success) return null;
  const id = about.data;
  if (key === settingKey.groupRead(id)) return { kind: { kind: 'group', group_id: id, onlyForward: true }, values: timestampSchema };
  if (key === settingKey.groupMuted(id)) return { kind: { kind: 'group', group_id: id, onlyForward: false }, values: mutedSchema };
  if (key === settingKey.blocked(id)) return { kind: { kind: 'block', member_id: id }, values: switchSchema };
  return null;
}

/** What a setting is about; `unknown` if there is no setting with this key, `invalid` if it does not take this value. */
export function settingKindOf({ key, value }: { readonly key: string; readonly value: string }): SettingKind | 'unknown' | 'invalid' {
  const found = findKind(key);
  if (found === null) return 'unknown';
  return found.values.safeParse(value).success ? found.kind : 'invalid';
}
