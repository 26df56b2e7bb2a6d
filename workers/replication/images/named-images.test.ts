import fc from 'fast-check';
import { v7 as uuid } from 'uuid';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { imageUrl } from '../../../schemas/images/image.ts';
import { settingKey } from '../../../schemas/profiles/setting-keys.ts';
import type { ImageFields } from '../../../schemas/protocol/collections.ts';
import { writeSetting } from '../../../src/data/store/write-setting.ts';
import { openTestStore, type TestStore } from '../../../tests/support/local-store.ts';
import type { LocalRow } from '../../device/local-row.ts';
import { type ImageReference, type NamedImages, trackNamedImages } from './named-images.ts';

/** Beside profiles, a collection with a list of addresses: the field is none of the product's. */
const fields: ImageFields = { profiles: ['profile_image_url'], posts: ['specific_user_ids'] };
const [ids, images] = [3, 4].map((count) => Array.from({ length: count }, () => uuid())) as [string[], string[]];

type Name = 'profiles' | 'posts';
type Act =
  | { readonly act: 'set'; readonly name: Name; readonly row: number; readonly images: readonly number[]; readonly read: boolean }
  | { readonly act: 'delete'; readonly name: Name; readonly row: number; readonly read: boolean }
  /** of the member whose rows have this number */
  | { readonly act: 'block'; readonly row: number; readonly on: boolean; readonly read: boolean };

const place = { name: fc.constantFrom<Name>('profiles', 'posts'), row: fc.nat(ids.length - 1), read: fc.boolean() };
const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ act: fc.constant('set'), ...place, images: fc.uniqueArray(fc.nat(images.length), { maxLength: 3 }) }),
    },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('delete'), ...place }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('block'), row: place.row, on: fc.boolean(), read: place.read }) },
  ),
  { maxLength: 25 },
);

/** The last one is no image of the product. */
const addressOf = (nth: number): string => (images[nth] === undefined ? 'https://elsewhere.example/a.png' : imageUrl(images[nth]));

async function carryOut(store: TestStore, act: Act): Promise<void> {
  const id = ids[act.row] ?? '';
  if (act.act === 'block') return writeSetting(store, settingKey.blocked(id), act.on ? 'on' : 'off');
  const collection = store.collections[act.name];
  const held = await collection.findOne(id).exec();
  if (act.act === 'delete') return void (await held?.remove());
  const urls = act.images.map(addressOf);
  const created_at = '2026-01-01T00:00:00.000Z';
  if (act.name === 'profiles') {
    const profile_image_url = urls[0] ?? null;
    if (held) await held.incrementalPatch({ profile_image_url });
    else await store.storeRow('profiles', { id, name: 'Ana', bio: '', location: '', interests: [], profile_image_url, created_at });
  } else if (held) await held.incrementalPatch({ specific_user_ids: urls } as never);
  else {
    const post = {
      id,
      author_id: id,
      content: 'x',
      photos: [],
      visibility_type: 'friends' as const,
      specific_user_ids: urls,
      created_at,
      edited_at: null,
    };
    await store.storeRow('posts', post as unknown as LocalRow<'posts'>);
  }
}

/** The same from a scan of the collections: the images that a row shows, and those that only hidden rows name. */
async function scan(store: TestStore): Promise<{ readonly shown: [string, ImageReference[]][]; readonly hidden: string[] }> {
  const found = new Map<string, ImageReference[]>();
  const hidden = new Set<string>();
  const settings = await store.collections.settings.find({ selector: { value: 'on' } }).exec();
  const isBlocked = (id: string) => settings.some(({ key }) => key === `blocked|${id}`);
  for (const collection of ['profiles', 'posts'] as const) {
    for (const document of await store.collections[collection].find().exec()) {
      for (const field of fields[collection] ?? []) {
        for (const address of [document.get(field)].flat()) {
          const image = images.find((one) => imageUrl(one) === address);
          if (image && isBlocked(document.primary)) hidden.add(image);
          else if (image) found.set(image, [...(found.get(image) ?? []), { collection, field, rowId: document.primary, key: image }]);
        }
      }
    }
  }
  return { shown: [...found].sort(), hidden: [...hidden].filter((image) => !found.has(image)) };
}

