import { useCallback, useEffect, useState } from 'react';
import { removeShare, type WaitingShare, waitingShares } from '../../../workers/device/waiting-shares.ts';
import { type LocalStore, useStore } from '../../data/store/local-store.tsx';

/** What waits. A share whose draft exists was used by a page that ended before it could remove the share. */
export async function unusedShares({ userId, drafts }: Pick<LocalStore, 'userId' | 'drafts'>): Promise<readonly WaitingShare[]> {
  const shares = await waitingShares(userId);
  if (shares.length === 0) return shares;
  const used = new Set((await drafts.read()).map(({ id }) => id));
  for (const share of shares) if (used.has(share.id)) await removeShare(share);
  return shares.filter(({ id }) => !used.has(id));
}

export interface WaitingShares {
  /** the earliest first; undefined until they are read */
  readonly shares: readonly WaitingShare[] | undefined;
  readonly failed: boolean;
  /** Reads them again. */
  readonly look: () => Promise<void>;
}

/** What other apps shared with Kith on this device and what this member may use. */
export function useWaitingShares(): WaitingShares {
  const store = useStore();
  const [shares, setShares] = useState<readonly WaitingShare[]>();
  const [failed, setFailed] = useState(false);
  const look = useCallback(async () => {
    try {
      setShares(await unusedShares(store));
    } catch (error) {
      console.warn('What was shared could not be read', error);
      setFailed(true);
    }
  }, [store]);
  useEffect(() => void look(), [look]);
  return { shares, failed, look };
}
