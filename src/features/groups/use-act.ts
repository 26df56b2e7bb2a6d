import { useCallback, useState } from 'react';
import { notify } from '../../ui/toast.ts';
import { type StoreWrite, useWrite } from '../outbox/use-write.ts';

/** Runs acts one after the other, and says in a toast what became of each. Resolves to whether it was done. */
export function useAct(): {
  readonly busy: boolean;
  readonly act: (act: StoreWrite, failed: string, done?: string) => Promise<boolean>;
} {
  const write = useWrite();
  const [busy, setBusy] = useState(false);
  const act = useCallback(
    async (act: StoreWrite, failed: string, done?: string) => {
      setBusy(true);
      const accepted = await write(act, failed);
      if (accepted && done) notify.success(done);
      setBusy(false);
      return accepted;
    },
    [write],
  );
  return { busy, act };
}
