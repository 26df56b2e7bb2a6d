import { type ReactNode, useMemo } from 'react';
import { blockedBy } from '../../../../schemas/friends/blocked-ids.ts';
import { useLiveQuery } from '../../../data/store/local-store.tsx';
import { settingsSwitchedOn } from '../../../first/first-queries.ts';
import { BlockedContext } from './use-blocked.ts';

/** Reads the blocked members from the local store once, for all components below it. */
export function BlockedProvider({ children }: { readonly children: ReactNode }) {
  const { rows } = useLiveQuery((store) => store.collections.settings.find(settingsSwitchedOn()), []);
  return <BlockedContext value={useMemo(() => rows && blockedBy(rows), [rows])}>{children}</BlockedContext>;
}
