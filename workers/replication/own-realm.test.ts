/** A device takes clocks, timers, chance and its network from the realm that is handed in, and from nowhere else. */
import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { acceptingServer } from '../../tests/support/accepting-server.ts';
import { createLocks } from '../../tests/support/locks.ts';
import { realmApart } from '../../tests/support/realm-apart.ts';
import { browserStorage } from '../device/browser-storage.ts';
import { type LocalDatabase, openLocalDatabase } from '../device/open-local-database.ts';
import { trackPending } from '../device/pending/track-pending.ts';
import type { SyncStatus } from '../device/sync-status.ts';
import { createRowWriter, createWriteIds } from '../device/writes/row-writer.ts';
import { replicate } from './replicate.ts';

/** A server that fails at the first request of each kind, and refuses one value. */
function failingOnce(userId: string): typeof fetch {
  const asked = new Set<string>();
  const fetch = acceptingServer(userId, ({ value }) => (value === 'refused' ? 'INVALID' : null));
  return async (input, init) => {
    const kind = String(input).split('/').at(-1) ?? '';
    if (asked.has(kind)) return fetch(input, init);
    asked.add(kind);
    throw new TypeError('no network');
  };
}

test('a device that fails, waits, sends and is closed uses its own realm alone', { timeout: 20_000 }, async () => {
  const userId = randomUUID();
  const own = { navigator: { locks: createLocks() as LockManager }, fetch: failingOnce(userId) };
  const { realm, taken, direct } = realmApart(/\/(workers|schemas)\//, own);

  let database: LocalDatabase | undefined;
  let fails = true;
  let status: SyncStatus | undefined;
  const replication = replicate({
    ...{ userId, tab: 'tab', realm },
    async openDatabase() {
      if (fails) {
        fails = false;
        throw new Error('the store does not open at first');
      }
      database = await openLocalDatabase({ userId, storage: browserStorage(), multiInstance: false });
      return database;
    },
    onStatus: (next) => {
      status = next;
    },
  });
  await vi.waitFor(() => expect(status?.kind).toBe('live'), { timeout: 15_000 });
  if (!database) throw new Error('the store should be open');
  const pending = await trackPending(database, () => undefined);
  const ids = createWriteIds(pending, realm.Date.now, realm);
  const writer = createRowWriter(
    { collections: database.collections as never, database },
    async () => ids,
    (write) => write(),
  );
  for (const value of ['accepted', 'refused']) await writer.insert('settings', { id: randomUUID(), user_id: userId, key: value, value });
  await vi.waitFor(() => expect(status?.pending).toBeGreaterThan(0));
  replication.wake();
  await vi.waitFor(() => expect(status?.pending).toBe(0), { timeout: 15_000 });
  pending.close();
  await replication.close();
  expect(direct).toEqual([]);
  const members = ['Date', 'performance', 'Math', 'crypto', 'AbortSignal', 'fetch', 'BroadcastChannel', 'navigator'];
  expect([...taken].sort()).toEqual([...members, 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'].sort());
});
