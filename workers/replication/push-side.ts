import { toLocal, toWire } from '../../schemas/local/local-row.ts';
import type { LocalDatabase } from '../../schemas/local/open-database.ts';
import { keepsBefore, rowBeforeId } from '../../schemas/local/row-before.ts';
import { placeOf } from '../../schemas/local/write-place.ts';
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import { MAX_CHANGES, type PushAnswer, type PushChange, type WireDocument } from '../../schemas/protocol/sync.ts';
import type { AcknowledgedWrites } from './acknowledged-writes.ts';
import { createPace } from './pace.ts';
import { type Progress, withRecheck } from './progress.ts';
import { keepRefused } from './refused-writes.ts';
import type { HandedRow, ReplicatedCollection } from './replicated-collection.ts';
import type { Room } from './room.ts';
import { BODY_BYTES, bounded, fitting, LEAST_BYTES, sendable } from './send-order.ts';
import type { Outcome, SyncServer } from './server.ts';
import { type ReplicatedRow, tombstone } from './tombstones.ts';
import type { UnsentWrite, UnsentWrites } from './unsent-writes.ts';

/**
 * Sends what was written here. RxDB hands over the changed rows of each collection; they are gathered, sent in the order in
 * which they were written, and answered with the server's view of each. A refused write is in the outbox before its row goes.
 */
export interface PushSide {
  handle(of: ReplicatedCollection, rows: readonly HandedRow[]): Promise<ReplicatedRow[]>;
  /** whether RxDB waits for an answer */
  waiting(): boolean;
  /** whether something can be sent now */
  ready(): boolean;
  /** whether RxDB waits for the rest of an answer that has begun: no pull may be read until it has it */
  halfAnswered(): boolean;
  /** whether RxDB has handed over writes of this collection; it hands over no others of it until they are answered */
  busyWith(collection: CollectionName): boolean;
  /**
   * Keeps what was written to a row from being sent, once a request that is on its way has been answered. `settle` says what the row is instead and of which writes;
   * `putBack` that it is to be sent after all.
   */
  withhold(collection: CollectionName, id: string): Promise<Withheld>;
  /** Sends one request. It settles when the answers are stored. */
  turn(signal: AbortSignal): Promise<Outcome<unknown>>;
  /** Lets RxDB go, after its replications were cancelled. */
  release(): void;
}

export interface Withheld {
  /** the row as the server last told it, where RxDB knows */
  readonly before: ReplicatedRow | undefined;
  settle(row: ReplicatedRow, writeIds: readonly string[]): Promise<void>;
  putBack(): void;
}

interface Call {
  readonly of: ReplicatedCollection;
  readonly answers: ReplicatedRow[];
  /** rows whose write was taken back: no answer of the server */
  readonly takenBack: ReplicatedRow[];
  /** of the answered writes */
  readonly names: string[];
  readonly many: number;
  readonly resolve: (answers: ReplicatedRow[]) => void;
}
interface Write {
  readonly collection: CollectionName;
  readonly id: string;
  readonly writeId: string;
  readonly place: string;
  readonly row: ReplicatedRow;
  readonly before: ReplicatedRow | undefined;
  readonly call: Call;
}

const changeOf = ({ collection, row }: Pick<Write, 'collection' | 'row'>): PushChange => ({
  collection,
  assumed: bounded(row.assumed),
  document: toWire(collection, row),
});

