import type { BroadcastChannel } from 'broadcast-channel';
import {
  type EventBulk,
  getBroadcastChannelReference,
  getHeightOfRevision,
  type RxStorageChangeEvent,
  type RxStorageInstanceCreationParams,
  removeBroadcastChannelReference,
} from 'rxdb';
import { concatMap, from, merge, type Observable, of, Subject } from 'rxjs';
import { withChannels } from '../hear-without-clock.ts';
import type { DeviceRealm } from '../session/device-realm.ts';
import type { TableInstance } from './table-instance.ts';

/** RxDB's tabs inform each other of changes in storages of this name. */
export const STORAGE_NAME = 'kith-one-database';

type Row = { readonly _rev: string; readonly _deleted: boolean; readonly _meta: { readonly lwt: number } };
type Change = RxStorageChangeEvent<Row>;
type Bulk = EventBulk<Change, unknown>;

interface Message {
  readonly storageName: string;
  readonly databaseName: string;
  readonly collectionName: string;
  readonly version: number;
  readonly eventBulk: Bulk;
  /** rows that were inserted, by id, and that are not in the bulk */
  readonly inserted: readonly string[];
}

/** With more changes than this, running a query again takes less time than bringing it up to date change by change. */
const MANY = 100;
/** RxDB remembers this many changes of a collection. A query that lacks an older one runs again. */
const REMEMBERED = 100;

/** Takes the place of a row that stayed behind. It counts as older than each stored state, so it replaces none. */
const unknownRow = (id: string): Row => ({ id, _rev: '0-unknown', _deleted: false, _meta: { lwt: 0 } }) as Row;

const changeOf = (documentId: string, documentData: Row): Change =>
  ({
    ...{ documentId, documentData, previousDocumentData: undefined },
    operation: documentData._deleted ? 'DELETE' : 'UPDATE',
  }) as unknown as Change;

/** Whether the row of a reported change stayed behind. */
export const hasNoRow = ({ documentData }: { readonly documentData: object }): boolean =>
  getHeightOfRevision((documentData as Row)._rev) === 0;

/**
 * Whether the row of a change may stay behind: it is new, so no realm shows an older state of it, and it is not pending. Each realm counts the
 * pending rows by the changes that it receives.
 */
const mayStayBehind = ({ documentData }: Change): boolean =>
  getHeightOfRevision(documentData._rev) === 1 && !documentData._deleted && (documentData as { readonly pending?: number }).pending !== 1;

/**
 * A bulk that makes RxDB run all live queries of the collection again. It has more changes than RxDB remembers. The first of them comes once
 * more at the end, and so has the number of the newest change: a query that has seen all changes before this bulk seems to lack some.
 */
function withUnknown(bulk: Bulk, inserted: readonly string[]): Bulk {
  const marks = Array.from({ length: REMEMBERED + 1 }, () => changeOf('', unknownRow('')));
  const ids = inserted.map((id) => changeOf(id, unknownRow(id)));
  return { ...bulk, events: [...marks, ...ids, ...bulk.events, ...marks.slice(0, 1)] };
}

/**
 * The newest states of the rows that were changed or deleted while this realm follows the table. Changes of several realms may arrive in
 * another order than they were made, and a row that was deleted and dropped begins again with its first revision.
 */
function trackNewest() {
  const states = new Map<string, { readonly height: number; readonly lwt: number; readonly isDeleted: boolean }>();
  const isLate = ({ documentId, documentData }: Change): boolean => {
    const known = states.get(documentId);
    return known !== undefined && getHeightOfRevision(documentData._rev) < known.height && documentData._meta.lwt <= known.lwt;
  };
  return {
    /** Whether a newer state of the row is known. */
    isLate,
    add(change: Change): void {
      const { documentId, documentData } = change;
      const height = getHeightOfRevision(documentData._rev);
      // Nothing is older than a first revision, unless the row was there before.
      if (height === 0 || (height === 1 && !states.has(documentId)) || isLate(change)) return;
      states.set(documentId, { height, lwt: documentData._meta.lwt, isDeleted: documentData._deleted });
    },
    /** Whether RxDB may remember the row as deleted. It would not read a new row with the same id. */
    isDeleted: (id: string): boolean => states.get(id)?.isDeleted ?? false,
  };
}

