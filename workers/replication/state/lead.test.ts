import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { v7 as uuid } from 'uuid';
import { test as baseTest, expect } from 'vitest';
import { createBrowserLocks } from '../../../tests/support/locks.ts';
import { realmWith } from '../../../tests/support/realm-with.ts';
import { toLocal } from '../../device/local-row.ts';
import { openLocalDatabase } from '../../device/open-local-database.ts';
import { createStorage } from '../../device/store/storage.ts';
import type { Lead } from '../../device/write-rows.ts';
import { openStore, type Replica } from '../store.ts';
import { createLead, LeadLost } from './lead.ts';

const CERTAIN_MS = 2000;
const PATIENCE_MS = 4000;

const test = baseTest.extend('scene', async ({ task: _ }, { onCleanup }) => {
  const storage = createStorage({ indexedDB: new IDBFactory(), IDBKeyRange });
  const database = await openLocalDatabase({ userId: uuid(), storage, multiInstance: false, collections: ['settings'] });
  onCleanup(() => database.close().then(() => undefined));
  const locksOf = createBrowserLocks(queueMicrotask);
  const clock = { now: 0 };
  let lost = 0;
  let unanswered = 0;
  /** A worker takes the lead, from another if there is one. */
  function takeLead(): Promise<Lead> {
    const { locks: own } = locksOf((work) => work());
    const query = async () => {
      if (unanswered === 0) return own.query();
      unanswered -= 1;
      throw new Error('no answer');
    };
    const locks = { request: own.request, query } as LockManager;
    const realm = realmWith({ performance: { now: () => clock.now }, navigator: { locks } }, globalThis);
    const onLost = () => {
      lost += 1;
    };
    return new Promise((resolve) => {
      const hold = () => {
        resolve(createLead({ realm, locks, lockName: 'lead', certainMs: CERTAIN_MS, onLost }));
        return new Promise(() => {});
      };
      locks.request('lead', { steal: true }, hold).catch(() => undefined);
    });
  }
  /** The rows, as the worker with this lead writes them. */
  const replicaOf = async (lead: Lead) => (await openStore(database, () => undefined, lead)).replicas.get('settings') as Replica;
  /** What happens once, when a worker knows that it leads and is about to read what it then decides about. */
  function beforeReading(happens: () => Promise<void>): void {
    const { storageInstance } = database.collections.settings;
    const read = storageInstance.findDocumentsById;
    storageInstance.findDocumentsById = async (...given) => {
      storageInstance.findDocumentsById = read;
      await happens();
      return read.apply(storageInstance, given);
    };
  }
  const row = (value: string) => ({ id: 'a', scope: 4, write_id: uuid(), user_id: 'u', key: 'a', value });
  const write = (replica: Replica, value: string) => replica.write(['a'], () => [{ ...toLocal('settings', row(value)), _deleted: false }]);
  const stored = async () => (await database.collections.settings.findOne('a').exec())?.value;
  /** The browser does not say who has which lock, the next time that it is asked. */
  function refuseOnce(): void {
    unanswered = 1;
  }
  return { takeLead, replicaOf, beforeReading, write, stored, clock, refuseOnce, timesLost: () => lost };
});

test('[10] a worker that was frozen while it stored a page writes nothing over what the next leader has stored', async ({ scene }) => {
  const { takeLead, replicaOf, beforeReading, write, stored, clock, timesLost } = scene;
  const frozen = await replicaOf(await takeLead());
  beforeReading(async () => {
    clock.now += PATIENCE_MS;
    await write(await replicaOf(await takeLead()), 'newer');
  });
  await expect(write(frozen, 'older')).rejects.toThrow(LeadLost);
  expect(await stored()).toBe('newer');
  await expect(frozen.saveCheckpoint({ 4: 1 })).rejects.toThrow(LeadLost);
  expect(frozen.checkpoint).toEqual({});
  expect(timesLost()).toBe(2);
});

test('a worker that was slow, and still leads, reads again and writes', async ({ scene }) => {
  const { takeLead, replicaOf, beforeReading, write, stored, clock, timesLost } = scene;
  const slow = await replicaOf(await takeLead());
  beforeReading(async () => {
    clock.now += PATIENCE_MS;
  });
  await write(slow, 'slow');
  expect([await stored(), timesLost()]).toEqual(['slow', 0]);
});

test('a browser that once does not say who leads costs one write', async ({ scene }) => {
  const { takeLead, replicaOf, write, stored, clock, refuseOnce, timesLost } = scene;
  const replica = await replicaOf(await takeLead());
  clock.now += PATIENCE_MS;
  refuseOnce();
  await expect(write(replica, 'first')).rejects.toThrow('no answer');
  await write(replica, 'second');
  expect([await stored(), timesLost()]).toEqual(['second', 0]);
});
