/** What plain IndexedDB reads at a start is what the open store answers, or nothing. */
import { randomUUID } from 'node:crypto';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import fc from 'fast-check';
import type { RxCollection } from 'rxdb';
import { test as base, expect, vi } from 'vitest';
import { settingId, settingKey } from '../../schemas/profiles/setting-keys.ts';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import { openTestStore, type TestStore } from '../../tests/support/local-store.ts';
import { newComment, newPost, newReaction } from '../../tests/support/rows.ts';
import { collectionSchemas } from '../../workers/device/collection-schemas.ts';
import { databaseName, storeDatabaseName } from '../../workers/device/database-name.ts';
import { type AnyLocalRow, withSortKey } from '../../workers/device/local-row.ts';
import type { Outbox } from '../../workers/device/outbox.ts';
import { OUTBOX_ID } from '../../workers/device/outbox-id.ts';
import { SERVER_TIME_ID, type ServerTime } from '../../workers/device/server-clock.ts';
import { optionalFields } from '../../workers/device/store/optional-fields.ts';
import { createStorage } from '../../workers/device/store/storage.ts';
import { SYNC_PROGRESS_ID, type SyncProgress } from '../../workers/device/sync-status.ts';
import { commentsOf, newestPosts, postsOfDay, queryKey, startOfDayKey, unreadNotifications } from './first-queries.ts';
import { collectionsRead, type FirstRows, readFirstRows } from './read-first-rows.ts';

const [ana, ben, cleo, dora] = ['ana', 'ben', 'cleo', 'dora'].map((name) => ({ id: `${name}-${randomUUID()}` })) as [
  Person,
  Person,
  Person,
  Person,
];
interface Person {
  readonly id: string;
}
const storeName = storeDatabaseName(databaseName(ana.id));

const test = base
  .extend('disk', async ({ task: _ }, { onCleanup }) => {
    const disk = new IDBFactory();
    vi.stubGlobal('indexedDB', disk);
    vi.stubGlobal('IDBKeyRange', IDBKeyRange);
    onCleanup(() => void vi.unstubAllGlobals());
    return disk;
  })
  .extend('withStore', async ({ disk }) => async <T>(act: (store: TestStore) => Promise<T>): Promise<T> => {
    const store = await openTestStore(ana.id, collectionsRead, createStorage({ indexedDB: disk as never, IDBKeyRange }));
    try {
      return await act(store);
    } finally {
      store.drafts.close();
      await store.database.close();
    }
  });

const read = (signal = new AbortController().signal): Promise<FirstRows | null> => readFirstRows(ana.id, signal);

/** Stores rows as the server or this device made them, in one write for each collection. */
async function put(store: TestStore, collection: CollectionName, rows: readonly object[], pending: 0 | 1 = 0): Promise<void> {
  const held = store.database.collections[collection] as unknown as RxCollection<AnyLocalRow>;
  const fields = { scope: pending ? 0 : 1, write_id: randomUUID(), pending, assumed: [] };
  await held.bulkUpsert(rows.map((row) => withSortKey(collection, { ...row, ...fields } as unknown as AnyLocalRow, pending === 0)));
}

/** What RxDB answers to the same queries. */
async function asked(store: TestStore, rows: FirstRows): Promise<Map<string, readonly object[]>> {
  const answers = [...rows.answers.keys()].map(async (key) => {
    const [name = ''] = key.split(' ', 1);
    const held = store.database.collections[name as CollectionName];
    const documents = await held.find(JSON.parse(key.slice(name.length + 1)) as never).exec();
    return [key, documents.map((document) => document.toJSON() as object)] as const;
  });
  return new Map(await Promise.all(answers));
}

const people = [ana, ben, cleo, dora];
const person = fc.constantFrom(...people);
const DAY = 86_400_000;
const at = (age: number) => new Date(Date.now() - age).toISOString();

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('posts' as const),
      by: person,
      ages: fc.array(fc.integer({ min: 0, max: 3 * DAY }), { minLength: 1, maxLength: 14 }),
      pending: fc.constantFrom(0 as const, 0 as const, 1 as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('talk' as const), by: person, on: fc.nat(), count: fc.integer({ min: 1, max: 5 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), from: fc.constantFrom(...collectionsRead), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('block' as const), who: person, value: fc.constantFrom('on', 'off') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('notice' as const), by: person, is_read: fc.boolean(), age: fc.nat(40 * DAY) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('friend' as const), one: person, other: person }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('invite' as const), by: person, into: fc.constantFrom('friend', 'group'), age: fc.nat(DAY) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('profile' as const), of: person, name: fc.string() }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

