/**
 * This storage answers and reports the same as RxDB's own Dexie storage, except that it reports inserts as changes: random histories are
 * played on both.
 */
import { randomUUID } from 'node:crypto';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import {
  type BulkWriteRow,
  fillWithDefaultSettings,
  getChangedDocumentsSince,
  normalizeMangoQuery,
  prepareQuery,
  type RxDocumentData,
  type RxJsonSchema,
  type RxStorage,
  type RxStorageInstance,
} from 'rxdb';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { expect, test, vi } from 'vitest';
import { firstSchemas } from '../../../tests/support/newer-schemas.ts';
import { seededRandom } from '../../../tests/support/seeded-random.ts';
import type { AnyLocalRow } from '../local-row.ts';
import { createStorage } from './storage.ts';

type Document = RxDocumentData<AnyLocalRow>;
type Instance = RxStorageInstance<AnyLocalRow, unknown, unknown>;

const schema = fillWithDefaultSettings(firstSchemas.posts) as unknown as RxJsonSchema<Document>;
const IDS = Array.from({ length: 24 }, (_, n) => `post-${String(n).padStart(2, '0')}`);
const STEPS = 60;
/** The time between two writes: the two storages read the clock one after the other. */
const MINUTE = 60_000;

async function openOn(storage: RxStorage<unknown, unknown>) {
  const params = {
    databaseInstanceToken: randomUUID(),
    databaseName: `kith-${randomUUID()}`,
    collectionName: 'posts',
    multiInstance: false,
    options: {},
  };
  const instance = (await storage.createStorageInstance({ ...params, devMode: false, schema } as never)) as Instance;
  const reported: unknown[] = [];
  const asChange = ({ documentId, documentData }: { documentId: string; documentData: unknown }) =>
    ({ documentId, documentData, operation: 'UPDATE' }) as const;
  // The ids of bulks are counted per realm, so they differ.
  instance.changeStream().subscribe(({ id: _, ...bulk }) => {
    const events = bulk.events.map((event) => (event.operation === 'INSERT' ? asChange(event) : event));
    reported.push(structuredClone({ ...bulk, events }));
  });
  return { instance, reported };
}

const selectors = [
  {},
  { scope: { $eq: 2 } },
  { author_id: { $eq: 'ana' } },
  { author_id: { $in: ['ana', 'cleo'] } },
  { author_id: { $in: ['cleo', 'nobody', 'ana', 'cleo'] }, newest: { $gt: 30 } },
  { author_id: { $in: ['ana', 'ben', 'cleo'], $gt: 'ana' } },
  { newest: { $in: [20, 70, 71] } },
  { newest: { $gte: 20, $lt: 70 } },
  { author_id: { $eq: 'ben' }, newest: { $gt: 30 } },
  { content: { $regex: '[37]' } },
  { pending: { $eq: 1 }, scope: { $ne: 1 } },
  { $or: [{ scope: { $eq: 1 } }, { content: { $eq: 'Text 4' } }] },
];
const sorts = [[{ newest: 'asc' }], [{ newest: 'desc' }], [{ id: 'asc' }], [{ author_id: 'asc' }, { newest: 'asc' }], [{ content: 'asc' }]];

test.each([1, 2, 3, 4, 5, 6, 7, 8])('history %d', async (seed) => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const own = await openOn(createStorage({ indexedDB: new IDBFactory(), IDBKeyRange }));
  const rxdbs = await openOn(getRxStorageDexie({ indexedDB: new IDBFactory(), IDBKeyRange }) as never);
  const random = seededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const oneOf = <T>(all: readonly T[]) => all[below(all.length)] as T;
  const both = async <T>(ask: (instance: Instance) => Promise<T>): Promise<T> => {
    const [here, there] = [await ask(own.instance), await ask(rxdbs.instance)];
    expect(here).toEqual(there);
    return here;
  };
  /** every state that was ever written */
  const written: Document[] = [];
  let time = 1000;

  const write = (): BulkWriteRow<AnyLocalRow> => {
    time += 1;
    const before = written.length > 0 && random() < 0.7 ? oneOf(written) : undefined;
    const id = before?.id ?? oneOf(IDS);
    const revision = before ? Number.parseInt(before._rev, 10) + 1 : 1;
    const document = {
      id,
      author_id: oneOf(['ana', 'ben', 'cleo']),
      content: `Text ${below(10)}`,
      newest: below(100),
      scope: below(4),
      write_id: `write-${time}`,
      pending: below(2),
      assumed: before ? [before.write_id] : [],
      edited_at: null,
      _deleted: random() < 0.25,
      _attachments: {},
      _rev: `${revision}-${time}`,
      _meta: { lwt: time * MINUTE },
    } as unknown as Document;
    written.push(document);
    return (before ? { previous: before, document } : { document }) as BulkWriteRow<AnyLocalRow>;
  };

  const steps = [
    async () => {
      // No two writes of one row: their order is not defined.
      const rows = new Map(Array.from({ length: 1 + below(30) }, write).map((row) => [row.document.id, row]));
      await both((instance) => instance.bulkWrite(structuredClone([...rows.values()]), `step ${time}`));
      expect(own.reported).toEqual(rxdbs.reported);
    },
    async () => {
      const skip = below(3);
      const wanted = {
        selector: { ...oneOf(selectors), ...(random() < 0.8 ? { _deleted: { $eq: random() < 0.2 } } : {}) },
        sort: oneOf(sorts),
        ...(random() < 0.5 ? { limit: below(6) } : {}),
        ...(skip > 0 ? { skip } : {}),
      };
      const query = prepareQuery(schema as never, normalizeMangoQuery(schema as never, wanted as never));
      await both((instance) => instance.query(query as never));
      const { limit: _, skip: __, ...whole } = wanted;
      const counted = prepareQuery(schema as never, normalizeMangoQuery(schema as never, whole as never));
      await both(async (instance) => (await instance.count(counted as never)).count);
    },
    async () => {
      const ids = [...IDS, 'nobody'].filter(() => random() < 0.4);
      const withDeleted = random() < 0.5;
      await both((instance) => instance.findDocumentsById(ids, withDeleted));
    },
    async () => {
      const limit = 1 + below(5);
      const first = await both((instance) => getChangedDocumentsSince(instance, limit));
      await both((instance) => getChangedDocumentsSince(instance, 100, first.checkpoint));
    },
    async () => {
      if (random() < 0.8) return;
      const kept = Date.now() - (time - 40.5) * MINUTE;
      await both((instance) => instance.cleanup(kept));
    },
  ];
  for (let step = 0; step < STEPS; step += 1) await oneOf([...steps, steps[0]])?.();
  expect(await both((instance) => instance.findDocumentsById(IDS, true))).not.toHaveLength(0);
  expect(own.reported.length).toBeGreaterThan(5);
  await Promise.all([own.instance.close(), rxdbs.instance.close()]);
});
