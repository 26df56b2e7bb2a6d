/** A store that the first version of the local schemas has written, opened by this one. */
import { randomUUID } from 'node:crypto';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { createRxDatabase, type RxCollection, type RxStorage } from 'rxdb';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { expect, test, vi } from 'vitest';
import { readUnsent } from '../../src/data/bare-store.ts';
import { collectionSchemas, LOCAL_SCHEMA_VERSION, schemaVersion } from './collection-schemas.ts';
import { unsentRows } from './count-unsent.ts';
import { databaseName } from './database-name.ts';
import type { AnyLocalRow } from './local-row.ts';
import { bringForward } from './migrations.ts';
import { openLocalDatabase, plainHash } from './open-database.ts';

const row = (name: string, fields: Partial<AnyLocalRow> = {}): AnyLocalRow => ({
  id: randomUUID(),
  name,
  description: null,
  founder_id: randomUUID(),
  created_at: '2026-01-31T08:00:00.000Z',
  scope: 3,
  write_id: randomUUID(),
  unsent: 0,
  assumed: [],
  ...fields,
});

/** Writes groups as the version did that knew of no emoji. */
async function writeFirstVersion(
  userId: string,
  storage: RxStorage<object, object>,
  rows: readonly AnyLocalRow[],
  deleted: readonly AnyLocalRow[],
) {
  const { emoji: _, ...properties } = collectionSchemas.groups.properties as Record<string, object>;
  const schema = { ...collectionSchemas.groups, version: 0, properties, required: Object.keys(properties) };
  const database = await createRxDatabase({
    name: databaseName(userId),
    storage,
    multiInstance: false,
    localDocuments: true,
    hashFunction: plainHash,
  });
  await database.addCollections({ groups: { schema: schema as never } });
  const groups = database.collections.groups as unknown as RxCollection<AnyLocalRow>;
  await groups.bulkInsert([...rows, ...deleted]);
  for (const { id } of deleted) await (await groups.findOne(id).exec())?.incrementalModify((held) => ({ ...held, _deleted: true }));
  await database.close();
}

test('groups of before have no emoji; what waits, deletions among it, waits on under its write; an emoji that came by the wire stays', async () => {
  const disk = new IDBFactory();
  vi.stubGlobal('indexedDB', disk);
  vi.stubGlobal('IDBKeyRange', IDBKeyRange);
  const storage = () => getRxStorageDexie({ indexedDB: disk, IDBKeyRange });
  try {
    const userId = randomUUID();
    const held = row('Sunday table');
    const waits = row('House by the lake', { unsent: 1, assumed: [randomUUID()] });
    const newer = row('Walks', { emoji: '🥾' });
    const doomed = row('Choir', { unsent: 1 });
    await writeFirstVersion(userId, storage() as never, [held, waits, newer], [doomed]);

    // What could not be opened is still read for whoever saves it.
    const found = (await readUnsent(userId)).pending.map((one) => [one.row.name, one.row.emoji, one.row._deleted]);
    expect(found.sort()).toEqual([
      ['Choir', null, '1'],
      ['House by the lake', null, '0'],
    ]);

    // Opened twice: the second time there is nothing left to do.
    for (let times = 0; times < 2; times += 1) {
      const database = await openLocalDatabase({ userId, storage: storage() as never, multiInstance: false, collections: ['groups'] });
      const groups = database.collections.groups as unknown as RxCollection<AnyLocalRow>;
      const rows = (await groups.find().exec()).map((one) => one.toJSON() as unknown as AnyLocalRow);
      const byName = (one: AnyLocalRow, other: AnyLocalRow) => (String(one.name) < String(other.name) ? -1 : 1);
      expect(rows.sort(byName)).toEqual([{ ...waits, emoji: null }, { ...held, emoji: null }, newer]);
      const unsent = (await unsentRows(groups)).map(({ id, write_id, _deleted }) => [id, write_id, _deleted === true]);
      expect(unsent.sort()).toEqual([[waits.id, waits.write_id, false] as const, [doomed.id, doomed.write_id, true] as const].sort());
      // It can be written to at once.
      await (await groups.findOne(held.id).exec())?.incrementalModify((one) => ({ ...one, emoji: null }));
      await database.close();
    }
  } finally {
    vi.unstubAllGlobals();
  }
});

test('every version says what becomes of rows, also of those that it leaves alone', () => {
  const group = row('Sunday table');
  expect(bringForward('groups', group, 0)).toEqual({ ...group, emoji: null });
  expect(bringForward('groups', { ...group, emoji: '🥾' }, LOCAL_SCHEMA_VERSION)).toEqual({ ...group, emoji: '🥾' });
  expect(bringForward('posts', group, 0)).toBe(group);
  expect(schemaVersion('posts')).toBe(0);
});
