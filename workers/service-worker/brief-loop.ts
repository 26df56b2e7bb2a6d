import { pause } from '../../schemas/base/pause.ts';
import { onStorageOutdated } from '../device/browser-storage.ts';
import { OtherStore } from '../device/store/other-store.ts';
import type { SyncStatus } from '../device/sync-status.ts';
import { type Replication, replicate } from '../replication/replicate.ts';
import { openExisting } from './existing-store.ts';

/** The loop of the tabs, which the service worker runs for a moment. */
export interface BriefLoop {
  readonly replication: Replication;
  close(): Promise<void>;
}

/** A page that is suspended holds the lead and does not answer. Nobody replicates in its place. */
const PATIENCE = { ms: 500, spreadMs: 0 };
const CLOSE_MS = 2000;

/**
 * Starts the loop. It opens an existing store alone, and counts as no use of the session: nobody looks at the app.
 *
 * `onVain` is called once it can do nothing: the store is of another version, or the member signs out.
 */
export function startBriefLoop(userId: string, onStatus: (status: SyncStatus) => void, onVain: () => void): BriefLoop {
  const replication = replicate({
    userId,
    tab: null,
    patience: PATIENCE,
    async openDatabase() {
      try {
        return await openExisting(userId);
      } catch (error) {
        if (error instanceof OtherStore) onVain();
        throw error;
      }
    },
    onStatus,
  });
  void replication.ended.then(onVain);
  const forget = onStorageOutdated(onVain);
  replication.wake();
  return {
    replication,
    async close() {
      forget();
      // A store that a newer version has upgraded, or that is gone, may never close cleanly.
      await Promise.race([replication.close(), pause(CLOSE_MS)]);
    },
  };
}
