import { useMemo } from 'react';
import { settingKindOf } from '../../../schemas/profiles/setting-kinds.ts';
import { useLiveQuery } from '../../data/local-store.tsx';

/** Whom one has blocked, by id. */
export function useBlocked(): ReadonlySet<string> {
  const { rows } = useLiveQuery((store) => store.collections.settings.find({ selector: { value: 'on' } }), []);
  return useMemo(() => {
    const blocked = new Set<string>();
    for (const row of rows ?? []) {
      const kind = settingKindOf(row);
      if (typeof kind === 'object' && kind.kind === 'block') blocked.add(kind.member_id);
    }
    return blocked;
  }, [rows]);
}
