import type { Realm, Timer } from '../../../schemas/base/realm.ts';
import type { RefusalCode } from '../../../schemas/base/refusal.ts';
import { writtenAt } from '../../../schemas/base/write-id.ts';
import type { PushAnswer, PushChange } from '../../../schemas/protocol/sync.ts';
import { LATER_CODE } from '../../../schemas/protocol/sync-codes.ts';
import { readLocal } from '../../device/local-documents.ts';
import type { LocalDatabase } from '../../device/open-local-database.ts';
import type { ServerClock } from '../../device/server-clock.ts';
import type { SyncProgress } from '../../device/sync-status.ts';
import type { Outcome } from '../server.ts';
import type { Progress } from '../state/progress.ts';
import type { AcknowledgedWrites } from './acknowledged-writes.ts';
import { storeRefused } from './refused-writes.ts';
import type { ChangeSender } from './send-changes.ts';

/**
 * Sends lost writes again to a server that was restored from a backup: the accepted writes of this device, in their order and before any
 * newer one. Writes that the server still knows have no second effect. A write may depend on something that another device has yet to
 * send, such as a comment on a lost post. Such a write is retried for some days before its author is asked, also if it was still pending
 * when the server was restored.
 */
export interface LostWrites {
  /** Whether something must be sent before anything else. What was begun stays due while it is not certain which database the server has. */
  due(): boolean;
  turn(signal: AbortSignal): Promise<Outcome<unknown>>;
  /**
   * Keeps those of these answered changes that must be retried, because they are older than the restore and depend on something that
   * another device has yet to send. Settles with their positions when they are stored. Only for turns of the lane, which never overlap.
   */
  retryLater(changes: readonly PushChange[], answers: readonly PushAnswer[]): Promise<ReadonlySet<number>>;
  /** Those that must be retried. */
  waiting(): readonly PushChange[];
  close(): void;
}

/** The local document with the writes that are retried. */
export const LOST_WRITES_ID = 'lost-writes';
const TRY_AGAIN_MS = 60_000;
const GIVE_UP_MS = 3 * 24 * 60 * 60 * 1000;

interface Later {
  readonly until: number;
  readonly changes: readonly PushChange[];
  /** the write ids of changes that were never accepted, so they are not among the acknowledged ones */
  readonly neverAccepted?: readonly string[];
}

const mayAppear: ReadonlySet<RefusalCode> = new Set<RefusalCode>([
  'NOT_FOUND',
  'POST_NOT_FOUND',
  'COMMENT_NOT_FOUND',
  'TARGET_NOT_FOUND',
  'GROUP_NOT_FOUND',
  'MESSAGE_NOT_FOUND',
  'INVITATION_NOT_FOUND',
  'USER_NOT_FOUND',
]);

const writeIdOf = ({ document }: PushChange): string => document.write_id;
/** Each write once: it is noted as accepted again where the device ended before all of the answer was stored. */
const once = (changes: readonly PushChange[]): readonly PushChange[] => [
  ...new Map(changes.map((change) => [writeIdOf(change), change])).values(),
];

