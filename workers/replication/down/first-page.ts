import { now, randomToken } from 'rxdb';
import type { Realm } from '../../../schemas/base/realm.ts';
import { FEED_PAGE_SIZE } from '../../../schemas/posts/post-limits.ts';
import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import type { PullRequest, PullResponse } from '../../../schemas/protocol/sync.ts';
import { DOCUMENTS_TABLE, databaseName, RXDB_TABLE, storeDatabaseName } from '../../device/database-name.ts';
import { answered, completed, listDatabases } from '../../device/indexed-db.ts';
import { toLocal } from '../../device/local-row.ts';
import { SERVER_TIME_ID, type ServerClock } from '../../device/server-clock.ts';
import { type IndexedDbApi, openStoreDatabase } from '../../device/store/connections.ts';
import { presentLayout } from '../../device/store/layout.ts';
import { toStored } from '../../device/store/stored-row.ts';
import { checkpointId, noProgress, SYNC_PROGRESS_ID, type SyncProgress } from '../../device/sync-status.ts';
import type { SyncServer } from '../server.ts';
import { nextCheckpoint } from './pages.ts';

/**
 * The first page of a device without a store: the newest posts with what their cards show. It is asked for while the store is made, before
 * anything opens the store through RxDB, and is stored in one transaction, so that a page can read it at once (src/first).
 *
 * It is a page of the ordinary pull, which begins where it ends: its rows are stored with their checkpoints. So nothing is fetched twice,
 * and what is deleted from now on is a removal like any other.
 */

/** The first picture needs no more. Lists of which it shows a number, or in which it looks up names, are mostly complete with this. */
const limits: Readonly<Partial<Record<CollectionName, number>>> = {
  posts: FEED_PAGE_SIZE,
  profiles: 100,
  contacts: 20,
  settings: 100,
  friends: 50,
  invitations: 20,
  comments: 60,
  reactions: 60,
  notifications: 40,
};
const collections = Object.keys(limits) as readonly CollectionName[];

/**
 * From when the store is made, for the answer to come. The pull would wait for the same answer, so it loses no more by this than the time in
 * which RxDB opens. After this time the network is as good as silent.
 */
const ANSWER_WITHIN_MS = 1000;

const request: PullRequest = {
  epoch: null,
  collections: Object.fromEntries(Object.entries(limits).map(([name, limit]) => [name, { checkpoint: {}, limit }])),
};

/** The documents of this page for each table, as RxDB would have stored them. */
function documentsOf(page: PullResponse, clock: Pick<ServerClock, 'lastReading'>): ReadonlyMap<string, readonly object[]> {
  const written = { _deleted: false, _rev: `1-${randomToken(10)}`, _meta: { lwt: now() }, _attachments: {} };
  const local = (id: string, data: object) => toStored({ id, data, ...written });
  const progress: SyncProgress = {
    ...noProgress,
    epoch: page.epoch,
    filled: collections.filter((name) => page.collections[name]?.more === false),
  };
  const documents = [local(SYNC_PROGRESS_ID, progress)];
  if (clock.lastReading) documents.push(local(SERVER_TIME_ID, clock.lastReading));
  const tables = new Map<string, readonly object[]>([[DOCUMENTS_TABLE, documents]]);
  for (const name of collections) {
    const { documents: rows = [], checkpoint = {} } = page.collections[name] ?? {};
    documents.push(local(checkpointId(name), { checkpoint: nextCheckpoint({}, checkpoint, page.heads) }));
    tables.set(
      name,
      rows.map((row) => toStored({ ...toLocal(name, row), ...written })),
    );
  }
  return tables;
}

/**
 * Stores all documents in one transaction, unless RxDB has opened the store in any realm: its queries would never learn of these rows.
 * RxDB first stores a document of its own, so a store that has none has no reader.
 */
async function store(database: IDBDatabase, tables: ReadonlyMap<string, readonly object[]>, signal: AbortSignal): Promise<boolean> {
  const transaction = database.transaction([RXDB_TABLE, ...tables.keys()], 'readwrite');
  const done = completed(transaction);
  done.catch(() => undefined);
  const isOpen = (await answered(transaction.objectStore(RXDB_TABLE).count())) > 0;
  if (isOpen || signal.aborted) return false;
  for (const [name, documents] of tables) {
    const table = transaction.objectStore(name);
    for (const document of documents) table.add(document);
  }
  await done;
  return true;
}

/**
 * Makes the store of this member and puts the first page into it. Resolves with whether the page is in it. It never fails: without the page
 * the store is opened and filled as always, and what is wrong shows there. Nothing is stored once `signal` is aborted.
 */
export async function bringFirstPage(options: {
  readonly userId: string;
  readonly server: Pick<SyncServer, 'pull'>;
  /** the server's time, which `server` updates */
  readonly clock: Pick<ServerClock, 'lastReading'>;
  readonly signal: AbortSignal;
  /** a name other than the member's, and another IndexedDB than the browser's, for tests */
  readonly name?: string;
  readonly api?: IndexedDbApi;
  readonly realm?: Realm;
}): Promise<boolean> {
  const { userId, server, clock, signal, api = { indexedDB, IDBKeyRange }, realm = globalThis } = options;
  const name = storeDatabaseName(options.name ?? databaseName(userId));
  const ending = new AbortController();
  const end = () => ending.abort();
  signal.addEventListener('abort', end);
  // Getting a token may take longer, and does not end with the signal.
  const ended = new Promise<null>((resolve) => ending.signal.addEventListener('abort', () => resolve(null)));
  try {
    if ((await listDatabases(api.indexedDB))?.some((one) => one.name === name) || signal.aborted) return false;
    const answer = server.pull(request, ending.signal);
    answer.catch(() => undefined);
    const database = await openStoreDatabase(name, presentLayout, api, { onLost: end, onOutdated: end });
    const late = realm.setTimeout(end, ANSWER_WITHIN_MS);
    try {
      const outcome = await Promise.race([answer, ended]);
      // Without all settings it is not known who is blocked.
      if (outcome?.kind !== 'done' || outcome.body.collections.settings?.more !== false) return false;
      return await store(database.backendDB(), documentsOf(outcome.body, clock), ending.signal);
    } finally {
      realm.clearTimeout(late);
      database.close();
    }
  } catch {
    return false;
  } finally {
    signal.removeEventListener('abort', end);
    end();
  }
}
