/** What a device has after a power cut, whatever of the transactions that it did not flush is lost. */
import { IDBKeyRange } from 'fake-indexeddb';
import { v7 as uuid } from 'uuid';
import { test as base, expect, vi } from 'vitest';
import type { PullPage, PullResponse, PushAnswer, PushChange } from '../../schemas/protocol/sync.ts';
import { clearStore, readCarried } from '../../src/data/rescue/carried-writes.ts';
import { handOver } from '../../src/data/rescue/hand-over.ts';
import { change, insert } from '../../src/data/store/local-write.ts';
import { readLocal } from '../../workers/device/local-documents.ts';
import { addRefused, type Outbox, type Refused } from '../../workers/device/outbox.ts';
import { OUTBOX_ID } from '../../workers/device/outbox-id.ts';
import { readPendingRows } from '../../workers/device/pending/pending-rows.ts';
import { rowBeforeId } from '../../workers/device/pending/row-before.ts';
import { createStorage } from '../../workers/device/store/storage.ts';
import { checkpointId } from '../../workers/device/sync-status.ts';
import { createPull } from '../../workers/replication/down/pull.ts';
import { createScopeHeads } from '../../workers/replication/state/heads.ts';
import { openProgress } from '../../workers/replication/state/progress.ts';
import { openStore, type Replica } from '../../workers/replication/store.ts';
import { acknowledgedWrites } from '../../workers/replication/up/acknowledged-writes.ts';
import { createDiscard } from '../../workers/replication/up/discard.ts';
import { createPush } from '../../workers/replication/up/push.ts';
import { openTestStore } from '../support/local-store.ts';
import { abandon, createPowerCuts } from '../support/power-cuts.ts';
import { newPost } from '../support/rows.ts';

const ana = { id: uuid() };
const { signal } = new AbortController();
/** What a cut keeps of what was not flushed. */
const nothing = () => 0;
const all = () => 1 - Number.EPSILON;

/** A device with its worker's store. It is closed before the next one starts: RxDB opens a dozen collections in one process. */
async function startDevice(power: ReturnType<typeof createPowerCuts>) {
  const store = await openTestStore(ana.id, ['posts'], createStorage({ indexedDB: power.indexedDB, IDBKeyRange }));
  const { database } = store;
  const worker = await openStore(database, () => undefined);
  return {
    store,
    database,
    worker,
    posts: worker.replicas.get('posts') as Replica,
    pending: async () => (await readPendingRows(database)).map(({ row }) => row.id),
    refused: async () => (await readLocal<Outbox>(database, OUTBOX_ID))?.entries.map(({ document }) => document.id) ?? [],
    async close() {
      worker.close();
      store.drafts.close();
      await abandon(database);
    },
  };
}
type Device = Awaited<ReturnType<typeof startDevice>>;

const test = base
  .extend('power', () => createPowerCuts())
  /** Starts the device, or starts it again after a cut. */
  .extend('start', ({ power }, { onCleanup }) => {
    let device: Device | undefined;
    onCleanup(() => device?.close());
    return async (): Promise<Device> => {
      await device?.close();
      device = await startDevice(power);
      return device;
    };
  })
  /** Lets code that knows only the IndexedDB of its realm have that of the device. */
  .extend('asRealms', ({ power }, { onCleanup }) => {
    onCleanup(() => void vi.unstubAllGlobals());
    return () => {
      vi.stubGlobal('indexedDB', power.indexedDB);
      vi.stubGlobal('IDBKeyRange', IDBKeyRange);
      vi.stubGlobal('navigator', { locks: { request: (_name: string, work: () => Promise<unknown>) => work() } });
    };
  });

/** Plays a story again and again, and cuts the power after its first transaction, then after its second, until it comes to its end. */
async function afterEachCut(story: {
  readonly before?: (device: Device) => Promise<unknown>;
  readonly play: (device: Device) => Promise<unknown>;
  readonly check: (device: Device) => Promise<void>;
}): Promise<void> {
  let isOver = false;
  for (let commits = 1; !isOver; commits += 1) {
    let left = Number.POSITIVE_INFINITY;
    let cutNow = () => {};
    const power = createPowerCuts(() => {
      left -= 1;
      if (left === 0) cutNow();
    });
    const cut = new Promise<void>((resolve) => {
      cutNow = () => resolve(power.cut(all));
    });
    const device = await startDevice(power);
    await story.before?.(device);
    left = commits;
    isOver = await Promise.race([story.play(device).then(() => true), cut.then(() => false)]);
    left = Number.POSITIVE_INFINITY;
    await device.close();
    const after = await startDevice(power);
    await story.check(after);
    await after.close();
  }
}

test('a pending row and a refused text are there again, and what the server has need not be', async ({ power, start }) => {
  const [first, post] = [await start(), newPost(ana, 'Written offline')];
  expect(await insert(first.store, 'posts', post)).toBe(true);
  await power.cut(nothing);
  const second = await start();
  expect(await second.pending()).toEqual([post.id]);

  const refused: Refused = { write_id: uuid(), collection: 'posts', code: 'NOT_ONESELF', document: { id: 'refused' }, at: 1 };
  await addRefused(second.database, [refused]);
  await second.store.storeRow('posts', newPost(ana, 'From the server'));
  await power.cut(nothing);
  const third = await start();
  expect(await third.refused()).toEqual(['refused']);
  expect((await third.posts.all(10)).map(({ id }) => id)).toEqual([post.id]);
  expect(power.counts.struck).toBe(1);
});

