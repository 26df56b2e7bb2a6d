/**
 * A tab whose process is killed between the end of a transaction and its event has stored a write and told nobody. Here the worker of
 * another tab leads: it has taken note of later writes and looks at nothing that is older.
 */
import type { RxStorageInstance } from 'rxdb';
import { expect } from 'vitest';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import { HEARTBEAT_MS } from '../../schemas/protocol/sync.ts';
import { insert } from '../../src/data/local-write.ts';
import type { Device } from '../support/device.ts';
import { test as deviceTest } from '../support/fixtures/device.ts';
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

/** Writes without the event that follows. */
async function untold(a: Device, write: () => Promise<void>): Promise<void> {
  const { originalStorageInstance } = a.database.collections.posts.storageInstance as unknown as {
    originalStorageInstance: RxStorageInstance<unknown, unknown, unknown> & { changes$: { next(event: unknown): void } };
  };
  const { changes$ } = originalStorageInstance;
  const tell = changes$.next;
  changes$.next = () => undefined;
  await write();
  changes$.next = tell;
}

/** Whether heartbeats arrive. */
const beats = (a: Device, arrive: boolean) => {
  a.network.arrives = (event) => arrive || !event.startsWith('event: heartbeat');
};

test.for([
  { when: 'the next tab opens', look: (a: Device) => a.tabOpened() },
  { when: 'the next heartbeat comes', look: (a: Device) => beats(a, true) },
])('what a killed tab stored and told nobody is sent when $when', async ({ when, look }, { ana, device, onServer }) => {
  const a = await device(ana, { streamTiming: { silenceMs: 60_000 } });
  await a.live();
  beats(a, false);
  await untold(a, () => insert(a.store, 'posts', newPost(ana, `untold, until ${when}`)));
  await insert(a.store, 'posts', newPost(ana, `told, until ${when}`));
  await a.until(async () => (await onServer(`told, until ${when}`)) === 1);
  await a.live();
  expect(await onServer(`untold, until ${when}`)).toBe(0);
  look(a);
  await a.until(async () => (await onServer(`untold, until ${when}`)) === 1);
  await a.live();
  expect(await a.refused()).toEqual([]);
});

test('as heartbeats come, it is sent within twenty seconds', () => {
  expect(HEARTBEAT_MS).toBeLessThan(20_000);
});
