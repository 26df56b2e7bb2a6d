import { useCallback, useState } from 'react';
import type { Verdict } from '../../../schemas/protocol/refusal.ts';
import { refusalWording } from '../../../schemas/wording/refusal-wording.ts';
import { notify } from '../../ui/toast.ts';

/** Runs acts one after the other, and says in a toast what became of each. Resolves to whether it was done. */
export function useAct(): {
  readonly busy: boolean;
  readonly act: (write: () => Promise<Verdict>, failed: string, done?: string) => Promise<boolean>;
} {
  const [busy, setBusy] = useState(false);
  const act = useCallback(async (write: () => Promise<Verdict>, failed: string, done?: string) => {
    setBusy(true);
    try {
      const verdict = await write();
      if (!verdict.allowed) notify.error(refusalWording[verdict.code]);
      else if (done) notify.success(done);
      return verdict.allowed;
    } catch {
      notify.error(failed);
      return false;
    } finally {
      setBusy(false);
    }
  }, []);
  return { busy, act };
}
