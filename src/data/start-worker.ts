/// <reference path="./worker-address.d.ts" />
import type { ReplicationStopped, StartReplication, StopReplication } from '../../workers/device/sync-status.ts';
import wholeUrl from '../../workers/replication/main.ts?worker&url';
import workerUrl from '../../workers/replication/main.ts?worker&url&shared';
import { scriptAddress } from './script-address.ts';
import { tabId } from './tab-id.ts';

export interface Replication {
  /** Begins, once there is a store to replicate. */
  start(userId: string): void;
  /** Ends for good, even if it never began. Settles when nothing of it runs any more. */
  stop(): Promise<void>;
}

/** A worker that does not end by itself within this time is terminated. */
const ENDED_LIMIT_MS = 2000;

/**
 * Loads the replication worker of this tab, which then waits for its start: its code loads while the store opens. If no worker can start
 * (an old WebView, a policy), the page loads the same module and replicates itself.
 *
 * The worker shares the page's files for the local database. In the page, the module comes with its own copy: within one realm RxDB opens a
 * database only once, and its limit of collections is too low for both.
 */
export function prepareReplication(): Replication {
  const stop: StopReplication = { kith: 'stop' };
  let stopped = false;
  let begun: StartReplication | null = null;
  let worker: Worker | null = null;

  const inPage = (start: StartReplication) => {
    import(/* @vite-ignore */ wholeUrl)
      .then(() => {
        if (!stopped) window.postMessage(start, location.origin);
      })
      .catch((error) => console.error('Replication could not be started', error));
  };

  try {
    worker = new Worker(scriptAddress(workerUrl), { type: 'module', name: 'kith-replication' });
    let heard = false;
    worker.addEventListener('message', () => {
      heard = true;
    });
    worker.addEventListener('error', () => {
      // After the start, the error is the worker's own. Before it, the module did not load.
      if (heard || stopped) return;
      worker?.terminate();
      worker = null;
      if (begun) inPage(begun);
    });
  } catch {
    // There is no worker: the page replicates.
  }

  /** The worker closes its database first. The next leader continues what it has not finished. */
  function end(): Promise<void> {
    stopped = true;
    const replicating: EventTarget = worker ?? window;
    if (!begun) {
      worker?.terminate();
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const settle = () => {
        clearTimeout(limit);
        replicating.removeEventListener('message', onMessage);
        worker?.terminate();
        resolve();
      };
      const onMessage = (event: Event) => {
        if ((event as MessageEvent<ReplicationStopped | undefined>).data?.kith === 'stopped') settle();
      };
      const limit = setTimeout(settle, ENDED_LIMIT_MS);
      replicating.addEventListener('message', onMessage);
      if (worker) worker.postMessage(stop);
      else window.postMessage(stop, location.origin);
    });
  }
  let ended: Promise<void> | null = null;

  return {
    start(userId) {
      if (stopped || begun) return;
      begun = { kith: 'start', userId, tab: tabId };
      if (worker) worker.postMessage(begun);
      else inPage(begun);
    },
    stop() {
      ended ??= end();
      return ended;
    },
  };
}
