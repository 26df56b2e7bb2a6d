import { useCallback, useMemo } from 'react';
import { useLiveQuery, useStore } from '../../data/local-store.tsx';

/** Through which direct friend one knows somebody: friends' own rows name their friends. */
export function useThroughFriend(): (userId: string) => string | undefined {
  const { userId: own } = useStore();
  const { rows } = useLiveQuery((store) => store.collections.friends.find(), []);
  const through = useMemo(() => {
    const byFriend = new Map<string, string>();
    for (const row of rows ?? []) if (row.user_id !== own && row.friend_id !== own) byFriend.set(row.friend_id, row.user_id);
    return byFriend;
  }, [rows, own]);
  return useCallback((userId: string) => through.get(userId), [through]);
}
