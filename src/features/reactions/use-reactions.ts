import { useMemo, useState } from 'react';
import type { LocalRow } from '../../../workers/device/local-row.ts';
import { useLiveQuery, useOwnId } from '../../data/store/local-store.tsx';
import { type RowGroups, useRowGroups } from '../../data/store/queries/use-row-groups.ts';
import { reactionsOn, reactionsOnOne } from '../../first/first-queries.ts';
import { useNotBlocked } from '../friends/blocking/use-blocked.ts';
import type { PersonOf } from '../people/use-people.ts';
import { groupReactions, keepOrder, type ReactionGroup } from './reaction-groups.ts';

type Row = LocalRow<'reactions'>;

const none: readonly ReactionGroup[] = [];
const nothing: readonly string[] = [];

const authorOf = (row: Row): string => row.user_id;
const targetOf = (row: Row): string => row.target_id;
const asTheyAre = (rows: readonly Row[]): readonly Row[] => rows;

/** The reactions of many targets, without those by blocked members. One query covers all of these targets. */
export function useReactionRows(targetIds: readonly string[]): RowGroups<readonly Row[]> {
  const { rows, error } = useLiveQuery(
    ({ collections }) => (targetIds.length > 0 ? collections.reactions.find(reactionsOn(targetIds)) : null),
    [targetIds.join()],
  );
  return useRowGroups(targetIds, { rows: useNotBlocked(rows, authorOf), error }, targetOf, asTheyAre);
}

/**
 * The reactions of one post, comment or message, grouped, without those by blocked members. The order is stable while they are on the
 * screen. If `active` is false it runs no query and returns the last known groups, so that what was scrolled away keeps its height.
 */
export function useReactions(targetId: string, personOf: PersonOf, active = true): readonly ReactionGroup[] {
  const { rows } = useLiveQuery(
    (store) => (active ? store.collections.reactions.find(reactionsOnOne(targetId)) : null),
    [targetId, active],
  );
  return useReactionGroups(targetId, useNotBlocked(rows, authorOf), personOf);
}

/** The reactions of one target, grouped. The order is stable while they are on the screen. While `rows` is undefined the last groups stay. */
export function useReactionGroups(targetId: string, rows: readonly Row[] | undefined, personOf: PersonOf): readonly ReactionGroup[] {
  const userId = useOwnId();
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
