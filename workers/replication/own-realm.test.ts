/** A device takes clocks, timers, chance and its network from the realm that is handed in, and from nowhere else. */
import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { createLocks } from '../../tests/support/locks.ts';
import { realmApart } from '../../tests/support/realm-apart.ts';
import { browserStorage } from '../device/browser-storage.ts';
import { type LocalDatabase, openLocalDatabase } from '../device/open-local-database.ts';
import { trackPending } from '../device/pending/track-pending.ts';
import type { SyncStatus } from '../device/sync-status.ts';
import { createRowWriter, createWriteIds } from '../device/writes/row-writer.ts';
import { replicate } from './replicate.ts';

const OPEN = 'event: open\ndata: {"epoch":"one"}\n\n';
/** A server that fails at the first request of each kind. */
function failingOnce(userId: string): typeof fetch {
  const asked = new Set<string>();
  const bodies: Readonly<Record<string, (request: string) => object>> = {
    refresh: () => ({
      success: true,
      data: { access_token: 'token', expires_at: 0, user: { id: userId, email: 'ana@kith.test', name: 'Ana' } },
    }),
    pull: (request) => {
      const { collections } = JSON.parse(request) as { readonly collections: object };
      const page = { documents: [], removed: [], recheck: [], checkpoint: {}, more: false };
      return { epoch: 'one', heads: {}, collections: Object.fromEntries(Object.keys(collections).map((name) => [name, page])), check: {} };
    },
    push: (request) => ({
      answers: (JSON.parse(request) as { changes: { document: { id: string; value: string } }[] }).changes.map(({ document }) =>
        document.value === 'refused'
          ? { id: document.id, code: 'INVALID', document: null }
          : { id: document.id, code: null, document: { ...document, scope: 1 } },
      ),
    }),
  };
  return async (input, init) => {
    const kind = String(input).split('/').at(-1) ?? '';
    if (!asked.has(kind)) {
      asked.add(kind);
      throw new TypeError('no network');
    }
    if (kind !== 'stream') return Response.json(bodies[kind]?.(String(init?.body)) ?? {});
    const said = new ReadableStream<Uint8Array>({
      start(line) {
        line.enqueue(new TextEncoder().encode(OPEN));
        init?.signal?.addEventListener('abort', () => line.error(new Error('ended')));
      },
    });
    return new Response(said, { headers: { 'content-type': 'text/event-stream' } });
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
