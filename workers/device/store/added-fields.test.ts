/**
 * Two versions of the app on one store, of which the newer one added optional fields: one after the other and both at once, and no row is
 * rewritten for it.
 */
import { randomUUID } from 'node:crypto';
import type { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import fc from 'fast-check';
import { fillWithDefaultSettings, type RxCollection } from 'rxdb';
import { expect } from 'vitest';
import * as fixtures from '../../../tests/support/fixtures/storage.ts';
import { firstSchemas, newerSchemas } from '../../../tests/support/newer-schemas.ts';
import { newPost } from '../../../tests/support/rows.ts';
import { until } from '../../../tests/support/until.ts';
import { type AnyLocalRow, toLocal, toWire } from '../local-row.ts';
import { openLocalDatabase } from '../open-local-database.ts';
import { createStorage } from './storage.ts';

const { asked, found, idOf, ids, many, next, post } = fixtures;
const newerSchema = fillWithDefaultSettings(newerSchemas.posts) as unknown as typeof fixtures.schema;
const lacking = { mood: 'calm', labels: [] };

type NewerPost = AnyLocalRow & { readonly content: string; readonly mood: string | null; readonly labels: readonly string[] };
type NewerDocument = fixtures.Document & NewerPost;

const test = fixtures.test
  /** Opens posts as the version before does, or as the newer one. */
  .extend('openBoth', async ({ open }) => async (multiInstance = false) => ({
    older: await open('posts', { tab: 'older', multiInstance }),
    newer: await open('posts', { tab: 'newer', multiInstance, of: newerSchema }),
  }))
  /** Opens the whole database as a page of one of the two versions, for any number of pages at once. */
  .extend('page', async ({ disk }, { onCleanup }) => {
    const opened: { close(): Promise<unknown> }[] = [];
    onCleanup(async () => void (await Promise.all(opened.map((database) => database.close()))));
    return async (schemas = firstSchemas) => {
      // RxDB tells the storages of one realm apart by their names.
      const storage = { ...createStorage({ indexedDB: disk, IDBKeyRange }), name: randomUUID() };
      const database = await openLocalDatabase({ userId: 'ana', storage, multiInstance: true, collections: ['posts'], schemas });
      opened.push(database);
      return { posts: database.collections.posts as unknown as RxCollection<NewerPost>, close: () => database.close() };
    };
  });

const wirePost = (fields: object = {}) => ({ ...newPost({ id: randomUUID() }, 'Bread'), scope: 7, write_id: randomUUID(), ...fields });
const stored = (fields: object = {}) => toLocal('posts', wirePost(fields)) as NewerPost;
const held = async (posts: RxCollection<NewerPost>, id: string) => (await posts.findOne(id).exec())?.toJSON() as NewerPost | undefined;

test('every way to read a row that lacks a field has its default, and the stored row stays as it is', async ({ openBoth, fate }) => {
  const { older, newer } = await openBoth();
  await older.bulkWrite(many(5), 'test');
  const whole = (n: number) => expect.objectContaining({ id: idOf(n), ...lacking });
  expect(await newer.findDocumentsById([idOf(1)], false)).toEqual([whole(1)]);
  expect(await found(newer, { selector: {}, sort: [{ newest: 'asc' }], limit: 2 })).toEqual([whole(4), whole(3)]);
  // In index order with a condition on the field, in another order, and counted.
  const content = { mood: { $eq: 'calm' }, content: { $gt: 'Post 2' } } as never;
  expect(await found(newer, { selector: content, sort: [{ newest: 'asc' }], limit: 1 })).toEqual([whole(4)]);
  expect(await found(newer, { selector: content, sort: [{ mood: 'desc' }, { id: 'asc' }] as never })).toEqual([whole(3), whole(4)]);
  expect(await newer.count(asked({ selector: content }) as never)).toEqual({ count: 2, mode: 'slow' });
  expect((await newer.bulkWrite([{ document: post(1) }], 'test')).error).toEqual([
    expect.objectContaining({ status: 409, documentInDb: whole(1) }),
  ]);
  expect(await older.findDocumentsById([idOf(1)], false)).toEqual([expect.not.objectContaining({ mood: 'calm' })]);
  expect(fate.onOutdated).not.toHaveBeenCalled();
});

test('reported changes have the defaults too, those of the version before included', async ({ openBoth }) => {
  const { older, newer } = await openBoth(true);
  const seen: unknown[] = [];
  newer.changeStream().subscribe(({ events }) => seen.push(...events));
  const first = post(1);
  await older.bulkWrite([{ document: first }], 'test');
  await until(() => seen.length === 1);
  await older.bulkWrite([{ previous: first, document: next(first, { content: 'Changed' }) }], 'test');
  await until(() => seen.length === 2);
  expect(seen[0]).toMatchObject({ documentData: { content: 'Post 1', ...lacking }, previousDocumentData: undefined });
  expect(seen[1]).toMatchObject({
    documentData: { content: 'Changed', ...lacking },
    previousDocumentData: { content: 'Post 1', ...lacking },
  });
  // A row as a server of the version before sends it.
  await newer.bulkWrite([{ document: Object.freeze(post(2)) }], 'test');
  expect(seen[2]).toMatchObject({ documentData: { id: idOf(2), ...lacking } });
});

test('one version after the other: the older one keeps and sends a field that it does not know, and no row is rewritten', async ({
  page,
  disk,
}) => {
  const row = stored({ mood: 'glad', labels: ['walk'] });
  const created = stored();
  const first = await page(newerSchemas);
  await first.posts.insert(row);
  await first.close();

  const older = await page();
  const document = await older.posts.findOne(row.id).exec();
  await document?.incrementalModify((before) => ({ ...before, content: 'Changed', pending: 1 }));
  await older.posts.insert(created);
  expect(toWire('posts', (await held(older.posts, row.id)) as NewerPost)).toMatchObject({
    content: 'Changed',
    mood: 'glad',
    labels: ['walk'],
  });
  await older.close();

  const again = await page(newerSchemas);
  expect(await held(again.posts, row.id)).toEqual({ ...row, content: 'Changed', pending: 1 });
  expect(await held(again.posts, created.id)).toEqual({ ...created, ...lacking });
  expect(toWire('posts', (await held(again.posts, created.id)) as NewerPost)).toMatchObject(lacking);
  const glad = await again.posts.find({ selector: { mood: 'glad' } }).exec();
  expect(ids(glad)).toEqual([row.id]);
  expect(await disk.databases()).toEqual([{ name: 'rxdb-dexie-kith-ana--store', version: 10 }]);
  const table = (again.posts.storageInstance.internals as unknown as Dexie).table('posts');
  expect(Object.keys(await table.get(created.id))).not.toContain('mood');
});

test.for([
  ['the older one first', firstSchemas, newerSchemas],
  ['the newer one first', newerSchemas, firstSchemas],
] as const)('both versions at once, %s: each shows what the other one writes', async ([, firstSchemas, secondSchemas], { page }) => {
  const [first, second] = [await page(firstSchemas), await page(secondSchemas)];
  const [older, newer] = firstSchemas === newerSchemas ? [second, first] : [first, second];
  const seen: Record<'older' | 'newer', NewerPost[]> = { older: [], newer: [] };
  const follow = (posts: RxCollection<NewerPost>, name: 'older' | 'newer') =>
    posts.find({ sort: [{ id: 'asc' }] }).$.subscribe((rows) => {
      seen[name] = rows.map((row) => row.toJSON() as NewerPost);
    });
  const following = [follow(older.posts, 'older'), follow(newer.posts, 'newer')];
  const row = stored();
  await older.posts.insert(row);
  await until(() => seen.newer.length === 1);
  expect(seen.newer).toEqual([{ ...row, ...lacking }]);

  const there = await newer.posts.findOne(row.id).exec();
  await there?.incrementalPatch({ mood: 'glad' });
  await until(() => seen.older[0]?.mood === 'glad');
  const here = await older.posts.findOne(row.id).exec();
  await here?.incrementalPatch({ content: 'Changed' });
  await until(() => seen.newer[0]?.content === 'Changed');
  expect(seen.newer).toEqual([{ ...row, content: 'Changed', mood: 'glad', labels: [] }]);
  for (const one of following) one.unsubscribe();
});

const steps = fc.array(
  fc.record({
    do: fc.constantFrom('write' as const, 'write' as const, 'write' as const, 'remove' as const, 'read' as const),
    by: fc.constantFrom('older' as const, 'newer' as const),
    id: fc.nat(3),
    content: fc.constantFrom('a', 'b'),
    mood: fc.constantFrom(null, 'glad', 'calm'),
  }),
  { maxLength: 20 },
);

test('whichever version writes, in any order: the newer one has every field, and the older one loses none', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const disk = new IDBFactory();
      const params = {
        databaseInstanceToken: 'test',
        databaseName: fixtures.NAME,
        collectionName: 'posts',
        multiInstance: false,
        options: {},
      };
      const opened = async (schema: unknown) => {
        const storage = createStorage({ indexedDB: disk, IDBKeyRange });
        return (await storage.createStorageInstance({ ...params, schema } as never)) as unknown as fixtures.Instance;
      };
      const instances = { older: await opened(fixtures.schema), newer: await opened(newerSchema) };
      /** content and mood of the live rows */
      const model = new Map<string, readonly [content: string, mood: string | null]>();
      const rowsIn = async (name: 'older' | 'newer', selector: object = {}) => {
        const rows = (await found(instances[name], { selector })) as unknown as NewerDocument[];
        return rows.map(({ id, content, mood }) => [id, content, mood]);
      };
      const expected = () => [...model].map(([id, [content, mood]]) => [id, content, mood] as const).sort(([a], [b]) => (a < b ? -1 : 1));
      try {
        for (const { do: act, by, id: n, content, mood } of all) {
          const id = idOf(n);
          if (act === 'read') {
            // Among the calm ones are rows that lack the field.
            const withMood = expected().filter(([, , each]) => each === mood);
            expect(await rowsIn('newer', { mood: { $eq: mood } })).toEqual(withMood);
            continue;
          }
          const before = model.get(id);
          const [previous] = await instances[by].findDocumentsById([id], true);
          if (act === 'remove') {
            if (!previous || !model.delete(id)) continue;
            await write(instances[by], previous, next(previous, { _deleted: true }));
            continue;
          }
          // The version before writes what it read, and adds rows without the field.
          const written = by === 'newer' ? { mood } : before ? {} : { mood: undefined };
          const fields = { content, _deleted: false, ...written } as never;
          await write(instances[by], previous, previous ? next(previous, fields) : post(n, fields));
          model.set(id, [content, by === 'newer' ? mood : before ? before[1] : lacking.mood]);
        }
        expect(await rowsIn('newer')).toEqual(expected());
        expect((await rowsIn('older')).map(([id, content, mood]) => [id, content, mood === undefined ? lacking.mood : mood])).toEqual(
          expected(),
        );
      } finally {
        await Promise.all(Object.values(instances).map((instance) => instance.close()));
      }
    }),
    { numRuns: 100 },
  );
});

async function write(instance: fixtures.Instance, previous: fixtures.Document | undefined, document: fixtures.Document): Promise<void> {
  expect(await instance.bulkWrite([previous ? { previous, document } : { document }], 'test')).toEqual({ error: [] });
}
