import { useConnection } from '../../data/connection.ts';
import type { Network } from '../friends/network.ts';
import { useNetwork } from '../friends/use-network.ts';

/** One's network as `useNetwork` has it; undefined too as long as it is empty and its people may only be on their way. */
export function useReach(): { readonly network: Network | undefined; readonly failed: boolean } {
  const { network, failed } = useNetwork();
  const { filled } = useConnection();
  const known = network !== undefined && (network.direct.length > 0 || filled('friends'));
  return { network: known ? network : undefined, failed };
}
