import { useMemo } from 'react';
import { useLiveQuery, useStore } from '../../data/local-store.tsx';
import type { PersonOf } from '../profiles/use-people.ts';
import { groupReactions, type ReactionGroup } from './reaction-groups.ts';

const none: readonly ReactionGroup[] = [];

/** The reactions of one post, comment or message, grouped. `active` false asks nothing and keeps nothing. */
export function useReactions(targetId: string, personOf: PersonOf, active = true): readonly ReactionGroup[] {
  const { userId } = useStore();
  const { rows } = useLiveQuery(
    (store) => (active ? store.collections.reactions.find({ selector: { target_id: targetId } }) : null),
    [targetId, active],
  );
  return useMemo(() => {
    if (!rows || rows.length === 0) return none;
    return groupReactions(
      rows.map((row) => {
        const person = personOf(row.user_id, { name: row.user_name, imageUrl: row.user_profile_image });
        return { ...row, user_name: person.name, user_profile_image: person.imageUrl };
      }),
      userId,
    );
  }, [rows, personOf, userId]);
}
