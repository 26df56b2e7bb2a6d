import type { RefusalCode } from '../../schemas/base/refusal.ts';
import type { PushAnswer, PushChange } from '../../schemas/protocol/sync.ts';
import type { LocalDatabase } from '../device/open-database.ts';
import type { ServerClock } from '../device/server-clock.ts';
import type { AcknowledgedWrites } from './acknowledged-writes.ts';
import type { Progress } from './progress.ts';
import { storeRefused } from './refused-writes.ts';
import type { ChangeSender } from './send-changes.ts';
import type { Outcome } from './server.ts';

/**
 * Sends lost writes again to a server that was restored from a backup: the accepted writes of this device, in their order and before any
 * newer one. Writes that the server still knows have no second effect. A write may depend on something that another device has yet to
 * send, such as a comment on a lost post. Such a write is retried for some days before its author is asked.
 */
export interface LostWrites {
  /** whether something must be sent before anything else */
  due(): boolean;
  turn(signal: AbortSignal): Promise<Outcome<unknown>>;
  close(): void;
}

const LATER_ID = 'lost-writes';
const TRY_AGAIN_MS = 60_000;
const GIVE_UP_MS = 3 * 24 * 60 * 60 * 1000;

interface Later {
  readonly until: number;
  readonly changes: readonly PushChange[];
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

export async function openLostWrites(options: {
  readonly database: LocalDatabase;
  readonly sender: ChangeSender;
  readonly progress: Progress;
  readonly acknowledged: AcknowledgedWrites;
  readonly clock: Pick<ServerClock, 'now'>;
  /** the epoch that the server's database last reported; null if that is not certain */
  readonly serverEpoch: () => string | null;
  readonly wake: () => void;
}): Promise<LostWrites> {
  const { database, sender, progress, acknowledged, clock } = options;
  const held = await database.getLocal<Later>(LATER_ID);
  let later: Later = held ? (held.toJSON().data as Later) : { until: 0, changes: [] };
  let tryLater = later.changes.length > 0;
  /** what is being sent, the position of the next change, and the changes that must wait */
  let round: { readonly epoch: string; readonly changes: readonly PushChange[]; at: number; readonly waiting: PushChange[] } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Sets the timer for the next attempt. No timer runs while nothing waits. */
  function tryAgain(): void {
    clearTimeout(timer);
    if (later.changes.length === 0) return;
    timer = setTimeout(() => {
      tryLater = true;
      options.wake();
    }, TRY_AGAIN_MS);
  }

  /** The epoch of a restored server that has yet to receive all writes, or null. */
  function restored(): string | null {
    const epoch = options.serverEpoch();
    const given = progress.now.givenBackTo ?? progress.now.epoch;
    return epoch !== null && given !== null && given !== epoch ? epoch : null;
  }

  async function begin(epoch: string): Promise<void> {
    const isNew = restored() !== null;
    round = { epoch, changes: isNew ? await acknowledged.all() : later.changes, at: 0, waiting: [] };
    tryLater = false;
    if (isNew) later = { until: clock.now() + GIVE_UP_MS, changes: [] };
  }

  async function finish({ epoch, waiting }: NonNullable<typeof round>): Promise<void> {
    round = null;
    later = { ...later, changes: waiting };
    await database.upsertLocal<Later>(LATER_ID, later);
    await progress.change((before) => ({ ...before, givenBackTo: epoch }));
    tryAgain();
  }

  async function take(sent: readonly PushChange[], answers: readonly PushAnswer[], waiting: PushChange[]): Promise<void> {
    const waits = (at: number) => {
      const code = answers[at]?.code ?? null;
      return code !== null && mayAppear.has(code) && clock.now() < later.until && !sent[at]?.document._deleted;
    };
    const done = sent.map((_, at) => at).filter((at) => !waits(at));
    await storeRefused(
      database,
      done.flatMap((at) => sent[at] ?? []),
      done.flatMap((at) => answers[at] ?? []),
    );
    waiting.push(...sent.filter((_, at) => waits(at)));
  }

  return {
    due: () => options.serverEpoch() !== null && (round !== null || restored() !== null || tryLater),
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
    close: () => clearTimeout(timer),
  };
}
