import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { v7 as uuid } from 'uuid';
import { test as baseTest, describe, expect } from 'vitest';
import type { Checkpoint, PullPage, PullRequest, PullResponse } from '../../../schemas/protocol/sync.ts';
import { readLocal } from '../../device/local-documents.ts';
import { toLocal } from '../../device/local-row.ts';
import { openLocalDatabase } from '../../device/open-local-database.ts';
import { createStorage } from '../../device/store/storage.ts';
import { SYNC_PROGRESS_ID } from '../../device/sync-status.ts';
import { createScopeHeads } from '../state/heads.ts';
import { openProgress } from '../state/progress.ts';
import { openStore, type Replica } from '../store.ts';
import { createPull } from './pull.ts';

const signal = new AbortController().signal;
const row = (id: string, scope: number) => ({ id, scope, write_id: uuid(), user_id: 'u', key: id, value: 'v' });
const page = (ids: readonly string[], checkpoint: Checkpoint, more: boolean, scope = 4): PullPage => ({
  documents: ids.map((id) => row(id, scope)),
  ...{ removed: [], recheck: [], checkpoint, more },
});
const answer = (settings: PullPage, heads = { 4: 40 }): PullResponse => ({ epoch: 'e', heads, collections: { settings }, check: {} });

const test = baseTest
  .extend('storage', () => createStorage({ indexedDB: new IDBFactory(), IDBKeyRange }))
  /** A pull over a server that returns these answers. `happened` lists what was requested and stored, in order. */
  .extend('scene', async ({ storage }, { onCleanup }) => {
    const database = await openLocalDatabase({ userId: uuid(), storage, multiInstance: false, collections: ['settings'] });
    const happened: string[] = [];
    const opened = await openStore(database, () => undefined);
    const replica = opened.replicas.get('settings') as Replica;
    const watched: Replica = {
      ...replica,
      get checkpoint() {
        return replica.checkpoint;
      },
      async saveCheckpoint(next) {
        await replica.saveCheckpoint(next);
        happened.push(`stored ${JSON.stringify(next)}`);
      },
    };
    const store = { ...opened, replicas: new Map([['settings', watched] as const]) };
    onCleanup(async () => {
      opened.close();
      await database.close();
    });
    const over = async (...answers: readonly PullResponse[]) => {
      const remaining = [...answers];
      const requests: PullRequest[] = [];
      const pull = createPull({
        store,
        server: {
          async pull(request) {
            requests.push(request);
            happened.push(`asked ${JSON.stringify(request.collections.settings?.checkpoint)}`);
            const body = remaining.shift();
            return body ? { kind: 'done', body } : { kind: 'lost', retryAfterMs: 0 };
          },
        },
        progress: await openProgress(database),
        heads: createScopeHeads(),
        diskSpace: { full: false },
        onAnswer: () => undefined,
      });
      return { pull, requests };
    };
    /** The store has rows with these ids, in one scope. */
    const has = (ids: readonly string[], scope: number) =>
      replica.write(ids, () => ids.map((id) => ({ ...toLocal('settings', row(id, scope)), _deleted: false })));
    return { database, replica, store, happened, over, has };
  });

test('rows of another epoch are deleted, and writes are still given back to the new one', async ({
  scene: { database, replica, over },
}) => {
  const { pull } = await over(
    answer(page(['a'], { 4: 40 }, false)),
    { ...answer(page([], {}, false)), epoch: 'f' },
    { ...answer(page(['b'], { 4: 10 }, false)), epoch: 'f' },
  );
  await pull.turn(signal);
  pull.request();
  while (!(await replica.all(10)).some(({ id }) => id === 'b')) await pull.turn(signal);
  expect((await replica.all(10)).map(({ id }) => id)).toEqual(['b']);
  expect(await readLocal(database, SYNC_PROGRESS_ID)).toMatchObject({ epoch: 'f', givenBackTo: 'e' });
});