export function createPushSide(options: {
  readonly database: LocalDatabase;
  readonly server: SyncServer;
  readonly progress: Progress;
  readonly unsent: UnsentWrites;
  readonly acknowledged: AcknowledgedWrites;
  readonly room: Pick<Room, 'full'>;
  /** a row as it is stored, deleted or not */
  readonly rowOf: (collection: CollectionName, id: string) => Promise<ReplicatedRow | undefined>;
  readonly wake: () => void;
}): PushSide {
  const { database, server, progress, room, wake } = options;
  const calls = new Map<CollectionName, Call>();
  const writes = new Map<string, Write>();
  /** after a request that was rejected as a whole, its writes go one by one: only one of them is at fault */
  let oneByOne = 0;
  /** the request that is on its way, until its answers are stored */
  let turning: Promise<unknown> | null = null;
  /** rows of which nothing is sent, since their author is discarding what they wrote to them */
  const withheld = new Set<string>();
  /** writes that were taken back, and what their row is instead: RxDB may have read it before, and hand it over after */
  const withdrawn = new Map<string, ReplicatedRow>();
  const pace = createPace({ least: LEAST_BYTES, most: BODY_BYTES });

  /** writes that are answered, while RxDB waits for the rest of their call or stores it */
  const answered = new Set<string>();
  /** sent while there was no room for their answers: they go once more when there is, and the server knows them by their ids */
  const told = new Set<string>();
  const nameOf = ({ collection, writeId }: { collection: CollectionName; writeId: string }) => `${collection} ${writeId}`;
  const handed = () => [...writes.values()].filter(({ collection, id }) => !withheld.has(`${collection} ${id}`));
  const next = () =>
    sendable(
      handed(),
      [...options.unsent.all()].filter((write) => !answered.has(nameOf(write))),
    );

  /** What the server was not told yet while there is no room: also what RxDB hands over only once its last call is answered. */
  function untold(): (Write | UnsentWrite)[] {
    const names = new Set([...writes.values()].map(nameOf));
    const waiting = [...handed(), ...[...options.unsent.all()].filter((write) => !names.has(nameOf(write)))];
    return waiting.filter((write) => !told.has(nameOf(write))).sort((a, b) => (a.place < b.place ? -1 : a.place > b.place ? 1 : 0));
  }

  /** Sends without storing what is answered, which could not be stored. */
  async function tell(signal: AbortSignal): Promise<Outcome<unknown>> {
    const changes: PushChange[] = [];
    for (const write of untold().slice(0, oneByOne > 0 ? 1 : MAX_CHANGES)) {
      if ('row' in write) changes.push(changeOf(write));
      else {
        const row = await options.rowOf(write.collection, write.id);
        // What is stored by now is another write, if any: that one has its own turn.
        if (row?.unsent === 1 && row.write_id === write.writeId) changes.push(changeOf({ ...write, row }));
        else told.add(nameOf(write));
        if (row) options.unsent.note(write.collection, row);
      }
    }
    const sent = fitting(changes, pace.most);
    if (sent.length === 0) return { kind: 'done', body: null };
    const outcome = await server.push({ changes: sent }, signal);
    if (outcome.kind === 'rejected' && sent.length > 1) oneByOne = sent.length;
    else if (outcome.kind !== 'rejected' && outcome.kind !== 'done') return outcome;
    else {
      oneByOne = Math.max(0, oneByOne - sent.length);
      for (const { collection, document } of sent) told.add(nameOf({ collection, writeId: document.write_id }));
    }
    return { kind: 'done', body: null };
  }

  /** Rows that the device gives up because the server shows none: they are asked for again, should they be visible by then. */
  async function recheckGone(changes: readonly PushChange[], answers: readonly PushAnswer[]): Promise<void> {
    for (const [at, answer] of answers.entries()) {
      const change = changes[at];
      if (!change || answer.document || (answer.code === null && change.document._deleted)) continue;
      await progress.change((before) => withRecheck(before, change.collection, [change.document.id]));
    }
  }

  function view(write: Write, document: WireDocument | null): ReplicatedRow {
    if (!document) return tombstone(write.collection, write.id, write.writeId);
    write.call.of.heldScopes.add(document.scope);
    return { ...toLocal(write.collection, document), _deleted: false };
  }

  /** Gives the answers to RxDB, and waits until it has stored those of the calls that are complete. */
  async function settle(settled: readonly { readonly write: Write; readonly row: ReplicatedRow }[]): Promise<void> {
    const complete = new Set<Call>();
    await forgetBefore(settled.map(({ write }) => write));
    for (const { write, row } of settled) {
      writes.delete(`${write.collection} ${write.id}`);
      answered.add(nameOf(write));
      write.call.names.push(nameOf(write));
      write.call.answers.push(row);
      if (isComplete(write.call)) complete.add(write.call);
    }
    await Promise.all([...complete].map(finish));
  }

  const isComplete = (call: Call) => call.answers.length + call.takenBack.length === call.many;
  async function finish(call: Call): Promise<void> {
    const stored = call.of.stored('push');
    calls.delete(call.of.name);
    call.resolve([...call.answers, ...call.takenBack]);
    await stored;
    for (const name of call.names) answered.delete(name);
  }

  /** What a row was before its change is of no use once the change is answered. */
  async function forgetBefore(done: readonly Write[]): Promise<void> {
    const changed = done.filter(({ collection, row }) => row.scope !== 0 && keepsBefore(collection));
    // What cannot be removed now, on a device without room, is overwritten by the next change of that row.
    await Promise.allSettled(changed.map(async ({ collection, id }) => (await database.getLocal(rowBeforeId(collection, id)))?.remove()));
  }

  return {
    handle(of, rows) {
      const dirty = rows.filter((row) => row.newDocumentState.unsent === 1);
      // What has just been answered comes once more; there is nothing to send.
      if (dirty.length === 0) return Promise.resolve([]);
      return new Promise((resolve) => {
        const call: Call = { of, answers: [], takenBack: [], names: [], many: dirty.length, resolve };
        calls.set(of.name, call);
        for (const { newDocumentState: row, assumedMasterState: before } of dirty) {
          const { id, write_id: writeId } = row;
          const instead = withdrawn.get(nameOf({ collection: of.name, writeId }));
          if (instead) {
            call.takenBack.push(instead);
            continue;
          }
          writes.set(`${of.name} ${id}`, { collection: of.name, id, writeId, place: placeOf(row), row, before, call });
          // One whose event was lost with its tab is known from now on.
          options.unsent.note(of.name, row);
        }
        if (isComplete(call)) {
          calls.delete(of.name);
          resolve(call.takenBack);
        }
        wake();
      });
    },
    waiting: () => calls.size > 0,
    ready: () => (room.full ? untold() : next()).length > 0,
    halfAnswered: () => [...calls.values()].some((call) => call.answers.length > 0),
    busyWith: (collection) => calls.has(collection),
    async withhold(collection, id) {
      while (turning) await turning.catch(() => undefined);
      const name = `${collection} ${id}`;
      withheld.add(name);
      return {
        before: writes.get(name)?.before,
        async settle(row, writeIds) {
          for (const writeId of writeIds) withdrawn.set(nameOf({ collection, writeId }), row);
          withheld.delete(name);
          options.unsent.note(collection, row);
          const write = writes.get(name);
          if (!write) return;
          writes.delete(name);
          write.call.takenBack.push(row);
          if (isComplete(write.call)) await finish(write.call);
        },
        putBack() {
          withheld.delete(name);
          wake();
        },
      };
    },
    turn(signal) {
      const turn = take(signal).finally(() => {
        turning = null;
      });
      turning = turn;
      return turn;
    },
    release() {
      for (const call of calls.values()) call.resolve([]);
      calls.clear();
      writes.clear();
    },
  };

  async function take(signal: AbortSignal): Promise<Outcome<unknown>> {
    if (room.full) return tell(signal);
    told.clear();
    const ready = next();
    const first = oneByOne > 0 ? ready.slice(0, 1) : ready;
    const changes = fitting(first.map(changeOf), pace.most);
    const batch = first.slice(0, changes.length);
    const begun = performance.now();
    const outcome = await server.push({ changes }, signal);
    if (outcome.kind === 'done') pace.done(performance.now() - begun);
    if (outcome.kind === 'lost') pace.lost();
    if (outcome.kind === 'rejected') {
      const [write] = batch;
      if (batch.length > 1 || !write) {
        oneByOne = batch.length;
        return { kind: 'done', body: null };
      }
      oneByOne -= 1;
      const answers: PushAnswer[] = [{ id: write.id, code: 'INVALID', document: null }];
      await keepRefused(database, changes, answers);
      await recheckGone(changes, answers);
      await settle([{ write, row: write.before?.unsent === 0 ? write.before : view(write, null) }]);
      return { kind: 'done', body: null };
    }
    if (outcome.kind !== 'done') return outcome;
    const { answers } = outcome.body;
    if (answers.length !== batch.length) return { kind: 'lost', retryAfterMs: 1000 };
    oneByOne = Math.max(0, oneByOne - batch.length);
    await keepRefused(database, changes, answers);
    await recheckGone(changes, answers);
    await options.acknowledged.keep(changes.filter((_, at) => answers[at]?.code === null));
    await settle(batch.map((write, at) => ({ write, row: view(write, answers[at]?.document ?? null) })));
    return { kind: 'done', body: null };
  }
}
