import type { RxStorage, RxStorageInstance } from 'rxdb';
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import { expect, test } from 'vitest';
import { openTestStore } from '../../../tests/support/local-store.ts';
import { newPost, newReaction } from '../../../tests/support/rows.ts';
import { rowBeforeId } from '../../../workers/device/pending/row-before.ts';
import { change, insert, remove } from './local-write.ts';

const ana = { id: '01900000-0000-7000-8000-00000000000a' };
const ben = { id: '01900000-0000-7000-8000-00000000000b' };
const storage = () => getRxStorageMemory() as RxStorage<unknown, unknown>;

type Instance = RxStorageInstance<unknown, unknown, unknown>;

/** A store in which another writer changes a row once, just before RxDB writes to it in this context. */
function interrupted(context: string, meanwhile: (instance: Instance, id: string) => Promise<void>) {
  const memory = storage();
  return {
    ...memory,
    async createStorageInstance(params) {
      const instance = await memory.createStorageInstance(params);
      const { bulkWrite } = instance;
      let interrupt = true;
      instance.bulkWrite = async (rows, by) => {
        const [first] = rows;
        if (interrupt && by === context && first?.previous) {
          interrupt = false;
          await meanwhile(instance as never, (first.document as unknown as { id: string }).id);
        }
        return bulkWrite.call(instance, rows, by);
      };
      return instance;
    },
  } as RxStorage<unknown, unknown>;
}

/** Stores a row as the server sends it. */
const storeServerRow = (fields: object) => async (instance: Instance, id: string) => {
  const [previous] = await instance.findDocumentsById([id], true);
  const document = { ...previous, ...fields, pending: 0, assumed: [], _rev: '3-told' };
  expect((await instance.bulkWrite([{ previous, document }] as never, 'told')).error).toEqual([]);
};

test('a reaction that is given again just as its removal is acknowledged exists and is pending', async () => {
  const store = await openTestStore(ben.id, ['reactions'], interrupted('rx-collection-bulk-insert', storeServerRow({})));
  const reaction = newReaction(ben, newPost(ana, 'soup').id);
  await store.storeRow('reactions', reaction);
  await remove(store, 'reactions', reaction.id);
  await insert(store, 'reactions', reaction);
  const row = await store.collections.reactions.findOne(reaction.id).exec();
  expect(row?.toJSON()).toMatchObject({ id: reaction.id, pending: 1, assumed: [] });
  await store.close();
});

test.for([
  ['an edit', (store: Parameters<typeof change>[0], id: string) => change(store, 'posts', id, { content: 'salad' })],
  ['a deletion', (store: Parameters<typeof change>[0], id: string) => remove(store, 'posts', id)],
] as const)('%s of a row that is removed at that moment does nothing, and leaves nothing pending', async ([, act]) => {
  const store = await openTestStore(ana.id, ['posts'], interrupted('incremental-write', storeServerRow({ content: '', _deleted: true })));
  const post = newPost(ana, 'soup');
  await store.storeRow('posts', post);
  expect(await act(store, post.id)).toBe(false);
  const [row] = (await store.collections.posts.storageInstance.findDocumentsById([post.id], true)) as unknown as object[];
  expect(row).toMatchObject({ _deleted: true, pending: 0, content: '' });
  expect(await store.database.getLocal(rowBeforeId('posts', post.id))).toBeNull();
  await store.close();
});
