import { useCallback } from 'react';
import { friendText } from '../../../text/friends.ts';
import { useWrite } from '../../outbox/use-write.ts';
import { waitForSeat } from './write-invitation.ts';

/** Asks to be notified once the inviter has a free seat, with or without a connection. The row shows that they wait. */
export function useWaitForSeat(): (id: string) => Promise<boolean> {
  const write = useWrite();
  return useCallback((id) => write((store) => waitForSeat(store, id), friendText.waitFailed), [write]);
}
