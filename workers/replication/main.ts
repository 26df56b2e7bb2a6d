import type { ReplicationStopped, StartReplication, StopReplication } from '../device/sync-status.ts';
import { type Replication, replicate } from './replicate.ts';

/**
 * The replication worker of one tab. The tab's page says which member's database to replicate. The same module runs in the page if no
 * worker can start: then messages to the page's own window start and stop it.
 */
let replication: Replication | null = null;

globalThis.addEventListener('message', (event: Event) => {
  const { data, source } = event as MessageEvent<StartReplication | StopReplication | undefined>;
  // In a page, other windows can send messages too.
  if (source !== null && source !== undefined && source !== (globalThis as unknown)) return;
  if (data?.kith !== 'start' && data?.kith !== 'stop') return;
  const postToPage = (message: { kith: 'started' } | ReplicationStopped) =>
    (globalThis as { postMessage?: (message: unknown) => void }).postMessage?.call(globalThis, message);
  const before = (replication?.close() ?? Promise.resolve()).catch((error) => console.error('Replication failed while it ended', error));
  replication = null;
  if (data.kith === 'stop') void before.then(() => postToPage({ kith: 'stopped' }));
  else {
    replication = replicate({ userId: data.userId, tab: data.tab, firstPage: data.firstPage });
    postToPage({ kith: 'started' });
  }
});
