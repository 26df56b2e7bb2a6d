import type { Realm } from '../../../schemas/base/realm.ts';
import type { CollectionName } from '../../../schemas/protocol/collections.ts';
import type { PushAnswer, PushChange } from '../../../schemas/protocol/sync.ts';
import { LATER_CODE } from '../../../schemas/protocol/sync-codes.ts';
import { MAX_CHANGES } from '../../../schemas/protocol/sync-limits.ts';
import { toLocal } from '../../device/local-row.ts';
import type { LocalDatabase } from '../../device/open-local-database.ts';
import { changeOf } from '../../device/pending/push-changes.ts';
import { keepsBefore, type RowBefore, rowBeforeId } from '../../device/pending/row-before.ts';
import type { StoredRow } from '../../device/write-rows.ts';
import { tombstone } from '../down/tombstones.ts';
import type { Outcome } from '../server.ts';
import { type Progress, withRecheck } from '../state/progress.ts';
import type { Store } from '../store.ts';
import type { DiskSpace } from '../watch-disk-space.ts';
import type { AcknowledgedWrites } from './acknowledged-writes.ts';
import type { LostWrites } from './lost-writes.ts';
import { createPutOff } from './put-off.ts';
import { storeRefused } from './refused-writes.ts';
import type { ChangeSender } from './send-changes.ts';

/**
 * Sends pending rows in the order of writing, and stores the server's answers. A refused write is in the outbox before its row is
 * replaced, or among the writes that are retried after a restore. Everything is found in the store alone: an interrupted push is sent
 * again, and the server recognizes it by its write id.
 */
export interface Push {
  /** whether something can be sent */
  ready(): boolean;
  /** the pending writes that the server has put off */
  putOff(): readonly string[];
  /** Sends what the server has put off without waiting any longer. */
  retry(): void;
  /** Waits for nothing any more. */
  close(): void;
  /** Sends one request, and settles when its answers are stored. Returns null if nothing was left to send. */
  turn(signal: AbortSignal): Promise<Outcome<unknown> | null>;
}

const done: Outcome<unknown> = { kind: 'done', body: null };

/**
 * The row after the answer to one of its writes. If the row was written again since, it keeps the newer state. From the answer it
 * only takes its scope and the write that it is now based on.
 */
export function answeredRow(
  collection: CollectionName,
  { document: sent }: PushChange,
  answer: PushAnswer,
  stored: StoredRow | undefined,
): StoredRow {
  if (stored?.pending === 1 && stored.write_id !== sent.write_id) {
    const accepted = stored.assumed.indexOf(sent.write_id);
    if (!answer.document || answer.code !== null || accepted < 0) return stored;
    return { ...stored, scope: answer.document.scope, assumed: stored.assumed.slice(accepted) };
  }
  return answer.document ? { ...toLocal(collection, answer.document), _deleted: false } : tombstone(collection, sent.id, sent.write_id);
}

