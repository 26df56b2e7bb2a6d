import { useEffect, useState } from 'react';
import type { LocalRow } from '../../../../workers/device/local-row.ts';
import { useStore } from '../../../data/store/local-store.tsx';

/** By group id; null for a group without messages. A group that is not read yet is not in the map. */
export type LatestMessages = ReadonlyMap<string, LocalRow<'group_messages'> | null>;

/** The newest message of each group, live. It reads one row per group, however long the chat is. */
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
            setLatest((before) => new Map(before).set(groupId, newest ? (newest.toJSON() as LocalRow<'group_messages'>) : null)),
          ),
      );
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe();
    };
  }, [store, wanted]);
  return latest;
}
