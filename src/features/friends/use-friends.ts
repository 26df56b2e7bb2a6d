import { useMemo } from 'react';
import type { LocalRow } from '../../../workers/device/local-row.ts';
import { useLiveQuery, useStore } from '../../data/local-store.tsx';
import { useBlocked } from './use-blocked.ts';

/**
 * The signed-in member's direct friends, longest friendship first; undefined until the local store has answered. A blocked friend is left
 * out at once, before the server has ended the friendship.
 */
export function useFriends(): readonly LocalRow<'friends'>[] | undefined {
  const { userId } = useStore();
  const { rows } = useLiveQuery((store) => store.collections.friends.find({ selector: { user_id: userId } }), [userId]);
  const blocked = useBlocked();
  return useMemo(
    () => rows && blocked && rows.filter((row) => !blocked.has(row.friend_id)).sort((a, b) => a.created_at.localeCompare(b.created_at)),
    [rows, blocked],
  );
}