export function createPush(options: {
  readonly realm: Realm;
  readonly database: LocalDatabase;
  readonly store: Store;
  readonly sender: ChangeSender;
  readonly progress: Progress;
  readonly acknowledged: AcknowledgedWrites;
  readonly lost: Pick<LostWrites, 'retryLater'>;
  readonly diskSpace: Pick<DiskSpace, 'full'>;
  /** called with the scope of a row once its answer is stored */
  readonly onScope: (collection: CollectionName, scope: number) => void;
  /** called when the next pull must check a row */
  readonly onDoubt: () => void;
  /** called when other writes are put off than before, or may be sent again */
  readonly onPutOff: () => void;
}): Push {
  const { database, store, sender, progress, acknowledged, lost, diskSpace, realm } = options;
  /**
   * writes that were sent while there was no disk space for their answers; they are sent once more when there is, and the server
   * recognizes their ids
   */
  const sentWithoutSpace = new Set<string>();
  /** writes that may have been answered before, by a device that ended before all of the answer was stored */
  const sentBefore = new Set(store.pending.inOrder().map(({ row }) => row.write_id));
  const later = createPutOff(options.onPutOff, realm);
  const waiting = () =>
    store.pending.inOrder().filter(({ row }) => !later.has(row.write_id) && !(diskSpace.full && sentWithoutSpace.has(row.write_id)));

  /** The first changes to send, as they are stored. */
  async function nextChanges(): Promise<PushChange[]> {
    const rows = waiting().slice(0, MAX_CHANGES);
    const storedRows = new Map<CollectionName, Map<string, StoredRow>>();
    for (const collection of new Set(rows.map((each) => each.collection))) {
      const ids = rows.filter((each) => each.collection === collection).map(({ row }) => row.id);
      storedRows.set(collection, (await store.replicas.get(collection)?.byId(ids)) ?? new Map());
    }
    const changes: PushChange[] = [];
    for (const { collection, row: known } of rows) {
      const row = storedRows.get(collection)?.get(known.id);
      // A row that is no longer pending, or no longer exists, was handled by another tab.
      store.pending.update(collection, row ?? { ...known, pending: 0 });
      // A row that was written since has another position in the order. The next request sends it.
      if (row?.pending === 1 && row.write_id === known.write_id) {
        changes.push(changeOf(collection, row));
      } else if (row?.pending === 1) break;
    }
    return changes;
  }

  /**
   * Rows that the device deletes because the server returns none. They are checked again with the next pull, in case they are visible by
   * then.
   */
  async function recheckDeleted(changes: readonly PushChange[], answers: readonly PushAnswer[]): Promise<void> {
    const gone = changes.filter(({ document }, at) => {
      const answer = answers[at];
      return answer && !answer.document && !(answer.code === null && document._deleted);
    });
    if (gone.length === 0) return;
    await progress.change((before) => gone.reduce((now, { collection, document }) => withRecheck(now, collection, [document.id]), before));
    options.onDoubt();
  }

  /** Once a change is answered, the state before it is no longer needed. A change made since then starts from the answer. */
  async function renewBefore(collection: CollectionName, { id }: { readonly id: string }, { document }: PushAnswer): Promise<void> {
    const before = await database.getLocal<RowBefore>(rowBeforeId(collection, id));
    if (!before) return;
    if (document && store.pending.has(collection, id)) await before.incrementalPatch({ row: toLocal(collection, document) });
    else await before.remove();
  }

  /** Notes which changes the server has put off, and returns the others with their answers. Rows that are put off stay pending. */
  function takePutOff(changes: readonly PushChange[], answers: readonly PushAnswer[]) {
    for (const [at, { document }] of changes.entries()) {
      const answer = answers[at];
      if (answer?.code === LATER_CODE) later.add(document.write_id, answer.retryAfterSeconds);
    }
    const isJudged = (_: unknown, at: number) => answers[at]?.code !== LATER_CODE;
    return { changes: changes.filter(isJudged), answers: answers.filter(isJudged) };
  }

  async function apply(changes: readonly PushChange[], answers: readonly PushAnswer[]): Promise<void> {
    for (const collection of new Set(changes.map((change) => change.collection))) {
      const answered = changes.flatMap((change, at) => {
        const answer = answers[at];
        return change.collection === collection && answer ? [{ change, answer }] : [];
      });
      await store.replicas.get(collection)?.write(
        answered.map(({ change }) => change.document.id),
        (stored) => answered.map(({ change, answer }) => answeredRow(collection, change, answer, stored.get(change.document.id))),
      );
      for (const { answer } of answered) if (answer.document) options.onScope(collection, answer.document.scope);
      if (!keepsBefore(collection)) continue;
      const changed = answered.filter(({ change }) => change.assumed.length > 0);
      // On a device without disk space this may fail. The next change of the row overwrites it then.
      await Promise.allSettled(changed.map(({ change, answer }) => renewBefore(collection, change.document, answer)));
    }
  }

  return {
    ready: () => (diskSpace.full || later.some() ? waiting().length : store.pending.count) > 0,
    putOff: () => (later.some() ? store.pending.inOrder().flatMap(({ row }) => (later.has(row.write_id) ? [row.write_id] : [])) : []),
    retry: later.end,
    close: later.close,
    async turn(signal) {
      if (!diskSpace.full) sentWithoutSpace.clear();
      const changes = await nextChanges();
      if (changes.length === 0) return null;
      const sent = await sender.send(changes, signal);
      if (sent.kind === 'failed') return sent.outcome;
      if (sent.kind === 'split') return done;
      if (diskSpace.full) {
        for (const { document } of sent.changes) sentWithoutSpace.add(document.write_id);
        return done;
      }
      const { changes: judged, answers } = takePutOff(sent.changes, sent.answers);
      const retried = await lost.retryLater(judged, answers);
      const isSettled = (_: unknown, at: number) => !retried.has(at);
      const written = judged.map(({ document }) => document.write_id);
      const again = written.filter((id) => sentBefore.has(id));
      for (const id of written) sentBefore.add(id);
      await storeRefused(database, judged.filter(isSettled), answers.filter(isSettled), realm, again);
      await recheckDeleted(judged, answers);
      await acknowledged.keep(judged.filter((_, at) => answers[at]?.code === null));
      await apply(judged, answers);
      for (const id of written) sentBefore.delete(id);
      return done;
    },
  };
}
