import { useEffect, useRef, useState } from 'react';
import { markRead } from '../../../data/store/change-notifications.ts';
import { useLiveQuery, useStoreForAct } from '../../../data/store/local-store.tsx';
import { useFriends } from '../use-friends.ts';
import { useInvitations } from './use-invitations.ts';
import { type AcceptedRequest, useOwnAccepted } from './use-own-accepted.ts';

/** How long the seat is shown. */
const SHOWN_MS = 2400;

/**
 * The request of a member without other friends that was accepted while this page was open, for as long as their seat is shown. They have
 * seen then what the notification says, so it is read, and no mail follows it.
 */
export function useFillingSeat(): AcceptedRequest | undefined {
  const storeForAct = useStoreForAct();
  const sent = useInvitations()?.sent;
  const accepted = useOwnAccepted();
  const friends = useFriends();
  const asked = useRef(new Set<string>());
  useEffect(() => {
    for (const { id } of sent ?? []) asked.current.add(id);
  }, [sent]);
  const [filled, setFilled] = useState<string>();
  /** the invitation whose seat was shown */
  const [seen, setSeen] = useState<string>();
  const id = accepted?.id;
  const alone = friends !== undefined && friends.length <= 1;
  useEffect(() => {
    if (!id || !alone || !asked.current.has(id)) return;
    asked.current.delete(id);
    setFilled(id);
    setSeen(id);
  }, [id, alone]);
  // The notification may arrive after the invitation that it is about.
  const { rows: unread } = useLiveQuery(
    ({ collections }) =>
      seen === undefined ? null : collections.notifications.find({ selector: { is_read: false, related_invitation_id: seen } }),
    [seen],
  );
  useEffect(() => {
    if (!unread?.length) return;
    const ids = unread.map((row) => row.id);
    const mark = async () => markRead(await storeForAct(), ids);
    mark().catch((error: unknown) => console.error('A notification could not be marked read', error));
  }, [unread, storeForAct]);
  useEffect(() => {
    if (!filled) return;
    const timer = setTimeout(() => setFilled(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [filled]);
  return filled === id ? accepted : undefined;
}
