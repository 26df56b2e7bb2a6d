import { useMemo } from 'react';
import { useLiveQuery } from '../../../data/store/local-store.tsx';
import { postsOfDay, startOfDayKey } from '../../../first/first-queries.ts';
import { useToday } from '../../../ui/behaviour/use-clock.ts';

const nobody: ReadonlySet<string> = new Set();

/**
 * The ids of members with a post of today on this device. The day is in the device's time zone. All posts of the day are read for it, so a
 * page that must show something else first passes `active` once it does. Until then the set is empty.
 */
export function useWroteToday(active = true): ReadonlySet<string> {
  const start = startOfDayKey(useToday());
  const { rows } = useLiveQuery((store) => (active ? store.collections.posts.find(postsOfDay(start)) : null), [start, active]);
  return useMemo(() => (rows ? new Set(rows.map((post) => post.author_id)) : nobody), [rows]);
}