async function play(store: TestStore, step: Step): Promise<void> {
  switch (step.kind) {
    case 'posts':
      return put(
        store,
        'posts',
        step.ages.map((age) => newPost(step.by, 'A text', { created_at: at(age) })),
        step.pending,
      );
    case 'talk': {
      const posts = await store.collections.posts.find({ sort: [{ newest: 'asc' }], index: ['newest'], limit: 9 }).exec();
      const post = posts[step.on % Math.max(1, posts.length)];
      if (!post) return;
      const comments = Array.from({ length: step.count }, (_, n) => ({
        ...newComment(step.by, post.id, `${n}`),
        id: randomUUID(),
        is_deleted: n === 2,
        created_at: at(n * 1000),
      }));
      await put(store, 'comments', comments);
      return put(store, 'reactions', [newReaction(step.by, post.id, '🎉'), newReaction(step.by, post.id, '❤️')].slice(0, step.count));
    }
    case 'delete': {
      const rows = await store.database.collections[step.from].find().exec();
      await rows[step.which % Math.max(1, rows.length)]?.remove();
      return undefined;
    }
    case 'block': {
      const key = settingKey.blocked(step.who.id);
      return put(store, 'settings', [{ id: settingId(ana.id, key), user_id: ana.id, key, value: step.value }]);
    }
    case 'notice':
      return put(store, 'notifications', [
        { id: randomUUID(), user_id: ana.id, related_user_id: step.by.id, is_read: step.is_read, created_at: at(step.age) },
      ]);
    case 'friend':
      return put(store, 'friends', [
        { id: `${step.one.id}|${step.other.id}`, user_id: step.one.id, friend_id: step.other.id, created_at: at(0) },
      ]);
    case 'invite':
      return put(store, 'invitations', [
        { id: randomUUID(), kind: step.into, inviter_id: step.by.id, status: 'pending', created_at: at(step.age) },
      ]);
    case 'profile':
      await put(store, 'contacts', [{ id: step.of.id, email: `${step.name}@kith.test` }]);
      return put(store, 'profiles', [{ id: step.of.id, name: step.name, profile_image_url: null }]);
  }
}

test('over any history, each answer is the one that the store gives', async ({ withStore, disk }) => {
  let answered = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (history) => {
      await withStore(async (store) => {
        for (const one of history) await play(store, one);
      });
      const rows = await read();
      await withStore(async (store) => {
        const posts = await store.collections.posts.find().exec();
        expect(rows === null).toBe(posts.length === 0);
        if (rows) expect(rows.answers).toEqual(await asked(store, rows));
        // As screens get rows, with nothing of RxDB's own in them.
        expect(JSON.stringify([...(rows?.answers.values() ?? [])])).not.toContain('_meta');
      });
      answered += rows?.answers.size ?? 0;
      await new Promise((resolve) => {
        disk.deleteDatabase(storeName).onsuccess = resolve;
      });
    }),
    { numRuns: 40 },
  );
  expect(answered).toBeGreaterThan(200);
});

test('the day’s posts are read beyond the first page, and left to the store if there are very many', async ({ withStore }) => {
  const today = startOfDayKey(Date.now());
  const noon = new Date().setHours(0, 0, 1);
  const write = (count: number) =>
    withStore((store) =>
      put(
        store,
        'posts',
        Array.from({ length: count }, (_, n) => newPost(ben, `${n}`, { created_at: new Date(noon - n).toISOString() })),
      ),
    );
  await write(35);
  expect((await read())?.answers.get(queryKey('posts', postsOfDay(today)))).toHaveLength(35);
  await write(200);
  const rows = await read();
  expect(rows?.answers.has(queryKey('posts', postsOfDay(today)))).toBe(false);
  expect(rows?.answers.get(queryKey('posts', newestPosts()))).toHaveLength(20);
});

test('more notifications than a start reads are left to the store; the posts are not', async ({ withStore }) => {
  await withStore(async (store) => {
    await put(store, 'posts', [newPost(ben, 'A text')]);
    const rows = Array.from({ length: 301 }, (_, n) => ({
      id: randomUUID(),
      user_id: ana.id,
      related_user_id: ben.id,
      is_read: true,
      created_at: at(n * 1000),
    }));
    await put(store, 'notifications', rows);
  });
  const rows = await read();
  expect(rows?.answers.has(queryKey('notifications', unreadNotifications()))).toBe(false);
  expect(rows?.answers.get(queryKey('posts', newestPosts()))).toHaveLength(1);
});

test('a blocked member’s posts take no card: the comments of the next posts are read', async ({ withStore }) => {
  const posts = Array.from({ length: 8 }, (_, n) => newPost(n < 2 ? cleo : ben, `${n}`, { created_at: at(n * 1000) }));
  const key = settingKey.blocked(cleo.id);
  await withStore(async (store) => {
    await put(store, 'posts', posts);
    await put(store, 'settings', [{ id: settingId(ana.id, key), user_id: ana.id, key, value: 'on' }]);
  });
  const onCards = posts.slice(2).map(({ id }) => id);
  expect((await read())?.answers.has(queryKey('comments', commentsOf(onCards.sort())))).toBe(true);
});

test('the server’s time and the progress of sync come with the rows', async ({ withStore }) => {
  const time: ServerTime = { server: 1, device: 2 };
  await withStore(async (store) => {
    await put(store, 'posts', [newPost(ben, 'A text')]);
    expect((await readSoon())?.serverTime).toBeNull();
    await store.database.upsertLocal<ServerTime>(SERVER_TIME_ID, time);
    await store.database.upsertLocal<Partial<SyncProgress>>(SYNC_PROGRESS_ID, { filled: ['posts'] });
  });
  expect(await read()).toMatchObject({ userId: ana.id, serverTime: time, progress: { filled: ['posts'] } });
});
/** The same while the store is open, as another tab has it. */
const readSoon = read;

