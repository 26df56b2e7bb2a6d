import { createContext, useContext, useMemo } from 'react';
import { settingKindOf } from '../../../schemas/profiles/setting-kinds.ts';
import type { LocalRow } from '../../../workers/device/local-row.ts';

type SettingRow = Pick<LocalRow<'settings'>, 'key' | 'value'>;

/** The member whom this setting of the signed-in member blocks; null if it blocks nobody. */
export function blockedIn(setting: SettingRow): string | null {
  const kind = settingKindOf({ key: setting.key, value: setting.value });
  return typeof kind === 'object' && kind.kind === 'block' && setting.value === 'on' ? kind.member_id : null;
}

/** The ids of the members whom these settings block. */
export const blockedBy = (settings: readonly SettingRow[]): ReadonlySet<string> =>
  new Set(settings.map(blockedIn).filter((id) => id !== null));

export const BlockedContext = createContext<ReadonlySet<string> | undefined>(undefined);

/** The ids of blocked members; undefined until the local store has answered. Use it only below `BlockedProvider`. */
export const useBlocked = (): ReadonlySet<string> | undefined => useContext(BlockedContext);

/** Rows in shared places, without those by blocked members; undefined until both rows and blocks are known. */
export function useNotBlocked<Row>(rows: readonly Row[] | undefined, authorOf: (row: Row) => string | null): readonly Row[] | undefined {
  const blocked = useBlocked();
  return useMemo(() => blocked && rows?.filter((row) => !blocked.has(authorOf(row) ?? '')), [rows, blocked, authorOf]);
}
