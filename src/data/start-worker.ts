import type { StartReplication, StopReplication } from '../../schemas/local/sync-status.ts';
import workerUrl from '../../workers/replication/main.ts?worker&url';

/**
 * Starts the replication worker of this tab. Where no worker can start (an old WebView, a policy), the very same module is
 * loaded into the page and replicates from there.
 */
export function startReplication(userId: string): () => void {
  const start: StartReplication = { kith: 'start', userId };
  const stop: StopReplication = { kith: 'stop' };
  let stopped = false;
  let worker: Worker | null = null;

  const inPage = () => {
    worker?.terminate();
    worker = null;
    if (stopped) return;
    import(/* @vite-ignore */ workerUrl)
      .then(() => {
        if (!stopped) window.postMessage(start, location.origin);
      })
      .catch((error) => console.error('Replication could not be started', error));
  };

  try {
    worker = new Worker(workerUrl, { type: 'module', name: 'kith-replication' });
    let heard = false;
    worker.addEventListener('message', () => {
      heard = true;
    });
    worker.addEventListener('error', () => {
      // An error after it has started is one of its own; before, the module did not load.
      if (!heard) inPage();
    });
    worker.postMessage(start);
  } catch {
    inPage();
  }

  return () => {
    stopped = true;
    if (worker) {
      // It closes its database first; what it has not finished then goes on with the next leader.
      worker.postMessage(stop);
      const ended = worker;
      setTimeout(() => ended.terminate(), 2000);
    } else window.postMessage(stop, location.origin);
  };
}