test('a start with refused writes waits for the store, which their buttons need', async ({ withStore }) => {
  await withStore(async (store) => {
    await put(store, 'posts', [newPost(ben, 'A text')]);
    await store.database.upsertLocal<Outbox>(OUTBOX_ID, { entries: [] });
  });
  expect(await read()).not.toBeNull();
  const entry = { write_id: randomUUID(), collection: 'posts', code: 'NOT_ALLOWED', document: { id: randomUUID() }, at: 1 } as const;
  await withStore((store) => store.database.upsertLocal<Outbox>(OUTBOX_ID, { entries: [entry] }));
  expect(await read()).toBeNull();
});

test('nothing is created where there is no database', async ({ disk }) => {
  expect(await read()).toBeNull();
  expect(await disk.databases()).toEqual([]);
});

const settledRequest = (request: IDBRequest<IDBDatabase>): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Opens the store with a native version, through another connection than the app's. */
const openAs = (version: number, change: (database: IDBDatabase) => void = () => undefined): Promise<IDBDatabase> => {
  const request = indexedDB.open(storeName, version);
  request.onupgradeneeded = () => change(request.result);
  return settledRequest(request);
};

test.for([
  ['of an older version', 9, () => undefined],
  ['of a newer version', 20, () => undefined],
  ['without a table', 11, (database: IDBDatabase) => database.deleteObjectStore('reactions')],
] as const)('a database %s is not read, and stays as it is', async ([, version, change], { withStore }) => {
  if (version > 10) await withStore((store) => put(store, 'posts', [newPost(ben, 'A text')]));
  (await openAs(version, change)).close();
  expect(await read()).toBeNull();
  const [held] = await indexedDB.databases();
  expect(held?.version).toBe(version);
});

test('a database with a table that lacks an index is not read', async ({ withStore }) => {
  await withStore((store) => put(store, 'posts', [newPost(ben, 'A text')]));
  const request = indexedDB.open(storeName, 11);
  request.onupgradeneeded = () => request.transaction?.objectStore('posts').deleteIndex('[_deleted+newest+id]');
  (await settledRequest(request)).close();
  expect(await read()).toBeNull();
});

test('a database that Dexie has repaired, which adds one to its version, is read', async ({ withStore }) => {
  await withStore((store) => put(store, 'posts', [newPost(ben, 'A text')]));
  (await openAs(11)).close();
  expect(await read()).not.toBeNull();
});

/** The connections that are opened from now on. */
function watchConnections(): readonly IDBDatabase[] {
  const connections: IDBDatabase[] = [];
  const open = indexedDB.open.bind(indexedDB);
  vi.spyOn(indexedDB, 'open').mockImplementation((...asked) => {
    const request = open(...asked);
    request.addEventListener('success', () => connections.push(request.result));
    return request;
  });
  return connections;
}

test('the connection is closed when it has read or declined, so that an upgrade of another window is never blocked', async ({
  withStore,
}) => {
  await withStore((store) => put(store, 'posts', [newPost(ben, 'A text')]));
  const connections = watchConnections();
  expect(await read()).not.toBeNull();
  const upgraded = await openAs(20);
  expect(await read()).toBeNull();
  upgraded.close();
  const own = connections.filter((connection) => connection !== upgraded);
  expect(own).toHaveLength(2);
  for (const connection of own)
    expect(() => connection.transaction('posts')).toThrow(expect.objectContaining({ name: 'InvalidStateError' }));
});

test('while it waits behind an upgrade of another window it holds nothing, and reads nothing after that', async ({ withStore }) => {
  await withStore((store) => put(store, 'posts', [newPost(ben, 'A text')]));
  const upgrading = openAs(20);
  const reading = read();
  (await upgrading).close();
  expect(await reading).toBeNull();
});

test('a sign-out while it reads ends it: it returns nothing, and its connection does not block the erasure', async ({ withStore }) => {
  await withStore((store) => put(store, 'posts', [newPost(ben, 'A text')]));
  for (let turns = 0; turns < 12; turns += 1) {
    const ending = new AbortController();
    const reading = read(ending.signal);
    let over = false;
    void reading.then(() => {
      over = true;
    });
    for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    const wasOver = over;
    ending.abort();
    const rows = await reading;
    if (!wasOver) expect(rows).toBeNull();
  }
  const request = indexedDB.deleteDatabase(storeName);
  const blocked = vi.fn();
  request.onblocked = blocked;
  await settledRequest(request);
  expect(blocked).not.toHaveBeenCalled();
});

test('no collection that is read has optional fields: rows that lack some would have to be filled as the store does', () => {
  // When one gets some, `rowOf` must fill them (workers/device/store/optional-fields.ts).
  expect(collectionsRead.filter((name) => Object.keys(optionalFields(collectionSchemas[name])).length > 0)).toEqual([]);
});
