/**
 * A query may read a row before its tab hears that it was written: the other tab's message takes its time. However late the messages are,
 * once they have arrived each query has the rows that are stored.
 */
import { randomUUID } from 'node:crypto';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import fc from 'fast-check';
import type { RxCollection, RxStorage } from 'rxdb';
import { Subject } from 'rxjs';
import { expect, test } from 'vitest';
import type { AnyLocalRow } from '../local-row.ts';
import { openLocalDatabase } from '../open-local-database.ts';
import { createStorage } from './storage.ts';

type Storage = RxStorage<unknown, unknown>;
type Post = AnyLocalRow & { readonly newest: number };

/** The same storage, whose changes arrive only when `arrive` is called. */
function withLateChanges(storage: Storage): { readonly storage: Storage; readonly arrive: () => void } {
  const onTheWay: (() => void)[] = [];
  return {
    storage: {
      ...storage,
      async createStorageInstance(params) {
        const instance = await storage.createStorageInstance(params);
        const late = new Subject<never>();
        instance.changeStream().subscribe((bulk) => onTheWay.push(() => late.next(bulk as never)));
        return { ...instance, changeStream: () => late.asObservable() };
      },
    },
    arrive: () => {
      for (const change of onTheWay.splice(0)) change();
    },
  };
}

const row = (id: string, newest: number) =>
  ({
    id,
    author_id: 'ana',
    content: id,
    visibility_type: 'friends',
    specific_user_ids: [],
    created_at: '2026-01-01T00:00:00.000Z',
    edited_at: null,
    newest,
    scope: 1,
    write_id: randomUUID(),
    pending: 0,
    assumed: [],
  }) as unknown as Post;

type Step =
  | { readonly do: 'write'; readonly id: string; readonly newest: number }
  | { readonly do: 'remove'; readonly id: string }
  | { readonly do: 'read' | 'arrive' };

const id = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('write' as const), id, newest: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), id }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('read' as const, 'arrive' as const) }) },
);

async function play(steps: readonly Step[], limit: number | undefined): Promise<void> {
  const { storage, arrive } = withLateChanges(createStorage({ indexedDB: new IDBFactory(), IDBKeyRange }) as Storage);
  const database = await openLocalDatabase({ userId: randomUUID(), storage, multiInstance: false, collections: ['posts'] });
  try {
    const posts = database.collections.posts as unknown as RxCollection<Post>;
    const find = () =>
      posts.find({ selector: { newest: { $gt: 1 } }, sort: [{ newest: 'desc' }, { id: 'asc' }], ...(limit ? { limit } : {}) });
    const all = new Map<string, number>();
    const read = async () => (await find().exec()).map((post) => [post.id, post.newest]);
    for (const one of steps) {
      if (one.do === 'write') {
        all.set(one.id, one.newest);
        const [previous] = await posts.storageInstance.findDocumentsById([one.id], true);
        await write(posts, row(one.id, one.newest), previous as never, false);
      } else if (one.do === 'remove' && all.delete(one.id)) {
        const [previous] = await posts.storageInstance.findDocumentsById([one.id], false);
        await write(posts, previous as never, previous as never, true);
      } else if (one.do === 'read') await read();
      else arrive();
    }
    arrive();
    const stored = [...all].filter(([, newest]) => newest > 1).sort(([a, at], [b, bt]) => bt - at || (a < b ? -1 : 1));
    expect(await read()).toEqual(stored.slice(0, limit));
  } finally {
    arrive();
    await database.close();
  }
}

let revision = 0;
async function write(posts: RxCollection<Post>, document: Post, previous: Post | undefined, deleted: boolean): Promise<void> {
  revision += 1;
  const meta = { _deleted: deleted, _attachments: {}, _rev: `${revision}-test`, _meta: { lwt: 1000 + revision } };
  const { error } = await posts.storageInstance.bulkWrite([{ previous, document: { ...document, ...meta } }] as never, 'test');
  expect(error).toEqual([]);
}

test('once every change has arrived, a query has what is stored', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 14 }), fc.constantFrom(undefined, 1, 2, 3), play), { numRuns: 150 });
});

test('a row that was read before its change arrived is in the result once', async () => {
  const steps = [{ do: 'write', id: 'a', newest: 9 }, { do: 'write', id: 'b', newest: 3 }, { do: 'read' }, { do: 'arrive' }] as const;
  await play(steps, undefined);
  await play(steps, 2);
});
