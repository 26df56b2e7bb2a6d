import { useCallback, useMemo } from 'react';
import type { LocalRow } from '../../../workers/device/local-row.ts';
import { useLiveQuery, useStore } from '../../data/store/local-store.tsx';
import type { PersonOf } from '../people/use-people.ts';
import { groupReactions, type ReactionGroup } from '../reactions/reaction-groups.ts';

export type ReactionsOf = (messageId: string) => readonly ReactionGroup[];
const none: readonly ReactionGroup[] = [];

/**
 * The reactions of messages, grouped. One query covers all of them, so a message that comes into view has its full height at once and the
 * text being read does not move.
 */
export function useMessageReactions(personOf: PersonOf, hidden: ReadonlySet<string>): ReactionsOf {
  const { userId } = useStore();
  const { rows } = useLiveQuery((store) => store.collections.reactions.find({ selector: { target_type: 'message' } }), []);
  const byMessage = useMemo(() => {
    const found = new Map<string, LocalRow<'reactions'>[]>();
    for (const row of rows ?? []) {
      if (hidden.has(row.user_id)) continue;
      const same = found.get(row.target_id);
      if (same) same.push(row);
      else found.set(row.target_id, [row]);
    }
    return found;
  }, [rows, hidden]);
  const grouped = useMemo(() => {
    const groups = new Map<string, readonly ReactionGroup[]>();
    for (const [messageId, reactions] of byMessage) {
      const named = reactions.map((row) => {
        const person = personOf(row.user_id, { name: row.user_name, imageUrl: row.user_profile_image });
        return { ...row, user_name: person.name, user_profile_image: person.imageUrl };
      });
      groups.set(messageId, groupReactions(named, userId));
    }
    return groups;
  }, [byMessage, personOf, userId]);
  return useCallback((messageId) => grouped.get(messageId) ?? none, [grouped]);
}
