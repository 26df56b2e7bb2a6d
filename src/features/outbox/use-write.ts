import { useCallback } from 'react';
import type { RefusalCode, Verdict } from '../../../schemas/base/refusal.ts';
import { refusalWording } from '../../../schemas/wording/refusal-wording.ts';
import { type LocalStore, useStoreForAct } from '../../data/store/local-store.tsx';
import { notify } from '../../ui/overlays/toast.ts';

export type StoreWrite = (store: LocalStore) => Promise<Verdict>;

/**
 * Runs a write into the local store, and resolves to whether it was allowed. A refusal is shown in a toast, or passed to `refused`.
 * `failed` is the message for a write that could not be stored.
 */
export type Write = (act: StoreWrite, failed: string, refused?: (code: RefusalCode) => void) => Promise<boolean>;

const sayRefusal = (code: RefusalCode) => notify.error(refusalWording[code]);

export function useWrite(): Write {
  const storeForAct = useStoreForAct();
  return useCallback(
    async (act, failed, refused = sayRefusal) => {
      try {
        const store = storeForAct();
        const verdict = await act(store instanceof Promise ? await store : store);
        if (!verdict.allowed) refused(verdict.code);
        return verdict.allowed;
      } catch {
        notify.error(failed);
        return false;
      }
    },
    [storeForAct],
  );
}
