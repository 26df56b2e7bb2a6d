import type { Realm } from '../../schemas/base/realm.ts';
import { backoff } from '../device/backoff.ts';
import type { LocalDatabase } from '../device/open-local-database.ts';
import { createSignal } from './state/signal.ts';

/**
 * Whether the device has disk space. It is full from the first write that fails for lack of it, a page's or the worker's, until a larger
 * write succeeds again. In between nothing is fetched, because it could not be stored. Pending writes are still sent.
 */
export interface DiskSpace {
  readonly full: boolean;
  /** A write failed for lack of disk space. */
  reportFull(): void;
  /** Checks at once whether there is disk space again. */
  poke(): void;
  close(): Promise<void>;
}

const PROBE_ID = 'room-probe';
/** About a page of rows: with less space it makes no sense to go on. */
const PROBE = 'x'.repeat(32_000);

export function watchDiskSpace(
  database: LocalDatabase,
  onChange: () => void,
  onError: (error: unknown) => void,
  realm: Realm = globalThis,
): DiskSpace {
  const poked = createSignal(realm);
  let full = false;
  let closed = false;
  let probing: Promise<void> = Promise.resolve();

  async function probe(): Promise<void> {
    for (let attempt = 1; !closed; attempt++) {
      await poked.wait(backoff(attempt, realm));
      if (closed) return;
      try {
        await database.upsertLocal(PROBE_ID, { probe: PROBE });
        await database.upsertLocal(PROBE_ID, { probe: '' });
        break;
      } catch (error) {
        // Whatever the error is: while this cannot be stored, rows cannot either.
        if (!closed) onError(error);
      }
    }
    full = false;
    if (!closed) onChange();
  }

  return {
    get full() {
      return full;
    },
    reportFull() {
      if (full || closed) return;
      full = true;
      probing = probe();
      onChange();
    },
    poke: poked.ring,
    async close() {
      closed = true;
      poked.ring();
      await probing;
    },
  };
}
