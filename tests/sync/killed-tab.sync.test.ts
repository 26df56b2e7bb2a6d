/**
 * A tab whose process is killed between the end of a transaction and its event has stored a write and told nobody. Here the worker of
 * another tab leads: it has taken note of later writes and looks at nothing that is older.
 */
import type { RxStorageInstance } from 'rxdb';
import { expect } from 'vitest';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import { insert } from '../../src/data/local-write.ts';
import { usualUnsentTiming } from '../../workers/replication/unsent-watch.ts';
import type { Device } from '../support/device.ts';
import { test as deviceTest } from '../support/fixtures/device.ts';
import { newPost } from '../support/rows.ts';

/** How many times faster than usual a device of these tests looks for what was not sent. */
const FASTER = 10;
const { lookEveryMs, ringAfterMs, touchAfterMs, readEveryMs } = usualUnsentTiming;
const unsentTiming = {
  lookEveryMs: lookEveryMs / FASTER,
  ringAfterMs: ringAfterMs / FASTER,
  touchAfterMs: touchAfterMs / FASTER,
  readEveryMs: readEveryMs / FASTER,
};

const test = deviceTest
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

test.for([
  // Nothing but the new tab makes this device look.
  { when: 'the next tab opens', tabOpened: true, timing: { ...unsentTiming, readEveryMs: Number.POSITIVE_INFINITY } },
  { when: 'a while has passed', tabOpened: false, timing: unsentTiming },
])('what a killed tab stored and told nobody is sent when $when', async ({ when, tabOpened, timing }, { ana, device, onServer }) => {
  const a = await device(ana, { unsentTiming: timing });
  await a.live();
  await untold(a, () => insert(a.store, 'posts', newPost(ana, `untold, until ${when}`)));
  await insert(a.store, 'posts', newPost(ana, `told, until ${when}`));
  await a.until(async () => (await onServer(`told, until ${when}`)) === 1);
  await a.live();
  if (tabOpened) {
    a.tabOpened();
    await a.until(() => a.status.unsent === 1);
  }
  await a.until(async () => (await onServer(`untold, until ${when}`)) === 1);
  await a.live();
  expect(await a.refused()).toEqual([]);
});

test('as devices usually look for it, the while is below twenty seconds', () => {
  expect(readEveryMs + touchAfterMs + 2 * lookEveryMs).toBeLessThan(20_000);
});
