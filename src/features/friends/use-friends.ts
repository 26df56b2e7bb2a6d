import { useMemo } from 'react';
import type { LocalRow } from '../../../workers/device/local-row.ts';
import { useLiveQuery, useOwnId } from '../../data/store/local-store.tsx';
import { friendsOf } from '../../first/first-queries.ts';
import { useBlocked } from './blocking/use-blocked.ts';

/**
 * The signed-in member's direct friends, longest friendship first; undefined until the local store has answered. A blocked friend is left
 * out at once, before the server has ended the friendship.
 */
export function useFriends(): readonly LocalRow<'friends'>[] | undefined {
  const userId = useOwnId();
  const { rows } = useLiveQuery((store) => store.collections.friends.find(friendsOf(userId)), [userId]);
  const blocked = useBlocked();
  return useMemo(
    () => rows && blocked && rows.filter((row) => !blocked.has(row.friend_id)).sort((a, b) => a.created_at.localeCompare(b.created_at)),
    [rows, blocked],
  );
}
