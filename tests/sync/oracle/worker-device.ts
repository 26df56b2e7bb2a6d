/**
 * A device with the real replication worker: RxDB over its own IndexedDB, written to as the page writes, in one tab or in two. It sends and
 * fetches by itself. A history only sets whether it is online, and waits until it reports that it is done.
 */
import { newId } from '../../../schemas/base/new-id.ts';
import { pause } from '../../../schemas/base/pause.ts';
import type { PushChange } from '../../../schemas/protocol/sync.ts';
import { change, insert, remove } from '../../../src/data/store/local-write.ts';
import { type NotificationRow, recentOf } from '../../../src/features/notifications/recent.ts';
import { lacksDiskSpace } from '../../../workers/device/lacks-disk-space.ts';
import { readLocal } from '../../../workers/device/local-documents.ts';
import type { Outbox } from '../../../workers/device/outbox.ts';
import { OUTBOX_ID } from '../../../workers/device/outbox-id.ts';
import { readPendingRows } from '../../../workers/device/pending/pending-rows.ts';
import { LOST_WRITES_ID } from '../../../workers/replication/up/lost-writes.ts';
import { diskOf, removeDisk } from '../../support/disk.ts';
import { createPowerCuts } from '../../support/power-cuts.ts';
import { realmWith } from '../../support/realm-with.ts';
import type { Access } from './access.ts';
import type { Device } from './device.ts';
import type { HistoryRealm } from './history-realm.ts';
import type { Collection } from './holdings.ts';
import { followWrites, type WrittenRow } from './kept-writes.ts';
import { marked } from './ledger.ts';
import type { Network } from './network.ts';
import type { Intent, Row } from './replica.ts';
import type { Storage } from './tab.ts';
import { createTabs, type TabFault, type Tabs } from './tabs.ts';
import { forgetImages, storedImages } from './worker-images.ts';
import type { WorkerPart } from './worker-parts.ts';

/** The field of a row that a member edits, by collection. */
const editableText: Partial<Record<Collection, string>> = {
  posts: 'content',
  comments: 'content',
  group_messages: 'content',
  profiles: 'bio',
};

/** The context that the worker gives to RxDB with its writes. */
const WORKER_WRITES = 'kith';
const PATIENCE_MS = 30_000;
const LOOK_EVERY_MS = 5;
/** A worker that was just asked asks the server three seconds later at the earliest. */
const KNOCK_EVERY_MS = 4000;
/** How long to wait for a device that has lost a request. What it has not sent by then is sent later. */
const SHORTLY_MS = 1_000;
/**
 * Without a wake: longer than a request without an answer (20 s) and the longest pause after it (30 s), and a stream that is found to be dead
 * (26 s) and opened again after such a pause.
 */
const ALONE_MS = 120_000;
/** So many of the writes in a device with two tabs kill their tab at the first transaction, and as many at the second. */
const KILLED = 0.1;
/** Messages between tabs take some milliseconds. Without them, the next heartbeat would say the same within 15 seconds. */
const HEARD_WITHIN_MS = 500;

/** Waits for a state. Calls `knock` now and then, as a member would retry. */
async function becomes(
  holds: () => boolean | Promise<boolean>,
  knock: () => void,
  withinMs: number,
  realm: HistoryRealm,
): Promise<boolean> {
  const began = realm.Date.now();
  let knockedAt = began;
  while (!(await holds())) {
    if (realm.Date.now() - began > withinMs) return false;
    if (realm.Date.now() - knockedAt >= KNOCK_EVERY_MS) {
      knockedAt = realm.Date.now();
      knock();
    }
    await pause(LOOK_EVERY_MS, realm);
  }
  return true;
}

