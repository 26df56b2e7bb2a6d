import type { RxStorage, RxStorageInstance } from 'rxdb';
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import { expect, test } from 'vitest';
import type { Row } from '../../schemas/local/local-row.ts';
import { openTestStore } from '../../tests/support/local-store.ts';
import { newPost, newReaction } from '../../tests/support/rows.ts';
import { insert, remove } from './local-write.ts';

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
