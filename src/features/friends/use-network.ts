import { useMemo } from 'react';
import { type LocalStore, useLiveQuery, useStore } from '../../data/local-store.tsx';
import { type Network, networkOf } from './network.ts';
import { blockedBy } from './use-blocked.ts';

/** One's network as this device knows it, live; undefined until the local store has answered. `failed` where it cannot. */
export function useNetwork(): { readonly network: Network | undefined; readonly failed: boolean } {
  const { userId } = useStore();
  const friends = useLiveQuery((store) => store.collections.friends.find(), []);
  const settings = useLiveQuery((store) => store.collections.settings.find(), []);
  const network = useMemo(
    () => friends.rows && settings.rows && networkOf(userId, friends.rows, blockedBy(settings.rows)),
    [friends.rows, settings.rows, userId],
  );
  return { network, failed: Boolean(friends.error ?? settings.error) };
}

/** The same at this moment, for an act. */
export async function readNetwork(store: LocalStore): Promise<Network> {
  const [friends, settings] = await Promise.all([store.collections.friends.find().exec(), store.collections.settings.find().exec()]);
  return networkOf(
    store.userId,
    friends.map((row) => row.toJSON()),
    blockedBy(settings.map((row) => row.toJSON())),
  );
}
