import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import { modifyLocal, readLocal } from '../../device/local-documents.ts';
import type { LocalDatabase } from '../../device/open-local-database.ts';
import { noProgress, SYNC_PROGRESS_ID, type SyncProgress } from '../../device/sync-status.ts';
import { type Lead, soleLead } from '../../device/write-rows.ts';

/** The progress of sync, in memory and in the store. Changes are stored one after the other. */
export interface Progress {
  readonly now: SyncProgress;
  change(change: (before: SyncProgress) => SyncProgress): Promise<void>;
}

export async function openProgress(database: LocalDatabase, lead: Lead = soleLead): Promise<Progress> {
  let now = (await readLocal<SyncProgress>(database, SYNC_PROGRESS_ID)) ?? noProgress;
  return {
    get now() {
      return now;
    },
    async change(change) {
      await lead.prove();
      // If storing fails, `now` stays as it was.
      now = await modifyLocal(database, SYNC_PROGRESS_ID, noProgress, change);
    },
  };
}

export const withFilled = (progress: SyncProgress, collection: CollectionName): SyncProgress =>
  progress.filled.includes(collection) ? progress : { ...progress, filled: [...progress.filled, collection] };

export const withRecheck = (progress: SyncProgress, collection: CollectionName, ids: readonly string[]): SyncProgress => ({
  ...progress,
  recheck: { ...progress.recheck, [collection]: [...new Set([...(progress.recheck[collection] ?? []), ...ids])] },
});

export const withoutRecheck = (progress: SyncProgress, collection: CollectionName, ids: readonly string[]): SyncProgress => ({
  ...progress,
  recheck: { ...progress.recheck, [collection]: (progress.recheck[collection] ?? []).filter((id) => !ids.includes(id)) },
});
