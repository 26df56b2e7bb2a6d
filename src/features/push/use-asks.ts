import { useState } from 'react';
import { useFriends } from '../friends/use-friends.ts';
import { readPushRecord, wereNoticesDeclined } from './push-record.ts';
import { usePush } from './use-push.ts';

/**
 * Whether to ask the member for notices: once they have a friend, on a device that can have them and has not been asked. The answer is known
 * a moment after the friends are, when the browser and the server have said what they can.
 */
export function useAsksForNotices(): boolean {
  const [wasAnswered] = useState(() => wereNoticesDeclined() || readPushRecord().isOn);
  const friends = useFriends();
  const isWanted = !wasAnswered && friends !== undefined && friends.length > 0;
  const { state } = usePush(isWanted);
  return isWanted && (state === 'off' || state === 'home-screen-first');
}
