import 'fake-indexeddb/auto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTopic } from '../../schemas/base/topic.ts';
import { openTestStore } from '../../tests/support/local-store.ts';
import { createLocks } from '../../tests/support/locks.ts';
import { newPost } from '../../tests/support/rows.ts';
import { until } from '../../tests/support/until.ts';
import { type SyncStatus, unknownStatus } from '../../workers/device/sync-status.ts';
import { markAtRest } from './at-rest.ts';
import { openDraft } from './drafts/page-drafts.ts';
import { insert } from './store/local-write.ts';
import { pendingOf } from './store/page-pending.ts';

const ana = { id: '01900000-0000-7000-8000-00000000000a' };
const nothingLeft: SyncStatus = { ...unknownStatus, kind: 'live', takesWrites: true };

/** What waits for `held` goes on after `release`. */
function hold() {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { held, release };
}

/** A page of Ana's over an open store. Its frames are drawn when the test says so. */
async function openPage() {
  const local = await openTestStore(ana.id, ['posts']);
  await pendingOf(local.database);
  const dataset: { rest?: string } = {};
  vi.stubGlobal('navigator', { locks: createLocks() });
  vi.stubGlobal('document', { documentElement: { dataset } });
  const due: (() => void)[] = [];
  vi.stubGlobal('requestAnimationFrame', (drawn: () => void) => due.push(drawn));
  const changed = createTopic();
  let status = unknownStatus;
  const store = {
    ...local,
    connection: { ...local.connection, snapshot: () => ({ ...local.connection.snapshot(), status }), subscribe: changed.subscribe },
  };
  const stop = markAtRest(store);
  onTestFinished(async () => {
    stop();
    vi.unstubAllGlobals();
    await local.close();
  });
  const isAtRest = () => dataset.rest !== undefined;
  const drawAll = () => {
    for (const drawn of due.splice(0)) drawn();
  };
  return {
    store,
    stop,
    isAtRest,
    report(next: SyncStatus) {
      status = next;
      changed.announce();
    },
    /** Draws the frame that the page waits for. */
    async draw() {
      await until(() => due.length > 0);
      drawAll();
    },
    /** Draws frames until the page is at rest. */
    rests: () =>
      until(() => {
        drawAll();
        return isAtRest();
      }),
    /** Draws more frames than a page waits for, and resolves to whether it is at rest then. */
    async restsAfterAll() {
      for (let nth = 0; nth < 5; nth += 1) {
        await local.database.requestIdlePromise();
        drawAll();
      }
      return isAtRest();
    },
    waitsForFrame: () => until(() => due.length > 0),
  };
}

test('a page is at rest two frames after its worker has reported that nothing is left', async () => {
  const page = await openPage();
  page.report({ ...nothingLeft, kind: 'syncing' });
  page.report({ ...nothingLeft, pending: 1 });
  page.report(nothingLeft);
  await page.draw();
  await page.waitsForFrame();
  expect(page.isAtRest()).toBe(false);
  await page.draw();
  await until(page.isAtRest);
});

test('a status that comes between the frames begins anew', async () => {
  const page = await openPage();
  page.report(nothingLeft);
  await page.draw();
  await page.waitsForFrame();
  page.report({ ...nothingLeft, kind: 'connecting' });
  expect(await page.restsAfterAll()).toBe(false);
  page.report(nothingLeft);
  await page.rests();
});

test('a write ends the rest in the turn in which it begins, until the worker has it and has nothing left', async () => {
  const page = await openPage();
  page.report(nothingLeft);
  await page.rests();
  const write = insert(page.store, 'posts', newPost(ana, 'Soup'));
  expect(page.isAtRest()).toBe(false);
  await write;
  // The worker has not read the row yet: what it reports is from before the write.
  page.report(nothingLeft);
  expect(await page.restsAfterAll()).toBe(false);
  const row = await page.store.collections.posts.findOne().exec(true);
  await row.incrementalPatch({ pending: 0 });
  await page.rests();
});

test('a page is not at rest while a write is under way, whatever its worker reports', async () => {
  const page = await openPage();
  const { held, release } = hold();
  const { posts } = page.store.collections;
  const find = posts.storageInstance.findDocumentsById.bind(posts.storageInstance);
  posts.storageInstance.findDocumentsById = async (...asked) => {
    await held;
    return find(...asked);
  };
  const write = insert(page.store, 'posts', newPost(ana, 'Soup'));
  page.report(nothingLeft);
  expect(await page.restsAfterAll()).toBe(false);
  release();
  await write;
});

test('what is typed ends the rest until it is stored', async () => {
  const page = await openPage();
  page.report(nothingLeft);
  await page.rests();
  const { held, release } = hold();
  const { drafts } = page.store;
  const put: typeof drafts.put = (draft) => held.then(() => drafts.put(draft));
  const store = { ...page.store, drafts: { ...drafts, put } };
  const draft = openDraft<string>(store, 'post-new');
  const detach = draft.attach(store);
  draft.type('Half a thought');
  expect(page.isAtRest()).toBe(false);
  expect(await page.restsAfterAll()).toBe(false);
  release();
  await page.rests();
  detach();
});

test('a page whose store is being closed never comes to rest', async () => {
  const page = await openPage();
  page.report(nothingLeft);
  await page.rests();
  page.stop();
  expect(page.isAtRest()).toBe(false);
  page.report(nothingLeft);
  expect(await page.restsAfterAll()).toBe(false);
});
