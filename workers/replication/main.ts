import { createTokens } from '../../schemas/protocol/session.ts';
import { browserStorage, createReopening, onStorageLost } from '../device/browser-storage.ts';
import { openLocalDatabase } from '../device/open-database.ts';
import { createServerClock } from '../device/server-clock.ts';
import {
  leaderLockName,
  type ReplicationStopped,
  type StartReplication,
  type StopReplication,
  type SyncMessage,
  type SyncStatus,
  syncChannelName,
  unknownStatus,
} from '../device/sync-status.ts';
import { clearTraces } from './clear-traces.ts';
import { createImageServer } from './images/image-server.ts';
import { keepImages } from './images/keep-images.ts';
import { seekLeadership } from './leadership.ts';
import { type Replicator, startReplicator } from './replicator.ts';
import type { RescuedWrite } from './rescue.ts';
import { createSyncServer } from './server.ts';

/**
 * The replication worker of one tab. The tab's page says which member's database to replicate. Of all tabs' workers only the leader
 * replicates. The same module runs in the page if no worker can start: then messages to the page's own window start and stop it.
 */
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function replicate({ userId, tab }: StartReplication): { close(): Promise<void> } {
  const channel = new BroadcastChannel(syncChannelName(userId));
  const tokens = createTokens({ userId });
  const clock = createServerClock();
  const server = createSyncServer({ tokens, clock });
  const imageServer = createImageServer({ tokens });
  let status: SyncStatus | null = null;
  /** tabs that are being looked at, as far as they have reported it */
  const visibleTabs = new Set([tab]);
  let lookedAt = (_is: boolean) => {};
  let wake = () => {};
  let retry = () => {};
  let doubt = () => {};
  let outOfDiskSpace = () => {};
  let tabOpened = () => {};
  let takeBack: Replicator['takeBack'] = () => Promise.resolve();
  /** the pending writes when the browser took the storage away */
  let rescued: readonly RescuedWrite[] | null = null;
  const reopenAfter = createReopening();

  const send = (message: SyncMessage) => channel.postMessage(message);
  const reportStatus = (next: SyncStatus) => {
    status = next;
    send({ type: 'status', status, tab });
  };

  async function lead(signal: AbortSignal): Promise<void> {
    reportStatus(unknownStatus);
    while (!signal.aborted) {
      try {
        await replicateUntilItFails(signal);
      } catch (error) {
        // The browser may end its storage while we use it. Starting again from the beginning helps.
        console.warn('Replication starts again', error);
        await pause(reopenAfter());
      }
    }
    status = null;
  }

  async function replicateUntilItFails(signal: AbortSignal): Promise<void> {
    let lost = false;
    let failed = (_error: unknown) => {};
    const forget = onStorageLost(() => {
      lost = true;
      failed(new Error('the browser took the storage away'));
    });
    // Parts of the storage may be taken away while others are still being opened.
    const database = await openLocalDatabase({ userId, storage: browserStorage(), multiInstance: true }).catch((error: unknown) => {
      forget();
      if (lost) rescued ??= [];
      throw error;
    });
    try {
      const ended = new Promise<void>((resolve, reject) => {
        if (signal.aborted) resolve();
        signal.addEventListener('abort', () => resolve(), { once: true });
        database.onClose.push(() => reject(new Error('the database was closed')));
      });
      ended.catch(() => undefined);
      const broken = new Promise<never>((_, reject) => {
        failed = reject;
      });
      broken.catch(() => undefined);
      if (lost) throw new Error('the browser took the storage away');
      const replicator = await startReplicator({
        database,
        server,
        clock,
        rescued,
        onStatus: reportStatus,
        onBroken: (error) => failed(error),
      });
      rescued = null;
      const images = keepImages({ userId, database, server: imageServer, now: clock.now, onNoDiskSpace: replicator.outOfDiskSpace });
      const traces = clearTraces({ database, dropRemains: replicator.dropRemains });
      ({ doubt, outOfDiskSpace, lookedAt, tabOpened, takeBack } = replicator);
      lookedAt(visibleTabs.size > 0);
      wake = () => {
        replicator.wake();
        images.wake();
      };
      retry = () => {
        replicator.retry();
        images.wake();
      };
      try {
        await Promise.race([ended, broken]);
      } finally {
        if (lost) rescued = replicator.pendingWrites();
        lookedAt = () => {};
        wake = () => {};
        retry = () => {};
        doubt = () => {};
        outOfDiskSpace = () => {};
        tabOpened = () => {};
        takeBack = () => Promise.resolve();
        await Promise.all([images.close(), traces.close()]);
        await replicator.close();
      }
    } finally {
      forget();
      if (lost) rescued ??= [];
      if (!database.closed) await database.close();
    }
  }

  const leadership = seekLeadership(leaderLockName(userId), lead);
  const stopRetrying = tokens.onToken(() => retry());

  let closing: Promise<void> | null = null;
  async function end(): Promise<void> {
    stopRetrying();
    const led = status !== null;
    await leadership.close();
    if (led) send({ type: 'closed' });
    tokens.close();
    channel.close();
  }
  /** Closes it once. The page may request this, or a sign-out in any tab. */
  const close = () => {
    closing ??= end();
    return closing;
  };

  channel.addEventListener('message', (event: MessageEvent<SyncMessage>) => {
    const message = event.data;
    if (message.type === 'status') leadership.leaderAnswered();
    if (message.type === 'looked-at') {
      if (message.is) visibleTabs.add(message.tab);
      else visibleTabs.delete(message.tab);
      lookedAt(visibleTabs.size > 0);
    }
    // Wake first, so that no page receives the old status.
    if (message.type === 'wake') wake();
    if (message.type === 'ask' || message.type === 'wake') {
      leadership.leaderAsked();
      if (status) send({ type: 'status', status, tab });
    }
    if (message.type === 'ask') tabOpened();
    if (message.type === 'offline') doubt();
    if (message.type === 'full') outOfDiskSpace();
    if (message.type === 'discard') takeBack(message).catch((error) => console.warn('A write could not be taken back', error));
    if (message.type === 'close') close().catch((error) => console.error('Replication did not end well', error));
  });
  // The page may have asked before this worker listened. A leader that never answers must not keep the lead from a new tab.
  send({ type: 'ask' });
  leadership.leaderAsked();
  return { close };
}

let current: { close(): Promise<void> } | null = null;

globalThis.addEventListener('message', (event: Event) => {
  const { data, source } = event as MessageEvent<StartReplication | StopReplication | undefined>;
  // In a page, other windows can send messages too.
  if (source !== null && source !== undefined && source !== (globalThis as unknown)) return;
  if (data?.kith !== 'start' && data?.kith !== 'stop') return;
  const postToPage = (message: { kith: 'started' } | ReplicationStopped) =>
    (globalThis as { postMessage?: (message: unknown) => void }).postMessage?.call(globalThis, message);
  const before = (current?.close() ?? Promise.resolve()).catch((error) => console.error('Replication did not end well', error));
  current = null;
  if (data.kith === 'stop') void before.then(() => postToPage({ kith: 'stopped' }));
  else {
    current = replicate(data);
    postToPage({ kith: 'started' });
  }
});
