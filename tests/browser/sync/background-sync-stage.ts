/** Ana's browser with its service worker, whose Background Sync a test starts and whose process it can end. */
import type { CDPSession, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Loop } from '../../../workers/service-worker/loop-script.ts';
import { PAGE_WITHOUT_APP } from '../../support/browser.ts';
import { test as circleTest } from '../../support/fixtures/faulty-circle.ts';
import { comment, upToDate } from '../../support/on-screen.ts';
import { storedRows } from '../../support/stored-rows.ts';
import { until } from '../../support/until.ts';

const TAG = 'kith-pending';

interface Version {
  readonly versionId: string;
  readonly registrationId: string;
  readonly status: string;
  readonly runningStatus: string;
}

/** Follows the service worker of this context through a page of the app's origin that does not load the app. */
async function openServiceWorker(page: Page) {
  const session: CDPSession = await page.context().newCDPSession(page);
  const versions = new Map<string, Version>();
  session.on('ServiceWorker.workerVersionUpdated', (event: { versions: readonly Version[] }) => {
    for (const version of event.versions) versions.set(version.versionId, version);
  });
  await session.send('ServiceWorker.enable');
  const active = () => {
    const found = [...versions.values()].find(({ status }) => status === 'activated');
    if (!found) throw new Error('no service worker is active');
    return found;
  };
  /** Has the browser deliver the event as it would once there is a network. */
  const sync = () =>
    session.send('ServiceWorker.dispatchSyncEvent', {
      origin: new URL(page.url()).origin,
      registrationId: active().registrationId,
      tag: TAG,
      lastChance: false,
    });
  return {
    sync,
    /** The same. Resolves when the service worker has settled the event, and rejects where it asks for another try. */
    async settle(): Promise<void> {
      await sync();
      const [worker] = page.context().serviceWorkers();
      if (!worker) throw new Error('there is no service worker');
      await until(() => worker.evaluate(() => 'kithLoop' in globalThis));
      await worker.evaluate(() => (globalThis as unknown as { kithLoop: Loop }).kithLoop.sendPending());
    },
    /** Ends its process, in the middle of whatever it does. */
    async stop(): Promise<void> {
      await session.send('ServiceWorker.stopAllWorkers');
      // An event that is dispatched to a process that ends is lost with it.
      await until(() => active().runningStatus === 'stopped');
    },
  };
}

export const pendingComments = async (page: Page): Promise<readonly unknown[]> =>
  (await storedRows(page, 'comments')).filter(({ pending }) => pending === 1).map(({ content }) => content);

/** The names of all databases of this origin that belong to the app. */
export const databases = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => (await indexedDB.databases()).flatMap(({ name }) => (name?.includes('kith') ? [name] : [])));

export const PUSH = '/api/sync/push';

export const test = circleTest
  /** A page of the app's origin without the app: the browser stays open, and no page replicates. */
  .extend('bare', async ({ ana }) => {
    const page = await ana.newTab();
    await page.goto(PAGE_WITHOUT_APP);
    return page;
  })
  .extend('serviceWorker', ({ bare }) => openServiceWorker(bare))
  /** Ana writes these comments without a network, and closes the app. Then the network is back. */
  .extend('writeInTheLift', ({ ana, bare, faultProxy: network, postId }) => async (...texts: readonly string[]): Promise<void> => {
    await ana.page.goto(`/posts/${postId}`);
    await upToDate(ana.page);
    // Her session was there before the app, which records it a moment after its start.
    await until(async () => (await databases(bare)).includes('kith-member'));
    network.cut();
    for (const text of texts) await comment(ana.page, text);
    await ana.page.getByText('Connection lost').waitFor();
    await ana.page.close();
    expect(await pendingComments(bare)).toHaveLength(texts.length);
    network.heal();
  });
