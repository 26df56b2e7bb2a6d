import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { examplePhoto, type Photo } from '../../../schemas/images/photo.ts';
import { test as storeTest } from '../../../tests/support/fixtures/local-store.ts';
import { newMessage, newPost } from '../../../tests/support/rows.ts';
import { type PhotosOf, photoRowsQuery } from './use-photo-rows.ts';

const test = storeTest.override('collections', () => ['posts', 'group_messages']);
const [ben, carl, walks, supper] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
const photos = (): Photo[] => [{ ...examplePhoto, id: randomUUID() }];
const at = (minute: number) => ({ created_at: new Date(Date.UTC(2026, 0, 1, 8, minute)).toISOString() });

test('the rows with photos of one member or one group, newest first', async ({ store }) => {
  for (let minute = 0; minute < 10; minute += 1) {
    const more = { ...at(minute), ...(minute % 2 === 0 ? { photos: photos() } : {}) };
    for (const id of [ben, carl]) await store.storeRow('posts', newPost({ id }, `${id} ${minute}`, more));
    for (const group of [walks, supper]) {
      await store.storeRow('group_messages', { ...newMessage({ id: ben }, group, `${group} ${minute}`), ...more });
    }
  }
  const found = async (of: PhotosOf, limit: number) => (await photoRowsQuery(store, of, limit).exec()).map(({ content }) => content);
  const expected = (of: string, ...minutes: number[]) => minutes.map((minute) => `${of} ${minute}`);
  expect(await found({ author: ben }, 3)).toEqual(expected(ben, 8, 6, 4));
  expect(await found({ author: carl }, 100)).toEqual(expected(carl, 8, 6, 4, 2, 0));
  expect(await found({ group: walks }, 100)).toEqual(expected(walks, 8, 6, 4, 2, 0));
  expect(await found({ group: randomUUID() }, 100)).toEqual([]);
});

test('only rows of that member are read, by the index that sorts them', async ({ store }) => {
  const query = photoRowsQuery(store, { author: ben }, 60);
  const { index, startKeys, endKeys, sortSatisfiedByIndex } = (
    query.getPreparedQuery() as unknown as {
      queryPlan: { index: string[]; startKeys: unknown[]; endKeys: unknown[]; sortSatisfiedByIndex: boolean };
    }
  ).queryPlan;
  expect(index.slice(-3, -1)).toEqual(['author_id', 'newest']);
  expect([startKeys.includes(ben), endKeys.includes(ben), sortSatisfiedByIndex]).toEqual([true, true, true]);
});
