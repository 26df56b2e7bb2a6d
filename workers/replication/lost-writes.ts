import type { LocalDatabase } from '../../schemas/local/open-database.ts';
import type { ServerClock } from '../../schemas/local/server-clock.ts';
import type { RefusalCode } from '../../schemas/protocol/refusal.ts';
import type { PushAnswer, PushChange } from '../../schemas/protocol/sync.ts';
import type { AcknowledgedWrites } from './acknowledged-writes.ts';
import { createPace } from './pace.ts';
import type { Progress } from './progress.ts';
import { keepRefused } from './refused-writes.ts';
import { BODY_BYTES, fitting, LEAST_BYTES } from './send-order.ts';
import type { Outcome, SyncServer } from './server.ts';

/**
 * Gives back to a server that was restored from a backup what it has lost: the writes of this device that it had accepted, in
 * their order and before any newer one. Those that it still knows have no second effect. What is about something that another
 * device has yet to give back, a comment on a lost post say, is tried again for some days before its author is asked.
 */
export interface LostWrites {
  /** whether something is to be sent before anything else is */
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
  readonly server: SyncServer;
  readonly progress: Progress;
  readonly acknowledged: AcknowledgedWrites;
  readonly clock: Pick<ServerClock, 'now'>;
  /** of the server's database, as it was last heard; null if that is not certain */
  readonly serverEpoch: () => string | null;
  readonly wake: () => void;
}): Promise<LostWrites> {
  const { database, server, progress, acknowledged, clock } = options;
  const held = await database.getLocal<Later>(LATER_ID);
  let later: Later = held ? (held.toJSON().data as Later) : { until: 0, changes: [] };
  let tryLater = later.changes.length > 0;
  /** what is being sent, from where on, and what of it has to wait */
  let round: { readonly epoch: string; readonly changes: readonly PushChange[]; at: number; readonly waiting: PushChange[] } | null = null;
  let oneByOne = 0;
  const pace = createPace({ least: LEAST_BYTES, most: BODY_BYTES });

  const timer = setInterval(() => {
    if (later.changes.length === 0) return;
    tryLater = true;
    options.wake();
  }, TRY_AGAIN_MS);

  /** The epoch to which all is still to be given back, if there is one. */
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
  }

  async function take(sent: readonly PushChange[], answers: readonly PushAnswer[], waiting: PushChange[]): Promise<void> {
    const waits = (at: number) => {
      const code = answers[at]?.code ?? null;
      return code !== null && mayAppear.has(code) && clock.now() < later.until && !sent[at]?.document._deleted;
    };
    const done = sent.map((_, at) => at).filter((at) => !waits(at));
    await keepRefused(
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
      const sent = fitting(round.changes.slice(round.at, oneByOne > 0 ? round.at + 1 : undefined), pace.most);
      if (sent.length > 0) {
        const begun = performance.now();
        const outcome = await server.push({ changes: sent }, signal);
        if (outcome.kind === 'done') pace.done(performance.now() - begun);
        if (outcome.kind === 'lost') pace.lost();
        if (outcome.kind === 'rejected' && sent.length > 1) {
          oneByOne = sent.length;
          return { kind: 'done', body: null };
        }
        if (outcome.kind !== 'done' && outcome.kind !== 'rejected') return outcome;
        oneByOne = Math.max(0, oneByOne - sent.length);
        const answers: PushAnswer[] =
          outcome.kind === 'done' ? outcome.body.answers : sent.map(({ document: { id } }) => ({ id, code: 'INVALID', document: null }));
        if (answers.length !== sent.length) return { kind: 'lost', retryAfterMs: 1000 };
        await take(sent, answers, round.waiting);
        round.at += sent.length;
      }
      if (round.at >= round.changes.length) await finish(round);
      return { kind: 'done', body: null };
    },
    close: () => clearInterval(timer),
  };
}
