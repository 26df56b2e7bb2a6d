/**
 * A tab whose process is killed between the end of a transaction and its event has stored a write that no other tab knows of. The worker of
 * another tab leads here. It has seen later writes and does not look at older ones by itself.
 */
import type { Dexie } from 'dexie';
import type { RxCollection } from 'rxdb';
import { expect } from 'vitest';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import { HEARTBEAT_MS } from '../../schemas/protocol/sync-limits.ts';
import { insert } from '../../src/data/store/local-write.ts';
import type { AnyLocalRow } from '../../workers/device/local-row.ts';
import { pendingRows } from '../../workers/device/pending/pending-rows.ts';
import type { Device } from '../support/device.ts';
import { test as deviceTest } from '../support/fixtures/device.ts';
import { openTestStore } from '../support/local-store.ts';
import { newPost } from '../support/rows.ts';
import type { AppOptions } from '../support/start-app.ts';

const test = deviceTest
  .extend('serverOptions', { scope: 'file' }, (): AppOptions => ({ streamTiming: { heartbeatMs: 100 } }))
  .extend('collections', { scope: 'file' }, (): readonly CollectionName[] => ['posts'])
  .extend('ana', { scope: 'file' }, ({ circle }) => circle.signUp('Ana'))
  /** how many posts with this text the server has */
  .extend(
    'onServer',
    ({ server }) =>
      async (content: string) =>
        (await server.sql`select from posts where content = ${content}`).length,
  );

/** Stores a post as a page does whose process is killed before it sends the event. */
async function storeWithoutEvent(a: Device, content: string): Promise<void> {
  const killed = await openTestStore(a.member.id, ['posts']);
  await insert(killed, 'posts', newPost(a.member, content));
  const [row] = await pendingRows(killed.database.collections.posts as unknown as RxCollection<AnyLocalRow>);
  const disk = a.database.collections.posts.storageInstance.internals as unknown as Dexie;
  await disk.table('posts').add({ ...row, _deleted: '0' });
  await killed.close();
}

/** Sets whether heartbeats arrive. */
const beats = (a: Device, arrive: boolean) => {
  a.network.arrives = (event) => arrive || !event.startsWith('event: heartbeat');
};

test.for([
  { when: 'the next tab opens', look: (a: Device) => a.tabOpened() },
  { when: 'the next heartbeat comes', look: (a: Device) => beats(a, true) },
])('a write that a killed tab stored without an event is sent when $when', async ({ when, look }, { ana, device, onServer }) => {
  const a = await device(ana, { streamTiming: { silenceMs: 60_000 } });
  await a.live();
  // The tab that is killed later.
  a.tabOpened();
  beats(a, false);
  await storeWithoutEvent(a, `untold, until ${when}`);
  await insert(a.store, 'posts', newPost(ana, `told, until ${when}`));
  await a.until(async () => (await onServer(`told, until ${when}`)) === 1);
  await a.live();
  expect(await onServer(`untold, until ${when}`)).toBe(0);
  look(a);
  await a.until(async () => (await onServer(`untold, until ${when}`)) === 1);
  await a.live();
  expect(await a.refused()).toEqual([]);
});

test('with the default heartbeat it is sent within twenty seconds', () => {
  expect(HEARTBEAT_MS).toBeLessThan(20_000);
});
