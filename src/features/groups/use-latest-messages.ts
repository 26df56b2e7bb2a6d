import { useEffect, useState } from 'react';
import type { LocalRow } from '../../../schemas/local/local-row.ts';
import { useStore } from '../../data/local-store.tsx';

export type LatestMessages = ReadonlyMap<string, LocalRow<'group_messages'>>;

/** The newest message of each group that has one, live: one row a group, however long its chat is. */
export function useLatestMessages(groupIds: readonly string[]): LatestMessages {
  const store = useStore();
  const [latest, setLatest] = useState<LatestMessages>(new Map());
  const wanted = [...groupIds].sort().join(' ');
  useEffect(() => {
    const subscriptions = wanted
      .split(' ')
      .filter(Boolean)
      .map((groupId) =>
        store.collections.group_messages
          .find({
            selector: { group_id: groupId },
            sort: [{ group_id: 'asc' }, { newest: 'asc' }],
            index: ['group_id', 'newest'],
            limit: 1,
          })
          .$.subscribe(([newest]) =>
            setLatest((before) => {
              const next = new Map(before);
              if (newest) next.set(groupId, newest.toJSON() as LocalRow<'group_messages'>);
              else next.delete(groupId);
              return next;
            }),
          ),
      );
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe();
    };
  }, [store, wanted]);
  return latest;
}