test('a page is requested while the one before is stored, from where that one will end', async ({ scene: { replica, happened, over } }) => {
  const { pull, requests } = await over(
    answer(page(['a', 'b'], { 4: [40, 20] }, true)),
    answer(page(['c'], { 4: [40, 10] }, true)),
    answer(page(['d'], { 4: 40 }, false)),
  );
  await pull.turn(signal);
  expect(happened).toEqual([
    'asked {}',
    'asked {"4":[40,20]}',
    'stored {"4":[40,20]}',
    'asked {"4":[40,10]}',
    'stored {"4":[40,10]}',
    'stored {"4":40}',
  ]);
  expect((await replica.all(10)).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
  expect(requests.map(({ collections }) => collections.settings?.limit)).toEqual([40, 150, 1000]);
});

describe('a page is requested only after the one before is stored', () => {
  test('if a write is pending: its turn comes between', async ({ scene: { database, happened, over } }) => {
    const { pull } = await over(answer(page(['a'], { 4: [40, 20] }, true)), answer(page(['b'], { 4: 40 }, false)));
    const mine = { ...row('mine', 0), pending: 1, assumed: [] };
    await database.collections.settings.insert(mine);
    await pull.turn(signal);
    expect(happened).toEqual(['asked {}', 'stored {"4":[40,20]}']);
    expect(pull.ready()).toBe(true);
  });

  test('[2] if a scope is left: its rows are deleted before it fills again', async ({ scene: { replica, happened, over } }) => {
    const { pull } = await over(
      answer(page(['old'], { 4: 40 }, false)),
      answer(page([], { 4: null }, true)),
      answer(page(['new'], { 4: 41 }, false)),
    );
    await pull.turn(signal);
    pull.request();
    await pull.turn(signal);
    expect(happened.at(-1)).toBe('stored {}');
    while (pull.ready()) await pull.turn(signal);
    expect((await replica.all(10)).map(({ id }) => id)).toEqual(['new']);
  });
});

test('[4] rows whose checkpoint was lost are checked when their scope begins anew, and those that are gone go', async ({
  scene: { replica, over, has },
}) => {
  await has(['gone', 'here'], 4);
  const { pull, requests } = await over(answer(page(['new'], { 4: [40, 20] }, true)), answer(page(['here'], { 4: 40 }, false)), {
    ...answer(page([], { 4: 40 }, false)),
    check: {
      settings: [
        ['gone', null],
        ['here', row('here', 4)],
      ],
    },
  });
  while (pull.ready()) await pull.turn(signal);
  expect(requests.map(({ check }) => check?.settings)).toEqual([undefined, undefined, ['gone', 'here']]);
  expect((await replica.all(10)).map(({ id }) => id)).toEqual(['here', 'new']);
});

test('[3, 8] a page that could not be stored has no effect, and the pages stored before it stay', async ({
  scene: { store, replica, over },
}) => {
  const { pull } = await over(answer(page(['a'], { 4: [40, 20] }, true)), answer(page(['b'], { 4: 40 }, false)));
  const watched = store.replicas.get('settings') as Replica;
  const { write } = replica;
  watched.write = (ids, decide) => (ids.includes('b') ? Promise.reject(new Error('no room')) : write(ids, decide));
  await expect(pull.turn(signal)).rejects.toThrow('no room');
  expect(replica.checkpoint).toEqual({ 4: [40, 20] });
  expect((await replica.all(10)).map(({ id }) => id)).toEqual(['a']);
  expect(pull.ready()).toBe(true);
  expect(pull.caughtUp()).toBe(false);
});

test('[4] a row that came with the answer to a push is checked if the device stopped before the next pull', async ({
  scene: { replica, over, has },
}) => {
  await replica.saveCheckpoint({ 4: 40 });
  await has(['a'], 21);
  const heads = { 4: 40, 21: 3 };
  const { pull, requests } = await over(answer(page([], heads, false), heads), {
    ...answer(page([], heads, false), heads),
    check: { settings: [['a', null]] },
  });
  while (!pull.caughtUp()) await pull.turn(signal);
  expect(requests.map(({ check }) => check)).toEqual([undefined, { settings: ['a'] }]);
  expect(await replica.all(10)).toEqual([]);
});
