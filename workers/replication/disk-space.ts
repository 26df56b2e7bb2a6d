import { backoff } from '../../schemas/base/backoff.ts';
import type { LocalDatabase } from '../device/open-database.ts';
import { createSignal } from './signal.ts';

/**
 * Whether the device has disk space for what is written to it. It is full from the first write that fails for lack of it, a
 * page's or ours, until a write of some size succeeds again. What was fetched could not be kept in between, so that nothing
 * is fetched; what waits is sent all the same.
 */
export interface DiskSpace {
  readonly full: boolean;
  /** A write failed for lack of disk space. */
  lacking(): void;
  /** Looks at once whether there is disk space again. */
  poke(): void;
  close(): Promise<void>;
}

const PROBE_ID = 'room-probe';
/** About a page of rows: with less there is no use in going on. */
const PROBE = 'x'.repeat(32_000);

export function watchDiskSpace(database: LocalDatabase, onChange: () => void, onError: (error: unknown) => void): DiskSpace {
  const poked = createSignal();
  let full = false;
  let closed = false;
  let looking: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    for (let attempt = 1; !closed; attempt++) {
      await poked.wait(backoff(attempt));
      if (closed) return;
      try {
        await database.upsertLocal(PROBE_ID, { probe: PROBE });
        await database.upsertLocal(PROBE_ID, { probe: '' });
        break;
      } catch (error) {
        // Whatever it is now: as long as this cannot be stored, neither can rows.
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
    lacking() {
      if (full || closed) return;
      full = true;
      looking = look();
      onChange();
    },
    poke: poked.ring,
    async close() {
      closed = true;
      poked.ring();
      await looking;
    },
  };
}
