import { listen } from '../../../schemas/base/listen.ts';
import { changeOf, firstBatch } from '../../../workers/device/pending/push-changes.ts';
import { request } from '../session/request.ts';
import { accessToken, heldToken, signedInMember } from '../session/session.ts';
import { prepareBackgroundSync } from './background-sync.ts';
import type { LocalStore } from './local-store.tsx';
import { knownPending, onPendingChange } from './page-pending.ts';

/**
 * What was written leaves even if the app is put away at once. When the last visible page is hidden, or when something is written while it
 * is hidden, the pending rows that fit go to the server in a request that outlives the page. What does not leave in this way is sent by the
 * service worker once there is a network, where the browser can start it (background-sync.ts).
 *
 * The request is one more copy of what the worker sends: its answer is not awaited, and the rows stay pending until the worker has sent them
 * again and stored the answer. The server recognizes their write ids. Nothing is sent to a server that the worker would not send to either.
 */

/** Browsers allow 64 KiB for all such requests of a page together. */
const MOST_BYTES = 60_000;

/** Begins to watch a store. The returned function ends that. */
export function sendWhenHidden({ userId, database, connection }: Pick<LocalStore, 'userId' | 'database' | 'connection'>): () => void {
  /** the write ids of the last request since the page was visible */
  let sent = '';

  /** whether the browser was asked to start the service worker, since something became pending or the page was visible */
  let asked = false;
  const askForSync = prepareBackgroundSync();

  /** Asks where the worker of this page may not come to send: the page may be closed before there is a network. */
  function leaveToServiceWorker(): void {
    const pending = knownPending(database)?.count ?? 0;
    if (pending === 0) asked = false;
    else if (!asked && (document.visibilityState === 'hidden' || connection.snapshot().status.kind === 'offline')) {
      asked = true;
      askForSync();
    }
  }

  function send(): void {
    const { status } = connection.snapshot();
    if (!status.takesWrites || status.later === 'all' || connection.isLookedAtElsewhere() || signedInMember() !== userId) return;
    const token = heldToken();
    const rows = knownPending(database)?.inOrder() ?? [];
    const wanted = rows.filter(({ row }) => !status.later.includes(row.write_id));
    const changes = firstBatch(
      wanted.map(({ collection, row }) => changeOf(collection, row)),
      MOST_BYTES,
      false,
    );
    const ids = changes.map(({ document }) => document.write_id).join();
    if (token === null || ids === '' || ids === sent) return;
    sent = ids;
    void request('POST', '/api/sync/push', { body: { changes }, token, keepalive: true });
  }

  function onVisibility(): void {
    if (document.visibilityState === 'hidden') onHidden();
    else {
      sent = '';
      asked = false;
    }
  }
  function onHidden(): void {
    send();
    leaveToServiceWorker();
  }

  const stop = listen([document, 'visibilitychange', onVisibility], [globalThis, 'pagehide', onHidden]);
  const stopStatus = connection.subscribe(leaveToServiceWorker);
  const forget = onPendingChange(database, () => {
    leaveToServiceWorker();
    if (document.visibilityState === 'hidden') send();
    // A page whose worker does not lead may have no token yet, and must not have to ask for one while it is being hidden.
    else if (connection.snapshot().status.takesWrites && heldToken() === null) void accessToken();
  });
  return () => {
    stop();
    stopStatus();
    forget();
  };
}
