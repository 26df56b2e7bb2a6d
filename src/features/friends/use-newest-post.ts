import type { LocalRow } from '../../../workers/device/local-row.ts';
import { useLiveQuery } from '../../data/store/local-store.tsx';
import { newestPostOf } from '../../first/first-queries.ts';

/** The newest post of a member that this device holds, live; null if there is none, undefined until the local store has answered. */
export function useNewestPost(userId: string): LocalRow<'posts'> | null | undefined {
  const { rows } = useLiveQuery((store) => store.collections.posts.find(newestPostOf(userId)), [userId]);
  return rows && (rows[0] ?? null);
}
