/**
 * Two realms with the same database: a page with live queries, and a worker that fills the store. Of many new rows the page receives the ids
 * alone. Whatever both write and read, and in whatever order, the page's queries have what is stored.
 */
import { randomUUID } from 'node:crypto';
import { BroadcastChannel } from 'broadcast-channel';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import fc from 'fast-check';
import type { MangoQuery, RxCollection, RxQuery } from 'rxdb';
import { test as baseTest, expect, onTestFinished, vi } from 'vitest';
import { until } from '../../../tests/support/until.ts';
import { followLocal } from '../local-documents.ts';
import type { AnyLocalRow } from '../local-row.ts';
import { openLocalDatabase } from '../open-local-database.ts';
import { trackPending } from '../pending/track-pending.ts';
import { writeRows } from '../write-rows.ts';
import { STORAGE_NAME } from './share-changes.ts';
import { createStorage } from './storage.ts';

type Post = AnyLocalRow & { readonly content: string; readonly newest: number };
type Realm = Awaited<ReturnType<typeof openRealm>>;

/** More rows than a bulk may have that carries all of them. */
const MANY = 120;
const IDS = ['a', 'b', 'c', 'd'] as const;

const row = (id: string, newest: number, fields: Partial<AnyLocalRow> = {}) =>
  ({
    ...{ id, newest, content: `${id} ${newest}`, author_id: 'ana', visibility_type: 'friends', specific_user_ids: [] },
    ...{ created_at: '2026-01-01T00:00:00.000Z', edited_at: null, scope: 1, write_id: randomUUID(), pending: 0, assumed: [], ...fields },
  }) as unknown as Post;
let rows = 0;
const newRows = (count: number, newest = 5) =>
  Array.from({ length: count }, () => {
    rows += 1;
    return row(`row-${rows}`, newest);
  });

async function openRealm(disk: IDBFactory, userId: string) {
  // RxDB tells the storages of one realm apart by their names.
  const storage = { ...createStorage({ indexedDB: disk, IDBKeyRange }), name: randomUUID() };
  const database = await openLocalDatabase({ userId, storage, multiInstance: true, collections: ['posts'] });
  const posts = database.collections.posts as unknown as RxCollection<Post>;
  const stored = posts as unknown as RxCollection<AnyLocalRow>;
  return {
    database,
    posts,
    /** Stores these rows in one bulk, whatever is stored, as replication does. */
    write: (written: readonly Post[], deleted = false) =>
      writeRows(
        stored,
        written.map(({ id }) => id),
        () => written.map((each) => ({ ...each, _deleted: deleted })),
      ),
    purge: () => posts.storageInstance.cleanup(0),
  };
}

async function openBoth() {
  const [disk, userId] = [new IDBFactory(), randomUUID()];
  const [page, worker] = [await openRealm(disk, userId), await openRealm(disk, userId)];
  let heard = 0;
  const end = followLocal<{ readonly n: number }>(page.database, 'mark', (mark) => {
    heard = mark?.n ?? 0;
  });
  let marks = 0;
  return {
    page,
    worker,
    /** Resolves when the page has received all that the worker has reported. */
    async delivered(): Promise<void> {
      marks += 1;
      await worker.database.upsertLocal('mark', { n: marks });
      await until(() => heard === marks);
    },
    async close(): Promise<void> {
      end();
      await Promise.all([page.database.close(), worker.database.close()]);
    },
  };
}

const test = baseTest.extend('both', async ({ task: _ }, { onCleanup }) => {
  const both = await openBoth();
  onCleanup(both.close);
  return both;
});

/** The events of posts that a realm is given. */
function eventsOf({ posts }: Realm) {
  const events: { readonly documentId: string; readonly documentData: Partial<Post> }[] = [];
  const subscription = posts.storageInstance.changeStream().subscribe((bulk) => events.push(...(bulk.events as never[])));
  onTestFinished(() => subscription.unsubscribe());
  return events;
}

