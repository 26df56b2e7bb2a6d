import { useCallback, useMemo } from 'react';
import { answerWording } from '../../../schemas/wording/answer-wording.ts';
import { useFirstComing } from '../../data/store/connection.ts';
import { useLiveQuery } from '../../data/store/local-store.tsx';
import { allProfiles } from '../../first/first-queries.ts';
import type { Person } from './own-person.ts';

/** In place of a name that is still on its way: nothing to read, as wide as a short name and as high as any. */
const BLANK = '\u00a0'.repeat(12);

/**
 * The name and image of a member: from their profile if it is stored, otherwise from the row, otherwise 'Unknown User'. While their
 * profile may still be on its way, the name is blank.
 */
export type PersonOf = (userId: string, brought?: { readonly name: string | null; readonly imageUrl: string | null }) => Person;

/** One live query over the stored profiles, so that a rename shows everywhere at once. */
export function usePeople(): PersonOf {
  const { rows } = useLiveQuery((store) => store.collections.profiles.find(allProfiles()), []);
  const coming = useFirstComing('profiles');
  const nobody = rows === undefined || coming ? BLANK : answerWording.UNKNOWN_USER;
  // The same object for a person each time: a row of a list that got another one would be drawn again.
  const byId = useMemo(
    () => new Map(rows?.map((row) => [row.id, { name: row.name || answerWording.UNKNOWN_USER, imageUrl: row.profile_image_url }])),
    [rows],
  );
  return useCallback<PersonOf>(
    (userId, brought) => byId.get(userId) ?? { name: brought?.name || nobody, imageUrl: brought?.imageUrl ?? null },
    [byId, nobody],
  );
}
