import type { RxStorage, RxStorageInstance } from 'rxdb';
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import { expect, test } from 'vitest';
import { openTestStore } from '../../tests/support/local-store.ts';
import { newPost, newReaction } from '../../tests/support/rows.ts';
import type { Row } from '../../workers/device/local-row.ts';
import { rowBeforeId } from '../../workers/device/row-before.ts';
import { change, insert, remove } from './local-write.ts';

const ana = { id: '01900000-0000-7000-8000-00000000000a' };
const ben = { id: '01900000-0000-7000-8000-00000000000b' };
const storage = () => getRxStorageMemory() as RxStorage<unknown, unknown>;

/** A store in which somebody else writes between the two steps by which RxDB lets a deleted row come back. */
function interrupted(whileItComesBack: (instance: RxStorageInstance<unknown, unknown, unknown>, id: string) => Promise<void>) {
  const memory = storage();
  return {
    ...memory,
    async createStorageInstance(params) {
      const instance = await memory.createStorageInstance(params);
      const { bulkWrite } = instance;
      let interrupt = true;
      instance.bulkWrite = async (rows, context) => {
        const [first] = rows;
        if (interrupt && context === 'rx-collection-bulk-insert' && first?.previous) {
          interrupt = false;
          await whileItComesBack(instance as never, (first.document as unknown as { id: string }).id);
        }
        return bulkWrite.call(instance, rows, context);
      };
      return instance;
    },
  } as RxStorage<unknown, unknown>;
}

async function acknowledged(instance: RxStorageInstance<unknown, unknown, unknown>, id: string): Promise<void> {
  const [previous] = (await instance.findDocumentsById([id], true)) as unknown as Row<'reactions'>[];
  const document = { ...previous, unsent: 0, assumed: [], _rev: '3-acknowledged' };
  const { error } = await instance.bulkWrite([{ previous, document }] as never, 'acknowledged');
  expect(error).toEqual([]);
}

test('a reaction that is given again just as its removal is acknowledged is there, and waits to be sent', async () => {
  const store = await openTestStore(ben.id, ['reactions'], interrupted(acknowledged));
  const reaction = newReaction(ben, newPost(ana, 'soup').id);
  await store.hold('reactions', reaction);
  await remove(store, 'reactions', reaction.id);
  await insert(store, 'reactions', reaction);
  const row = await store.collections.reactions.findOne(reaction.id).exec();
  expect(row?.toJSON()).toMatchObject({ id: reaction.id, unsent: 1, assumed: [] });
  await store.close();
});

/** A store in which a row is removed by the server between the reading of it and the writing upon it. */
function removedBefore(context: string) {
  const memory = storage();
  return {
    ...memory,
    async createStorageInstance(params) {
      const instance = await memory.createStorageInstance(params);
      const { bulkWrite } = instance;
      let interrupt = true;
      instance.bulkWrite = async (rows, by) => {
        const [first] = rows;
        if (interrupt && by === context && params.collectionName === 'posts') {
          interrupt = false;
          const previous = first?.previous as unknown as Row<'posts'>;
          const document = { ...previous, content: '', unsent: 0, assumed: [], _deleted: true, _rev: '3-removed' };
          expect((await bulkWrite.call(instance, [{ previous, document }] as never, 'removed')).error).toEqual([]);
        }
        return bulkWrite.call(instance, rows, by);
      };
      return instance;
    },
  } as RxStorage<unknown, unknown>;
}

test.for([
  ['an edit', (store: Parameters<typeof change>[0], id: string) => change(store, 'posts', id, { content: 'salad' })],
  ['a deletion', (store: Parameters<typeof change>[0], id: string) => remove(store, 'posts', id)],
] as const)('%s of a row that is removed at that moment is none, and leaves nothing to send', async ([, act]) => {
  const store = await openTestStore(ana.id, ['posts'], removedBefore('incremental-write'));
  const post = newPost(ana, 'soup');
  await store.hold('posts', post);
  expect(await act(store, post.id)).toBe(false);
  const [row] = (await store.collections.posts.storageInstance.findDocumentsById([post.id], true)) as unknown as object[];
  expect(row).toMatchObject({ _deleted: true, unsent: 0, content: '' });
  expect(await store.database.getLocal(rowBeforeId('posts', post.id))).toBeNull();
  await store.close();
});