export async function openLostWrites(options: {
  readonly realm?: Realm;
  readonly database: LocalDatabase;
  readonly sender: ChangeSender;
  readonly progress: Progress;
  readonly acknowledged: AcknowledgedWrites;
  readonly clock: Pick<ServerClock, 'now'>;
  /** the epoch that the server's database last reported; null if that is not certain */
  readonly serverEpoch: () => string | null;
  readonly wake: () => void;
}): Promise<LostWrites> {
  const { database, sender, progress, acknowledged, clock, realm = globalThis } = options;
  let later: Later = (await readLocal<Later>(database, LOST_WRITES_ID)) ?? { until: 0, changes: [] };
  let tryLater = later.changes.length > 0;
  /** what is being sent, the position of the next change, and the changes that must wait */
  let round: { readonly epoch: string; readonly changes: readonly PushChange[]; at: number; readonly waiting: PushChange[] } | null = null;
  let timer: Timer | undefined;
  const isNeverAccepted = (change: PushChange): boolean => later.neverAccepted?.includes(writeIdOf(change)) ?? false;
  const waits = ({ document }: PushChange, { code }: PushAnswer): boolean =>
    code === LATER_CODE || (code !== null && mayAppear.has(code) && clock.now() < later.until && !document._deleted);
  /** Sets the timer for the next attempt. No timer runs while nothing waits. */
  function tryAgain(): void {
    realm.clearTimeout(timer);
    if (later.changes.length === 0) return;
    timer = realm.setTimeout(() => {
      tryLater = true;
      options.wake();
    }, TRY_AGAIN_MS);
  }

  /** Whether the server of this epoch has yet to receive all writes. */
  function isNew({ givenBackTo, epoch: known }: SyncProgress, epoch: string): boolean {
    const given = givenBackTo ?? known;
    return given !== null && given !== epoch;
  }
  /** Whether there is such a server. */
  function isRestored(): boolean {
    const epoch = options.serverEpoch();
    return epoch !== null && isNew(progress.now, epoch);
  }

  async function begin(epoch: string): Promise<void> {
    const isFirst = isNew(progress.now, epoch);
    const pending = later.changes.filter(isNeverAccepted);
    round = { epoch, changes: isFirst ? once([...(await acknowledged.all()), ...pending]) : later.changes, at: 0, waiting: [] };
    tryLater = false;
    if (isFirst) later = { ...later, until: clock.now() + GIVE_UP_MS, changes: pending };
  }

  async function finish({ epoch, waiting }: NonNullable<typeof round>): Promise<void> {
    round = null;
    later = { ...later, changes: waiting, neverAccepted: waiting.filter(isNeverAccepted).map(writeIdOf) };
    await database.upsertLocal<Later>(LOST_WRITES_ID, later);
    await progress.change((before) => ({
      ...before,
      givenBackTo: epoch,
      imagesUnasked: isNew(before, epoch) ? epoch : before.imagesUnasked,
    }));
    tryAgain();
  }

  async function take(sent: readonly PushChange[], answers: readonly PushAnswer[], waiting: PushChange[]): Promise<void> {
    const answered = sent.flatMap((change, at) => (answers[at] ? [{ change, answer: answers[at] }] : []));
    const done = answered.filter(({ change, answer }) => !waits(change, answer));
    await storeRefused(
      database,
      done.map(({ change }) => change),
      done.map(({ answer }) => answer),
      realm,
      done.map(({ change }) => writeIdOf(change)),
    );
    const accepted = done.filter(({ change, answer }) => answer.code === null && isNeverAccepted(change));
    await acknowledged.keep(accepted.map(({ change }) => change));
    waiting.push(...answered.filter((each) => !done.includes(each)).map(({ change }) => change));
  }

  return {
    due: () => round !== null || isRestored() || tryLater,
    async turn(signal) {
      const epoch = options.serverEpoch();
      if (epoch === null) return { kind: 'done', body: null };
      if (round?.epoch !== epoch) await begin(epoch);
      if (!round) return { kind: 'done', body: null };
      const rest = round.changes.slice(round.at);
      if (rest.length > 0) {
        const sent = await sender.send(rest, signal);
        if (sent.kind === 'failed') return sent.outcome;
        if (sent.kind === 'split') return { kind: 'done', body: null };
        await take(sent.changes, sent.answers, round.waiting);
        round.at += sent.changes.length;
      }
      if (round.at >= round.changes.length) await finish(round);
      return { kind: 'done', body: null };
    },
    async retryLater(changes, answers) {
      const restoredAt = later.until - GIVE_UP_MS;
      const kept = changes.flatMap((change, at) => {
        const answer = answers[at];
        return answer && writtenAt(writeIdOf(change)) < restoredAt && waits(change, answer) ? [{ change, at }] : [];
      });
      // A push that was interrupted here is answered a second time, and so is one whose row is pending although it was accepted.
      const fresh = kept.map(({ change }) => change).filter((change) => !later.changes.some((one) => writeIdOf(one) === writeIdOf(change)));
      if (fresh.length > 0) {
        const neverAccepted = [...(later.neverAccepted ?? []), ...fresh.map(writeIdOf)];
        later = { ...later, changes: [...later.changes, ...fresh], neverAccepted };
        await database.upsertLocal<Later>(LOST_WRITES_ID, later);
        tryAgain();
      }
      return new Set(kept.map(({ at }) => at));
    },
    waiting: () => later.changes,
    close: () => realm.clearTimeout(timer),
  };
}
