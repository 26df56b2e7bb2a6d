import { useConnection } from '../../../data/store/connection.ts';
import type { Network } from '../../friends/network.ts';
import { useNetwork } from '../../friends/use-network.ts';

/** The network from `useNetwork`, but undefined also while it is empty and friends may still arrive. */
export function useReach(): { readonly network: Network | undefined; readonly failed: boolean } {
  const { network, failed } = useNetwork();
  const { filled } = useConnection();
  const known = network !== undefined && (network.direct.length > 0 || filled('friends'));
  return { network: known ? network : undefined, failed };
}