test('of many new rows the other realm receives the ids alone, and of changed and deleted ones all', async ({
  both: { page, worker, delivered },
}) => {
  const [changed, gone] = [row('a', 1), row('b', 1)];
  await worker.write([changed, gone]);
  await delivered();
  const events = eventsOf(page);
  const news = newRows(MANY);
  await worker.write([...news, row('a', 2)]);
  await worker.write([gone], true);
  await delivered();
  expect(events.filter(({ documentData }) => documentData.content).map(({ documentData }) => documentData.content)).toEqual(['a 2', 'b 1']);
  const ids = new Set(events.map(({ documentId }) => documentId));
  expect(news.filter(({ id }) => !ids.has(id))).toEqual([]);
});

test('few new rows come as they are, and so does each pending row', async ({ both: { page, worker, delivered } }) => {
  const tracked = await trackPending(page.database, () => undefined);
  onTestFinished(tracked.close);
  const events = eventsOf(page);
  await worker.write(newRows(40));
  await delivered();
  expect(events.every(({ documentData }) => documentData.content)).toBe(true);
  await worker.write([...newRows(MANY), row('mine', 9, { pending: 1 })]);
  await delivered();
  expect(tracked.count).toBe(1);
});

test('a row that was deleted, dropped and comes again among many new ones is found by its id', async ({
  both: { page, worker, delivered },
}) => {
  await worker.write([row('a', 1)]);
  await delivered();
  const shown: (string | undefined)[] = [];
  const following = page.posts.findOne('a').$.subscribe((post) => shown.push(post?.content));
  onTestFinished(() => following.unsubscribe());
  await until(() => shown.at(-1) === 'a 1');
  await worker.write([row('a', 1)], true);
  await until(() => shown.at(-1) === undefined);
  await worker.purge();
  await worker.write([...newRows(MANY), row('a', 2)]);
  await until(() => shown.at(-1) === 'a 2');
});

test('what comes after such a row waits until that row is read, or cannot be', async ({ both: { page, worker, delivered } }) => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await worker.write([row('a', 1)]);
  await worker.write([row('a', 1)], true);
  await delivered();
  await worker.purge();
  const events = eventsOf(page);
  let fail = (_: Error) => {};
  const held = new Promise<never>((_, reject) => {
    fail = reject;
  });
  onTestFinished(() => fail(new Error('the test is over')));
  vi.spyOn(page.posts.internalStorageInstance, 'findDocumentsById').mockReturnValueOnce(held);
  await worker.write([...newRows(MANY), row('a', 2)]);
  await worker.write([row('b', 3)]);
  await delivered();
  expect(events).toEqual([]);
  fail(new Error('taken away'));
  await until(() => events.at(-1)?.documentId === 'b');
  expect(warned).toHaveBeenCalledOnce();
});

test('a change that arrives after a newer one of its row brings nothing back, and the row is found when it comes again', async ({
  both: { page, worker, delivered },
}) => {
  interface Sent {
    readonly collectionName: string;
    readonly eventBulk: object;
  }
  const sent: Sent[] = [];
  const channel = new BroadcastChannel<Sent>(`RxDB:|${STORAGE_NAME}|${page.database.name}`);
  onTestFinished(() => channel.close());
  channel.addEventListener('message', (message) => sent.push(message));
  const change = () => sent.find(({ collectionName }) => collectionName === 'posts');
  await worker.write([row('a', 1)]);
  await delivered();
  await until(() => change() !== undefined);
  const query = page.posts.find({ selector: { newest: { $lt: 9 } } });
  let shown: readonly string[] = [];
  const following = query.$.subscribe((posts) => {
    shown = summary(posts);
  });
  onTestFinished(() => following.unsubscribe());
  await until(() => shown.length === 1);
  await (await page.posts.findOne('a').exec())?.incrementalRemove();
  await until(() => shown.length === 0);

  let bulks = 0;
  const counting = page.posts.storageInstance.changeStream().subscribe(() => {
    bulks += 1;
  });
  onTestFinished(() => counting.unsubscribe());
  const again = change() as Sent;
  await channel.postMessage({ ...again, eventBulk: { ...again.eventBulk, id: 'late' } });
  await until(() => bulks === 1);
  expect(await query.exec()).toEqual([]);
  await worker.purge();
  await worker.write([...newRows(MANY, 9), row('a', 4)]);
  const byId = async () => (await page.posts.findOne('a').exec())?.content;
  await until(async () => (await byId()) === 'a 4');
});

