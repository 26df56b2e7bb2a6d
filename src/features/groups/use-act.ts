import { useCallback, useState } from 'react';
import { notify } from '../../ui/overlays/toast.ts';
import { type StoreWrite, useWrite } from '../outbox/use-write.ts';

/**
 * Runs a write with a busy state. A toast shows a failure, and also success if `done` is given. Resolves to whether the write was allowed.
 */
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