/**
 * Reports the changes of a table to the other realms, and theirs to this one, in `changeStream`. A change that arrives after a newer one of the
 * same row is not reported. Of a bulk with many changes, the other realms receive new rows by their ids alone. They run their queries again.
 */
export function shareChanges<T>(
  params: RxStorageInstanceCreationParams<T, unknown>,
  instance: TableInstance<T>,
  Channel?: DeviceRealm['BroadcastChannel'],
): void {
  if (!params.multiInstance) return;
  const { databaseInstanceToken, databaseName, collectionName } = params;
  const { version } = params.schema;
  const { close, remove } = instance;
  const own = instance.changeStream() as unknown as Observable<Bulk>;
  const others = new Subject<Bulk>();
  const arrived = new Subject<Message>();
  const reference = withChannels(Channel, () =>
    getBroadcastChannelReference(STORAGE_NAME, databaseInstanceToken, databaseName, instance as never),
  );
  const channel = reference as unknown as BroadcastChannel<Message>;
  const newest = trackNewest();

  async function changesOf(ids: readonly string[]): Promise<readonly Change[]> {
    try {
      const rows = await instance.findDocumentsById([...ids], true);
      return (rows as unknown as readonly (Row & { readonly id: string })[]).map((row) => changeOf(row.id, row));
    } catch (error) {
      console.warn(`Could not read rows of ${collectionName} that came again`, error);
      return [];
    }
  }

  function bulkOf({ eventBulk, inserted }: Message): Bulk | Promise<Bulk> {
    if (inserted.length === 0) return eventBulk;
    const again = inserted.filter(newest.isDeleted);
    if (again.length === 0) return withUnknown(eventBulk, inserted);
    return changesOf(again).then((rows) => withUnknown({ ...eventBulk, events: [...eventBulk.events, ...rows] }, inserted));
  }
  // In the order of arrival, also if rows have to be read.
  const receiving = arrived
    .pipe(
      concatMap((message) => {
        const bulk = bulkOf(message);
        return bulk instanceof Promise ? from(bulk) : of(bulk);
      }),
    )
    .subscribe((bulk) => {
      others.next({ ...bulk, events: bulk.events.filter((event) => !newest.isLate(event)) });
    });
  const sending = own.subscribe((bulk) => {
    const behind = new Set(bulk.events.length > MANY ? bulk.events.filter(mayStayBehind) : []);
    const eventBulk = behind.size > 0 ? { ...bulk, events: bulk.events.filter((event) => !behind.has(event)) } : bulk;
    const inserted = [...behind].map(({ documentId }) => documentId);
    const message: Message = { storageName: STORAGE_NAME, databaseName, collectionName, version, eventBulk, inserted };
    void channel.postMessage(message);
  });
  const remembering = merge(own, others).subscribe(({ events }) => {
    events.forEach(newest.add);
  });
  const onMessage = (message: Message) => {
    const { storageName, ...about } = message;
    if (storageName !== STORAGE_NAME || about.databaseName !== databaseName) return;
    if (about.collectionName === collectionName && about.version === version) arrived.next(message);
  };
  channel.addEventListener('message', onMessage);

  async function leave(): Promise<void> {
    for (const subscription of [receiving, sending, remembering]) subscription.unsubscribe();
    channel.removeEventListener('message', onMessage);
    await removeBroadcastChannelReference(databaseInstanceToken, instance as never);
  }
  instance.changeStream = () => merge(own, others) as never;
  instance.close = async () => {
    await leave();
    return close.call(instance);
  };
  instance.remove = async () => {
    await leave();
    return remove.call(instance);
  };
}
