import { type ReactNode, useMemo } from 'react';
import { useLiveQuery } from '../../data/local-store.tsx';
import { BlockedContext, blockedBy } from './use-blocked.ts';

/** Reads the blocked members from the local store once, for all components below it. */
export function BlockedProvider({ children }: { readonly children: ReactNode }) {
  const { rows } = useLiveQuery((store) => store.collections.settings.find({ selector: { value: 'on' } }), []);
  return <BlockedContext value={useMemo(() => rows && blockedBy(rows), [rows])}>{children}</BlockedContext>;
}
