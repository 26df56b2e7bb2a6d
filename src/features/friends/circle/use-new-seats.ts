// New friends in the circle: each is shown as new once on every device, and the device remembers it.
import { useEffect, useState } from 'react';
import type { LocalRow } from '../../../../workers/device/local-row.ts';
import { useStore } from '../../../data/store/local-store.tsx';

const SEATS_SEEN_ID = 'seats-seen';
/** On a device's first look at the circle, friendships younger than this count as new. */
const NEW_MS = 24 * 60 * 60 * 1000;

interface Seen {
  readonly friends: readonly string[];
}

const nobody: ReadonlySet<string> = new Set();

/** Ids of the friends whom this device has not shown before, for as long as this component is mounted. Next time they are known. */
export function useNewSeats(friends: readonly LocalRow<'friends'>[] | undefined): ReadonlySet<string> {
  const store = useStore();
  const [fresh, setFresh] = useState(nobody);
  useEffect(() => {
    if (!friends) return;
    let wanted = true;
    const look = async () => {
      const stored = await store.database.getLocal<Seen>(SEATS_SEEN_ID);
      const seen = stored?.toJSON().data.friends;
      const isNew = ({ friend_id, created_at }: LocalRow<'friends'>) =>
        seen ? !seen.includes(friend_id) : store.clock.now() - Date.parse(created_at) < NEW_MS;
      const arrived = friends.filter(isNew).map(({ friend_id }) => friend_id);
      if (seen && arrived.length === 0 && seen.length === friends.length) return;
      await store.database.upsertLocal<Seen>(SEATS_SEEN_ID, { friends: friends.map(({ friend_id }) => friend_id) });
      if (wanted && arrived.length > 0) setFresh((before) => new Set([...before, ...arrived]));
    };
    look().catch((error: unknown) => console.error('Could not remember who sits at the table', error));
    return () => {
      wanted = false;
    };
  }, [store, friends]);
  return fresh;
}
