import { useMemo } from 'react';
import type { LocalRow } from '../../../schemas/local/local-row.ts';
import { useLiveQuery, useStore } from '../../data/local-store.tsx';

/** One's own direct friends, the longest friendship first; undefined until the local store has answered. */
export function useFriends(): readonly LocalRow<'friends'>[] | undefined {
  const { userId } = useStore();
  const { rows } = useLiveQuery((store) => store.collections.friends.find({ selector: { user_id: userId } }), [userId]);
  return useMemo(() => rows && [...rows].sort((a, b) => a.created_at.localeCompare(b.created_at)), [rows]);
}
