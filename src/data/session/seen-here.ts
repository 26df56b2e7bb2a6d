import type { SyncStatus } from '../../../workers/device/sync-status.ts';

/** The status as this page shows it: where the browser knows of no network, connecting is in vain. */
export const asSeenHere = (status: SyncStatus): SyncStatus =>
  status.kind === 'connecting' && !navigator.onLine ? { ...status, kind: 'offline' } : status;