test('a write that was taken back stays so, and is checked with the next pull', async ({ power, start }) => {
  const [first, added, changed] = [await start(), newPost(ana, 'Never sent'), newPost(ana, 'As it was')];
  await first.store.storeRow('posts', changed);
  await insert(first.store, 'posts', added);
  await change(first.store, 'posts', changed.id, { content: 'Changed' });
  const takeBack = createDiscard({
    ...{ database: first.database, store: first.worker, progress: await openProgress(first.database) },
    ...{ between: (work) => work(), onDoubt: () => undefined },
  });
  for (const { row } of await readPendingRows(first.database)) {
    await takeBack({ collection: 'posts', id: row.id, writeId: row.write_id });
  }
  await power.cut(nothing);
  const second = await start();
  expect(await second.pending()).toEqual([]);
  expect(await second.posts.all(10)).toMatchObject([{ id: changed.id, content: 'As it was' }]);
  expect((await openProgress(second.database)).now.recheck.posts).toEqual([added.id, changed.id]);
});

const served = (id: string) => ({ ...newPost(ana, id), id, scope: 4, write_id: uuid() });
const page = (ids: readonly string[], checkpoint: PullPage['checkpoint'], more: boolean): PullResponse => ({
  ...{ epoch: 'e', heads: { 4: 40 }, check: {} },
  collections: { posts: { documents: ids.map(served), removed: [], recheck: [], checkpoint, more } },
});

test('what was carried over is on the disk before its copy goes, and does not come again', async ({ asRealms, power, start }) => {
  const [first, post] = [await start(), newPost(ana, 'As it was')];
  await first.store.storeRow('posts', post);
  await change(first.store, 'posts', post.id, { content: 'Changed' });
  await acknowledgedWrites(first.database, () => 0).keep([{ collection: 'posts', document: served('accepted'), assumed: [] }]);
  await first.close();
  asRealms();
  expect(await clearStore(ana.id)).toBe('cleared');
  await handOver(ana.id, (await start()).database);
  await power.cut(nothing);
  asRealms();
  const { database, pending } = await start();
  expect(await pending()).toEqual([post.id]);
  expect(await readLocal(database, rowBeforeId('posts', post.id))).toMatchObject({ row: { content: 'As it was' } });
  expect(await acknowledgedWrites(database, () => 0).all()).toMatchObject([{ document: { id: 'accepted' } }]);
  expect(await readCarried(ana.id)).toEqual({ rows: [], documents: [] });
});

test('a checkpoint is never ahead of its rows, wherever the power is cut while pages are stored', async () => {
  const seen = new Set<string>();
  await afterEachCut({
    async play({ database, worker }) {
      const pages = [page(['a', 'b'], { 4: [40, 20] }, true), page(['c'], { 4: 40 }, false)];
      const pull = createPull({
        ...{ store: worker, progress: await openProgress(database), heads: createScopeHeads(), diskSpace: { full: false } },
        server: { pull: async () => ({ kind: 'done', body: pages.shift() as PullResponse }) },
        onAnswer: () => undefined,
      });
      await pull.turn(signal);
    },
    async check({ database, posts }) {
      const saved = await readLocal<{ readonly checkpoint: object }>(database, checkpointId('posts'));
      seen.add(`${(await posts.all(10)).map(({ id }) => id).join('')} ${JSON.stringify(saved?.checkpoint ?? {})}`);
    },
  });
  expect([...seen]).toEqual([' {}', 'ab {}', 'ab {"4":[40,20]}', 'abc {"4":[40,20]}', 'abc {"4":40}']);
});

test('a text that was sent is pending, refused or accepted, wherever the power is cut while its answer is stored', async () => {
  const [accepted, refused] = [newPost(ana, 'Accepted'), newPost(ana, 'Refused')];
  const answerTo = ({ document }: PushChange): PushAnswer =>
    document.id === accepted.id
      ? { id: accepted.id, code: null, document: { ...document, id: accepted.id, scope: 4 } as never }
      : { id: refused.id, code: 'NOT_ONESELF', document: null };
  const seen = new Set<string>();
  await afterEachCut({
    async before({ store }) {
      for (const post of [accepted, refused]) await insert(store, 'posts', post);
    },
    async play({ database, worker }) {
      const push = createPush({
        ...{ realm: globalThis, database, store: worker, progress: await openProgress(database), diskSpace: { full: false } },
        acknowledged: acknowledgedWrites(database, () => 0),
        lost: { retryLater: async () => new Set() },
        sender: { send: async (changes) => ({ kind: 'answered', changes, answers: changes.map(answerTo) }) },
        ...{ onScope: () => undefined, onDoubt: () => undefined, onPutOff: () => undefined },
      });
      await push.turn(signal);
    },
    async check({ pending, refused: inOutbox, posts }) {
      const [waiting, outbox, rows] = [await pending(), await inOutbox(), await posts.all(10)];
      const state = ({ id }: { readonly id: string }) => [
        ...(waiting.includes(id) ? ['pending'] : []),
        ...(outbox.includes(id) ? ['refused'] : []),
        ...(rows.some((row) => row.id === id && row.pending === 0) ? ['accepted'] : []),
      ];
      seen.add([state(accepted), state(refused)].map((states) => states.join('+')).join(', '));
    },
  });
  expect([...seen]).toEqual(['pending, pending+refused', 'accepted, refused']);
});
