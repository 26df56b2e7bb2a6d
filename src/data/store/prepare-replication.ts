/// <reference path="./worker-address.d.ts" />

import { scriptAddress } from '../../../workers/device/script-address.ts';
import type { ReplicationStopped, StartReplication, StopReplication } from '../../../workers/device/sync-status.ts';
import wholeUrl from '../../../workers/replication/main.ts?worker&url';
import workerUrl from '../../../workers/replication/main.ts?worker&url&shared';
import { afterFirstPaint } from '../first-paint.ts';
import { tabId } from '../session/tab-id.ts';

export interface Replication {
  /** Begins, once there is a store to replicate, or with the first page, for which the worker makes the store. Further calls do nothing. */
  start(userId: string, options?: { readonly firstPage: boolean }): void;
  /** Ends for good, even if it never began. Settles when nothing of it runs any more. */
  stop(): Promise<void>;
}

/** A worker that does not end by itself within this time is terminated. */
const ENDED_LIMIT_MS = 2000;

/** The worker, which waits for its start; null if there can be none. `onFailed` is called if its module does not load. */
function loadWorker(onFailed: () => void): Worker | null {
  let worker: Worker;
  try {
    worker = new Worker(scriptAddress(workerUrl), { type: 'module', name: 'kith-replication' });
  } catch {
    // There is no worker: the page replicates.
    return null;
  }
  let heard = false;
  worker.addEventListener('message', () => {
    heard = true;
  });
  worker.addEventListener('error', () => {
    // After the start, the error is the worker's own. Before it, the module did not load.
    if (heard) return;
    worker.terminate();
    onFailed();
  });
  return worker;
}

/**
 * Loads the replication worker of this tab after the first paint. The worker then waits for its start: where the store is not open yet, its
 * code loads while the store opens. If no worker can start (an old WebView, a policy), the page loads the same module and replicates itself.
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

  let loaded = false;
  const send = (start: StartReplication) => (worker ? worker.postMessage(start) : inPage(start));
  const leaveUnloaded = afterFirstPaint(() => {
    loaded = true;
    worker = loadWorker(() => {
      worker = null;
      if (begun && !stopped) inPage(begun);
    });
    if (begun) send(begun);
  });

  /** The worker closes its database first. The next leader continues what it has not finished. */
  function end(): Promise<void> {
    stopped = true;
    leaveUnloaded();
    const replicating: EventTarget = worker ?? window;
    if (!begun || !loaded) {
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
    start(userId, { firstPage } = { firstPage: false }) {
      if (stopped || begun) return;
      begun = { kith: 'start', userId, tab: tabId, firstPage };
      if (loaded) send(begun);
    },
    stop() {
      ended ??= end();
      return ended;
    },
  };
}
