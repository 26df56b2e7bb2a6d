import { useCallback, useMemo } from 'react';
import { answerWording } from '../../../schemas/wording/answer-wording.ts';
import { useLiveQuery } from '../../data/local-store.tsx';
import type { Person } from './own-person.ts';

/** The name and image of a member: from their profile if it is stored, otherwise from the row, otherwise 'Unknown User'. */
export type PersonOf = (userId: string, brought?: { readonly name: string | null; readonly imageUrl: string | null }) => Person;

/** One live query over the stored profiles, so that a rename shows everywhere at once. */
export function usePeople(): PersonOf {
  const { rows } = useLiveQuery((store) => store.collections.profiles.find(), []);
  const byId = useMemo(() => new Map(rows?.map((row) => [row.id, row])), [rows]);
  return useCallback<PersonOf>(
    (userId, brought) => {
      const profile = byId.get(userId);
      if (profile) return { name: profile.name || answerWording.UNKNOWN_USER, imageUrl: profile.profile_image_url };
      return { name: brought?.name || answerWording.UNKNOWN_USER, imageUrl: brought?.imageUrl ?? null };
    },
    [byId],
  );
}
