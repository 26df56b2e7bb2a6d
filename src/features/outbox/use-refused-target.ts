import { useEffect, useState } from 'react';
import type { Refused } from '../../../workers/device/outbox.ts';
import { useStore } from '../../data/store/local-store.tsx';
import { refusedTarget } from './refused-target.ts';

/** The page to rewrite a refused write; undefined while it is looked up, null if its subject no longer exists and only its text is left. */
export function useRefusedTarget(refused: Refused | undefined): string | null | undefined {
  const store = useStore();
  const [target, setTarget] = useState<string | null>();
  useEffect(() => {
    if (!refused) return undefined;
    let wanted = true;
    refusedTarget(store, refused).then(
      (found) => wanted && setTarget(found ?? null),
      () => wanted && setTarget(null),
    );
    return () => {
      wanted = false;
    };
  }, [store, refused]);
  return target;
}
