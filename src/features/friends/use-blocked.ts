import { useMemo } from 'react';
import type { LocalRow } from '../../../schemas/local/local-row.ts';
import { settingKindOf } from '../../../schemas/profiles/setting-kinds.ts';
import { useLiveQuery } from '../../data/local-store.tsx';

/** Whom these settings of one's own block, by id. */
export function blockedBy(settings: readonly Pick<LocalRow<'settings'>, 'key' | 'value'>[]): ReadonlySet<string> {
  const blocked = new Set<string>();
  for (const { key, value } of settings) {
    const kind = settingKindOf({ key, value });
    if (typeof kind === 'object' && kind.kind === 'block' && value === 'on') blocked.add(kind.member_id);
  }
  return blocked;
}

/** Whom one has blocked, by id; undefined until the local store has answered. */
export function useBlocked(): ReadonlySet<string> | undefined {
  const { rows } = useLiveQuery((store) => store.collections.settings.find({ selector: { value: 'on' } }), []);
  return useMemo(() => rows && blockedBy(rows), [rows]);
}

/** What others wrote in places that belong to others too, without that of whom one has blocked; undefined until both are known. */
export function useNotBlocked<Row>(rows: readonly Row[] | undefined, authorOf: (row: Row) => string | null): readonly Row[] | undefined {
  const blocked = useBlocked();
  return useMemo(() => blocked && rows?.filter((row) => !blocked.has(authorOf(row) ?? '')), [rows, blocked, authorOf]);
}
