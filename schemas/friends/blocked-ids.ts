import { idIn, settingKey } from '../profiles/setting-keys.ts';

interface SettingRow {
  readonly key: string;
  readonly value: string;
}

/** The member whom this setting of the signed-in member blocks; null if it blocks nobody. */
export function blockedIn({ key, value }: SettingRow): string | null {
  const id = idIn(key);
  return value === 'on' && id !== '' && key === settingKey.blocked(id) ? id : null;
}

/** The ids of the members whom these settings block. */
export const blockedBy = (settings: readonly SettingRow[]): ReadonlySet<string> =>
  new Set(settings.map(blockedIn).filter((id) => id !== null));

/** Rows in shared places, without those by blocked members: the one rule of what shows, wherever rows come from. */
export const withoutBlocked = <Row>(
  rows: readonly Row[],
  blocked: ReadonlySet<string>,
  authorOf: (row: Row) => string | null,
): readonly Row[] => rows.filter((row) => !blocked.has(authorOf(row) ?? ''));
