import { createContext, useContext, useMemo } from 'react';
import { settingKindOf } from '../../../schemas/profiles/setting-kinds.ts';
import type { LocalRow } from '../../../workers/device/local-row.ts';

type SettingRow = Pick<LocalRow<'settings'>, 'key' | 'value'>;

/** Whom this setting of one's own blocks; null where it blocks nobody. */
export function blockedIn(setting: SettingRow): string | null {
  const kind = settingKindOf({ key: setting.key, value: setting.value });
  return typeof kind === 'object' && kind.kind === 'block' && setting.value === 'on' ? kind.member_id : null;
}

/** Whom these settings of one's own block, by id. */
export const blockedBy = (settings: readonly SettingRow[]): ReadonlySet<string> =>
  new Set(settings.map(blockedIn).filter((id) => id !== null));

export const BlockedContext = createContext<ReadonlySet<string> | undefined>(undefined);

/** Whom one has blocked, by id; undefined until the local store has answered. Only below `BlockedProvider`. */
export const useBlocked = (): ReadonlySet<string> | undefined => useContext(BlockedContext);

/** What others wrote in places that belong to others too, without that of whom one has blocked; undefined until both are known. */
export function useNotBlocked<Row>(rows: readonly Row[] | undefined, authorOf: (row: Row) => string | null): readonly Row[] | undefined {
  const blocked = useBlocked();
  return useMemo(() => blocked && rows?.filter((row) => !blocked.has(authorOf(row) ?? '')), [rows, blocked, authorOf]);
}