const queries: readonly ((posts: RxCollection<Post>) => RxQuery<Post, unknown>)[] = [
  (posts) => posts.find({ selector: { newest: { $gt: 3 } }, sort: [{ newest: 'desc' }, { id: 'asc' }] }) as never,
  (posts) => posts.find({ sort: [{ newest: 'desc' }, { id: 'desc' }], limit: 3 }) as never,
  (posts) => posts.find({ selector: { id: { $in: [...IDS] } }, sort: [{ id: 'asc' }] } as MangoQuery<Post>) as never,
  ...IDS.slice(0, 2).map((id) => (posts: RxCollection<Post>) => posts.findOne(id) as never),
];
const summary = (answer: unknown): string[] =>
  [answer].flat().flatMap((post) => (post ? [`${(post as Post).id} ${(post as Post).content}`] : []));

const id = fc.constantFrom(...IDS);
const newest = fc.nat(9);
const some = fc.dictionary(id, newest, { maxKeys: 3 });
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('fill' as const), some, newest }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('write' as const, 'page writes' as const), some, newest }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('remove' as const, 'page removes' as const), some, newest }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('read' as const, 'purge' as const, 'look' as const), some, newest }) },
);

async function play(steps: readonly { readonly do: string; readonly some: Record<string, number>; readonly newest: number }[]) {
  const { page, worker, delivered, close } = await openBoth();
  const live = queries.map((make) => {
    const shown = { rows: [] as readonly string[] };
    return { make, shown, following: make(page.posts).$.subscribe((answer) => Object.assign(shown, { rows: summary(answer) })) };
  });
  const reading: Promise<unknown>[] = [];
  /** The page shows what is stored. The table says what that is. */
  async function look(): Promise<void> {
    await delivered();
    const { documents } = await worker.posts.storageInstance.query({
      query: { selector: {}, sort: [{ id: 'asc' }], skip: 0 },
      queryPlan: {
        index: ['_deleted', 'id'],
        startKeys: [false, ''],
        endKeys: [false, '\uffff'],
        inclusiveStart: true,
        inclusiveEnd: true,
        sortSatisfiedByIndex: true,
        selectorSatisfiedByIndex: true,
      },
    } as never);
    const all = documents as unknown as readonly Post[];
    const down = (a: Post, b: Post) => b.newest - a.newest;
    const up = (a: Post, b: Post) => (a.id < b.id ? -1 : 1);
    const expected = [
      all.filter((post) => post.newest > 3).sort((a, b) => down(a, b) || up(a, b)),
      all.toSorted((a, b) => down(a, b) || up(b, a)).slice(0, 3),
      all.filter((post) => (IDS as readonly string[]).includes(post.id)),
      ...IDS.slice(0, 2).map((wanted) => all.filter((post) => post.id === wanted)),
    ].map(summary);
    await vi.waitFor(() => expect(live.map(({ shown }) => shown.rows)).toEqual(expected), { timeout: 60_000, interval: 2 });
    expect(summary(await live[0]?.make(page.posts).exec())).toEqual(expected[0]);
  }
  try {
    for (const one of steps) {
      const chosen = Object.entries(one.some).map(([each, at]) => row(each, at));
      if (one.do === 'fill') await worker.write([...newRows(MANY - 19, one.newest), ...chosen]);
      else if (one.do === 'write') await worker.write(chosen);
      else if (one.do === 'remove') await worker.write(chosen, true);
      else if (one.do === 'purge') await worker.purge();
      else if (one.do === 'page writes') await Promise.all(chosen.map((each) => page.posts.incrementalUpsert({ ...each, pending: 1 })));
      else if (one.do === 'page removes') {
        for (const each of chosen) await (await page.posts.findOne(each.id).exec())?.incrementalRemove();
      } else if (one.do === 'read') reading.push(page.posts.find({ sort: [{ newest: 'desc' }], limit: one.newest + 1 }).exec());
      else await look();
    }
    await look();
  } finally {
    for (const { following } of live) following.unsubscribe();
    await Promise.allSettled([...reading, ...live.map(({ make }) => make(page.posts).exec())]);
    await close();
  }
}

test('once all has arrived, the queries of the page have what is stored', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 10 }), play), { numRuns: 20 });
});