const keysOf = (one: NamedImages) => [...new Set(one.rows().flatMap(({ references }) => references.map(({ key }) => key)))].sort();

let named: NamedImages | undefined;
afterEach(() => named?.close());

test('after any order of insertions, changes, deletions and blocks the memory is what a scan finds', async () => {
  await fc.assert(
    fc.asyncProperty(acts, acts, async (before, after) => {
      const store = await openTestStore(uuid(), ['profiles', 'posts', 'settings']);
      try {
        for (const act of before) await carryOut(store, act);
        named = trackNamedImages(store.database, fields, () => {});
        const [first] = after;
        // The first reading, of all rows, may overlap a change.
        if (first) await Promise.all([named.refresh(), carryOut(store, first)]);
        for (const act of after.slice(1)) {
          await carryOut(store, act);
          if (act.read) await named.refresh();
        }
        await named.refresh();
        const { shown, hidden } = await scan(store);
        expect(keysOf(named)).toEqual(shown.map(([image]) => image));
        for (const [image, references] of shown) expect(references).toContainEqual(named.get(image));
        for (const image of images) {
          expect(named.has(image)).toBe(shown.some(([one]) => one === image));
          expect(named.isHidden(image)).toBe(hidden.includes(image));
        }
      } finally {
        named?.close();
        await store.close();
      }
    }),
    { numRuns: 60 },
  );
});

test('a change reads the rows that changed, and no others', async () => {
  const store = await openTestStore(uuid(), ['profiles']);
  onTestFinished(async () => void (await store.close()));
  for (const [row] of ids.entries()) await carryOut(store, { act: 'set', name: 'profiles', row, images: [row], read: false });
  named = trackNamedImages(store.database, { profiles: ['profile_image_url'] }, () => {});
  await named.refresh();
  const { storageInstance } = store.collections.profiles;
  const read: string[][] = [];
  const { findDocumentsById } = storageInstance;
  storageInstance.findDocumentsById = (wanted, deleted) => {
    read.push([...wanted]);
    return findDocumentsById.call(storageInstance, wanted, deleted);
  };
  storageInstance.query = () => Promise.reject(new Error('the collection was scanned'));
  await named.refresh();
  expect(read).toEqual([]);
  await store.database.collections.profiles.incrementalUpsert({
    ...(await store.collections.profiles.findOne(ids[1]).exec())?.toMutableJSON(),
    profile_image_url: imageUrl(images[3] ?? ''),
  });
  read.splice(0);
  await named.refresh();
  expect(read).toEqual([[ids[1]]]);
  expect(keysOf(named)).toEqual([images[0], images[2], images[3]].sort());
  storageInstance.findDocumentsById = findDocumentsById;
});

test('rows that could not be read are read the next time', async () => {
  const store = await openTestStore(uuid(), ['profiles']);
  onTestFinished(async () => void (await store.close()));
  await carryOut(store, { act: 'set', name: 'profiles', row: 0, images: [0], read: false });
  const { storageInstance } = store.collections.profiles;
  const { query, findDocumentsById } = storageInstance;
  named = trackNamedImages(store.database, { profiles: ['profile_image_url'] }, () => {});
  storageInstance.query = () => Promise.reject(new Error('gone'));
  await expect(named.refresh()).rejects.toThrow('gone');
  storageInstance.query = query;
  await named.refresh();
  expect(keysOf(named)).toEqual([images[0]]);
  await carryOut(store, { act: 'set', name: 'profiles', row: 0, images: [1], read: false });
  storageInstance.findDocumentsById = () => Promise.reject(new Error('gone'));
  await expect(named.refresh()).rejects.toThrow('gone');
  storageInstance.findDocumentsById = findDocumentsById;
  await named.refresh();
  expect(keysOf(named)).toEqual([images[1]]);
});
