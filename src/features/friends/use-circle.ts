import { useMemo } from 'react';
import type { CircleFriend } from '../../ui/circle.tsx';
import type { PersonOf } from '../profiles/use-people.ts';
import { useFriends } from './use-friends.ts';

/** One's direct friends as they sit around the table; undefined until the local store has answered. */
export function useCircle(personOf: PersonOf): readonly CircleFriend[] | undefined {
  const friends = useFriends();
  return useMemo(() => friends?.map((friend) => ({ id: friend.friend_id, ...personOf(friend.friend_id) })), [friends, personOf]);
}
