import { useMemo, useState } from 'react';
import { useLiveQuery, useStore } from '../../data/local-store.tsx';
import { useNotBlocked } from '../friends/use-blocked.ts';
import type { PersonOf } from '../people/use-people.ts';
import { groupReactions, keepOrder, type ReactionGroup } from './reaction-groups.ts';

const none: readonly ReactionGroup[] = [];
const nothing: readonly string[] = [];

const authorOf = (row: { readonly user_id: string }): string => row.user_id;

/**
 * The reactions of one post, comment or message, grouped, without those by blocked members. The order is stable while they are on the
 * screen. If `active` is false it runs no query and returns the last known groups, so that a card scrolled away keeps its height.
 */
export function useReactions(targetId: string, personOf: PersonOf, active = true): readonly ReactionGroup[] {
  const { userId } = useStore();
  const { rows: held } = useLiveQuery(
    (store) => (active ? store.collections.reactions.find({ selector: { target_id: targetId } }) : null),
    [targetId, active],
  );
  const rows = useNotBlocked(held, authorOf);
  const answered = useMemo(
    () =>
      rows &&
      groupReactions(
        rows.map((row) => {
          const person = personOf(row.user_id, { name: row.user_name, imageUrl: row.user_profile_image });
          return { ...row, user_name: person.name, user_profile_image: person.imageUrl };
        }),
        userId,
      ),
    [rows, personOf, userId],
  );
  const [known, setKnown] = useState({ of: targetId, groups: none });
  if (answered && (known.groups !== answered || known.of !== targetId)) setKnown({ of: targetId, groups: answered });
  const groups = answered ?? (known.of === targetId ? known.groups : none);

  const [shown, setShown] = useState(nothing);
  const order = keepOrder(shown, groups);
  if (order !== shown) setShown(order);
  return useMemo(() => [...groups].sort((a, b) => order.indexOf(a.emoji) - order.indexOf(b.emoji)), [groups, order]);
}
