import type { Call } from '../../../schemas/push/call.ts';
import { readCall } from '../../../schemas/push/payload.ts';
import type { LocalCollections } from '../open-local-database.ts';
import { readCallFacts } from './call-facts.ts';

type Notices = Pick<ServiceWorkerRegistration, 'getNotifications'>;

/**
 * Closes the notices about what was read, was deleted, or may not be read any more. Call it only while this device has everything that the
 * server has reported. Notices that name no call stay.
 */
export async function closeReadNotices(notices: Notices, collections: LocalCollections, userId: string): Promise<void> {
  for (const notice of await notices.getNotifications()) {
    const call: Call | null = readCall(notice.data);
    if (call && (await readCallFacts(collections, userId, call)).isOver) notice.close();
  }
}

/** Closes all notices, because their member signs out. */
export async function closeAllNotices(notices: Notices): Promise<void> {
  for (const notice of await notices.getNotifications()) notice.close();
}