export async function openWorkerDevice(
  given: {
    readonly network: Network;
    readonly member: string;
    readonly access: Access;
    /** Says what a power cut keeps of what is not on the disk. */
    readonly drawCut?: (() => number) | undefined;
    /** Says whether a wait goes on without a wake, from 0.5 on. Without it, none does. */
    readonly drawWake?: (() => number) | undefined;
    /** Says whether the tab that writes is killed before it learns that its write is stored. Without it, none is. */
    readonly drawKill?: (() => number) | undefined;
  } & WorkerPart,
): Promise<Device> {
  const { network, member, access, collections } = given;
  const power = createPowerCuts(() => {
    if (!isUp || tabs.isOpening) return;
    commitsToCut -= 1;
    commitsToKill -= 1;
    if (commitsToCut === 0) restarting = losePower();
    else if (commitsToKill === 0) restarting = killInFront();
  });
  let isUp = false;
  /** after how many more transactions the power is cut; 0 or less for never */
  let commitsToCut = 0;
  /** the same for the tab that writes */
  let commitsToKill = 0;
  let restarting = Promise.resolve();
  /** called when the power is cut, or the tab that writes is killed: what was under way never ends */
  let onDeath = () => {};
  let wrongBy = 0;
  const { realm: base } = network;
  const realm = realmWith({ fetch: network.fetch, Date: { now: () => base.Date.now() + wrongBy } }, network.sleeper.realm);
  const name = `kith-${newId(base.Date.now(), base)}`;
  const disk = diskOf(name);
  /** counts a full disk once, when it refuses its first write */
  let countFullDisk = () => {};
  disk.onRefused = () => countFullDisk();
  let timesFilled = 0;
  let tabs: Tabs;
  const writes = followWrites();

  /** what happens once, just before the worker next writes to this row */
  let betweenReadAndWrite: { readonly collection: string; readonly id: string; readonly act: () => Promise<unknown> } | null = null;
  let storeFails = false;
  network.failToStore = () => {
    storeFails = true;
  };
  function interrupted(storage: Storage): Storage {
    return {
      ...storage,
      async createStorageInstance(params) {
        const instance = await storage.createStorageInstance(params);
        const { bulkWrite } = instance;
        instance.bulkWrite = async (rows, context) => {
          if (context === WORKER_WRITES && storeFails) {
            storeFails = false;
            throw new Error('the store fails once');
          }
          const due = betweenReadAndWrite;
          const isNow = context === WORKER_WRITES && due?.collection === params.collectionName;
          if (isNow && rows.some(({ document }) => (document as unknown as { id: string }).id === due?.id)) {
            betweenReadAndWrite = null;
            await due?.act();
          }
          const write = () => bulkWrite.call(instance, rows, context);
          if (context === WORKER_WRITES) return write();
          const pending = rows.map(({ document }) => document as unknown as WrittenRow).filter(({ pending }) => pending === 1);
          return writes.during(params.collectionName, pending, write);
        };
        return instance;
      },
    };
  }

  async function start(): Promise<void> {
    tabs = createTabs({ ...{ name, member, access, network, collections, realm, interrupted }, openDisk: power.openTab });
    await tabs.open();
    isUp = true;
  }
  async function losePower(): Promise<void> {
    isUp = false;
    onDeath();
    const { struck } = power.counts;
    const { full } = disk;
    // What is on the disk is read back by writes.
    disk.full = null;
    const cut = power.cut(given.drawCut ?? (() => 0));
    const killed = tabs.kill();
    await cut;
    disk.full = full;
    await killed;
    network.count('fault: power cut');
    if (power.counts.struck > struck) network.count('fault: power cut with a loss');
    await start();
  }
  async function killInFront(): Promise<void> {
    const isAlone = tabs.going().length === 1;
    if (isAlone) isUp = false;
    onDeath();
    await tabs.killInFront();
    if (isAlone) isUp = true;
    network.count('fault: a tab killed in its write');
  }
  /** What `work` gives; undefined where its tab dies before it has ended. */
  async function alive<T>(work: () => Promise<T>): Promise<T | undefined> {
    await restarting;
    return Promise.race([work(), new Promise<undefined>((resolve) => (onDeath = () => resolve(undefined)))]);
  }
  async function read<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      const found = await alive(async () => ({ found: await work() }));
      if (found) return found.found;
    }
  }
  async function stop(): Promise<void> {
    commitsToCut = 0;
    await restarting;
    isUp = false;
    await tabs.close();
  }
  await start();

  const allOf = async (collection: Collection, { database } = tabs.inFront()): Promise<Record<string, unknown>[]> => {
    if (!collections.includes(collection)) return [];
    const documents = await database.collections[collection].find().exec();
    return documents.map((document) => document.toJSON() as unknown as Record<string, unknown>);
  };
  const onlyServers = ({ pending: _, assumed: __, newest: ___, oldest: ____, ...row }: Record<string, unknown>) => row as unknown as Row;
  const wake = () => {
    if (isUp) tabs.inFront().wake();
  };
  const live = () => isUp && tabs.inFront().status.kind === 'live' && tabs.inFront().status.pending === 0;
  /** `certainly`: also of what no tab has reported, because it was killed. */
  async function isSent(certainly: boolean): Promise<boolean> {
    if (!isUp || tabs.going().some(({ pending }) => pending.count > 0)) return false;
    return !certainly || (await read(() => readPendingRows(tabs.inFront().database))).length === 0;
  }
  const isHeard = () => !isUp || tabs.leaderHangs || !live() || tabs.going().every(({ pending }) => pending.count === 0);
  let heardAt = base.Date.now();
  /** All tabs learn of each write, and of its answer, before anything else makes them read the store. */
  function tabsHear(): void {
    const now = base.Date.now();
    const isLate = !isHeard() && now - heardAt > HEARD_WITHIN_MS;
    if (isLate) network.complain('the leading tab says that nothing is pending, and a tab has a pending write');
    if (isLate || isHeard()) heardAt = now;
  }
  /** Waits for a state, in half of the cases without a wake. */
  async function comes(holds: () => boolean | Promise<boolean>, patiently: boolean, wakesAtOnce: boolean): Promise<boolean> {
    const alone = (given.drawWake?.() ?? 0) >= 0.5;
    const knock = alone ? () => undefined : wake;
    if (wakesAtOnce) knock();
    heardAt = base.Date.now();
    const looks = () => {
      tabsHear();
      return holds();
    };
    return becomes(looks, knock, patiently ? (alone ? ALONE_MS : PATIENCE_MS) : SHORTLY_MS, base);
  }
  const inStore = (collection: Collection, id: string) => tabs.inFront().database.collections[collection].findOne(id).exec();

  /** Resolves to what the write does, or to 'refused' where the member learns that the disk is full. Then nothing may be written. */
  async function keptOrRefused(collection: Collection, id: string, write: () => Promise<boolean>): Promise<boolean | 'refused'> {
    const writeId = async () => {
      const row = await inStore(collection, id);
      return row?.pending === 1 ? row.write_id : null;
    };
    const before = await writeId();
    const keptBefore = writes.kept(collection, id);
    try {
      const isKept = await write();
      if (isKept && writes.kept(collection, id) === keptBefore) network.complain(`${collection} ${id} is called kept, and was not stored`);
      return isKept;
    } catch (error) {
      if (!lacksDiskSpace(error)) throw error;
      network.count('fault: a write that a full disk refuses');
      const after = await writeId();
      if (after !== null && after !== before) network.complain(`${collection} ${id} was refused by a full disk, and is pending`);
      if (!tabs.inFront().status.storageFull) network.complain('a full disk refused a write, and the member is not told');
      return 'refused';
    }
  }
  let [edits, writesAgain] = [0, 0];
  async function edit(collection: Collection, id: string): Promise<boolean> {
    edits += 1;
    const text = { [editableText[collection] ?? '']: marked(`again ${edits}`) };
    return (await keptOrRefused(collection, id, () => change(tabs.inFront().store, collection, id, text as never))) === true;
  }
  network.writeAgain = async (changes) => {
    const sent = changes.find(({ collection, document }) => editableText[collection as Collection] !== undefined && !document._deleted);
    if (!sent) return false;
    const [collection, id] = [sent.collection as Collection, sent.document.id];
    // Two times of three, the member writes after the worker has read the row and before it stores the answer.
    writesAgain += 1;
    if (writesAgain % 3 === 0) return edit(collection, id);
    betweenReadAndWrite = { collection, id, act: () => edit(collection, id) };
    return true;
  };

  return {
    kind: 'worker',
    network,
    collections,
    get streaming() {
      return true;
    },
    shownRows: () =>
      read(async () => {
        const rows = new Map<Collection, readonly Row[]>();
        for (const collection of collections) rows.set(collection, (await allOf(collection)).map(onlyServers));
        return (collection) => rows.get(collection) ?? [];
      }),
    serverRows: (collection) => read(async () => (await allOf(collection)).filter((row) => row.pending === 0).map(onlyServers)),
    async write({ collection, id, deleted, fields }: Intent) {
      await alive(async () => {
        const drawn = given.twoTabs ? (given.drawKill?.() ?? 1) : 1;
        commitsToKill = drawn < KILLED ? 1 : drawn < 2 * KILLED ? 2 : 0;
        let isNew = false;
        const kept = await keptOrRefused(collection, id, async () => {
          if (deleted) {
            network.wrote('deletion', id);
            return remove(tabs.inFront().store, collection, id);
          }
          if (await change(tabs.inFront().store, collection, id, fields as never)) return true;
          isNew = true;
          network.wrote('new row', id);
          return insert(tabs.inFront().store, collection, { id, ...fields } as never);
        });
        if (kept === 'refused' && isNew) network.wrote('deletion', id);
      });
      commitsToKill = 0;
      tabs.next();
    },
    setClock(ms) {
      wrongBy = ms;
    },
    storedPhotos: () => storedImages(member),
    hiddenNotifications: () =>
      read(async () => {
        const held = (await allOf('notifications')) as unknown as readonly NotificationRow[];
        return held.length - recentOf(held, tabs.inFront().clock.atLeast()).length;
      }),
    send: (patiently) => comes(() => isSent(patiently), patiently, patiently),
    async pull(patiently) {
      await restarting;
      return comes(live, patiently, true);
    },
    comeBack() {
      const wasUp = network.up;
      network.up = true;
      // The browser reports a network where there was none.
      if (!wasUp) wake();
    },
    openStream: wake,
    closeStream: () => undefined,
    quiet: async () => undefined,
    async crash() {
      await stop();
      await start();
      return true;
    },
    async cutPower(commits) {
      await restarting;
      commitsToCut = commits;
      if (commits > 0) return;
      restarting = losePower();
      await restarting;
    },
    fillDisk(fails, ms) {
      disk.full = fails;
      timesFilled += 1;
      const nth = timesFilled;
      countFullDisk = () => {
        network.count('fault: a full disk');
        countFullDisk = () => {};
      };
      base.setTimeout(() => {
        if (timesFilled === nth) disk.full = null;
      }, ms);
    },
    emptyDisk() {
      disk.full = null;
    },
    ...(given.twoTabs && {
      async befallTab(what: TabFault, ms: number) {
        await restarting;
        await alive(() => tabs.befall(what, ms));
      },
    }),
    goOn: () => tabs.goOn(),
    differingTabs: () => read(() => tabs.differing(SHORTLY_MS)),
    lostWrites: () => read(async () => writes.lost(await readPendingRows(tabs.inFront().database), network.answered)),
    refusals: () =>
      read(async () => {
        const held = await tabs.inFront().database.getLocal<Outbox>(OUTBOX_ID);
        const { entries } = held ? (held.toJSON().data as Outbox) : { entries: [] };
        return entries.map(({ write_id, code }) => [write_id, code] as const);
      }),
    waitingWrites: () =>
      read(async () => {
        const held = await readLocal<{ readonly changes: readonly PushChange[] }>(tabs.inFront().database, LOST_WRITES_ID);
        return held?.changes ?? [];
      }),
    async close() {
      await stop();
      removeDisk(name);
      // What died with the power never closes its connection.
      if (power.counts.cuts === 0) await forgetImages(member);
    },
  };
}
