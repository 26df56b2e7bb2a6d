import { useCallback, useMemo } from 'react';
import { useNetwork } from './use-network.ts';

/** The direct friend who connects the signed-in member to a person. If there are several, the first in the order of the network. */
export function useThroughFriend(): (userId: string) => string | undefined {
  const { network } = useNetwork();
  const through = useMemo(() => new Map(network?.further.map((person) => [person.id, person.through[0]])), [network]);
  return useCallback((userId: string) => through.get(userId), [through]);
}
