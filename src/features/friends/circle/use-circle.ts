import { useMemo } from 'react';
import type { CircleFriend } from '../../../ui/people/circle.tsx';
import type { PersonOf } from '../../people/use-people.ts';
import { useFriends } from '../use-friends.ts';
import { useWroteToday } from './use-wrote-today.ts';

/** The signed-in member's direct friends for the circle drawing; undefined until the local store has answered. */
export function useCircle(personOf: PersonOf): readonly CircleFriend[] | undefined {
  const friends = useFriends();
  const wroteToday = useWroteToday();
  return useMemo(
    () => friends?.map(({ friend_id: id }) => ({ id, ...personOf(id), wroteToday: wroteToday.has(id) })),
    [friends, personOf, wroteToday],
  );
}
