import { useMemo } from 'react';
import { SORT_KEY_MAX } from '../../../workers/device/local-row.ts';
import { useLiveQuery } from '../../data/local-store.tsx';
import { nextMidnight, useClock } from '../../ui/use-clock.ts';

function startOfDay(now: number): number {
  const start = new Date(now);
  start.setHours(0, 0, 0, 0);
  return start.getTime();
}

const nobody: ReadonlySet<string> = new Set();

/** The ids of members with a post of today on this device. The day is in the device's time zone. */
export function useWroteToday(): ReadonlySet<string> {
  const since = startOfDay(useClock(nextMidnight));
  const { rows } = useLiveQuery(
    (store) =>
      store.collections.posts.find({
        selector: { newest: { $lte: SORT_KEY_MAX - since } },
        sort: [{ newest: 'asc' }],
        index: ['newest'],
      }),
    [since],
  );
  return useMemo(() => (rows ? new Set(rows.map((post) => post.author_id)) : nobody), [rows]);
}
