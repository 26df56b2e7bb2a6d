import { useMemo } from 'react';
import { blockedBy } from '../../../schemas/friends/blocked-ids.ts';
import { useConnection } from '../../data/store/connection.ts';
import { type LocalStore, useLiveQuery, useOwnId } from '../../data/store/local-store.tsx';
import { useBlocked } from './blocking/use-blocked.ts';
import { type Network, networkOf } from './network.ts';

/** The signed-in member's network from this device, live; undefined until the local store has answered. `failed` if it cannot be read. */
export function useNetwork(): { readonly network: Network | undefined; readonly failed: boolean } {
  const userId = useOwnId();
  const friends = useLiveQuery((store) => store.collections.friends.find(), []);
  const hidden = useHidden();
  const network = useMemo(
    () => friends.rows && hidden.ids && networkOf(userId, friends.rows, hidden.ids),
    [friends.rows, hidden.ids, userId],
  );
  return { network, failed: Boolean(friends.error ?? hidden.error) };
}

/**
 * Ids of people whom the signed-in member must not see: members they block, and members who block them. The rows of a common friend still
 * contain the friendship with such a member, but no profile arrives. So once all rows are here, a person without a profile is hidden.
 */
export function useHidden(): { readonly ids: ReadonlySet<string> | undefined; readonly error: unknown } {
  const blocked = useBlocked();
  const { filled } = useConnection();
  const profiles = useLiveQuery((store) => store.collections.profiles.find(), []);
  const friends = useLiveQuery((store) => store.collections.friends.find(), []);
  const complete = filled('profiles') && filled('friends');
  const ids = useMemo(() => {
    if (!blocked || !profiles.rows || !friends.rows) return undefined;
    if (!complete) return blocked;
    const seen = new Set(profiles.rows.map((row) => row.id));
    return new Set([...blocked, ...friends.rows.map((row) => row.friend_id).filter((id) => !seen.has(id))]);
  }, [blocked, profiles.rows, friends.rows, complete]);
  return { ids, error: profiles.error ?? friends.error };
}

/** The current network, read once for a write. */
export async function readNetwork(store: LocalStore): Promise<Network> {
  const [friends, settings] = await Promise.all([store.collections.friends.find().exec(), store.collections.settings.find().exec()]);
  return networkOf(
    store.userId,
    friends.map((row) => row.toJSON()),
    blockedBy(settings.map((row) => row.toJSON())),
  );
}
