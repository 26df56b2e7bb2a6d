import { backoff } from '../../schemas/protocol/backoff.ts';
import type { LostWrites } from './lost-writes.ts';
import type { PullSide } from './pull-side.ts';
import type { PushSide } from './push-side.ts';
import type { Outcome } from './server.ts';
import { createSignal } from './signal.ts';

/**
 * One lane to the server: a push and a pull never overlap, and a turn ends when RxDB has stored what it brought. A pull that
 * was read between a push's commit and the storing of its answer would be dropped by RxDB, whose rows are still changed
 * then, while its checkpoint moves on: somebody's edit would be lost for good.
 *
 * A request that is lost is tried again by the lane, never by RxDB, so that the order across collections holds.
 */
export interface Lane {
  /** something is waiting */
  wake(): void;
  /** tries again at once, if the lane is waiting for the connection */
  poke(): void;
  close(): Promise<void>;
}

export type Turn = 'push' | 'pull' | 'lost' | 'ask';
const writes = (turn: Turn): boolean => turn === 'push' || turn === 'lost';

/** What is asked for within this time goes together. */
const GATHER_MS = 10;
const GATHER_STEP_MS = 1;
/** How long a push that came meanwhile waits for a page to be stored. */
const PATIENCE_MS = 250;
const LOOK_MS = 50;
const BLOCKED_MS = 10 * 60_000;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export function openLane(options: {
  readonly push: PushSide;
  readonly pull: PullSide;
  readonly lost: LostWrites;
  /** whether it is certain that the server is the one that this device knows: else that is asked before anything is written there */
  readonly serverKnown: () => boolean;
  readonly onOutcome: (outcome: Outcome<unknown>, turn: Turn) => void;
  readonly onIdle: () => void;
  readonly onError: (error: unknown) => void;
}): Lane {
  const { push, pull, lost } = options;
  const closing = new AbortController();
  const woken = createSignal();
  const poked = createSignal();
  let failures = 0;
  let last: Turn = 'pull';
  /** until when the server takes no writes; it is read all the same */
  let heldUntil = Number.NEGATIVE_INFINITY;

  const held = () => performance.now() < heldUntil;
  const mayPush = () => push.ready() && !held();
  function choose(): Turn | null {
    if (mayPush() && !options.serverKnown()) return pull.ready() && !push.halfAnswered() ? 'pull' : 'ask';
    if (lost.due() && !held()) return 'lost';
    if (push.halfAnswered()) return mayPush() ? 'push' : null;
    if (mayPush() && !(last === 'push' && pull.ready())) return 'push';
    return pull.ready() ? 'pull' : null;
  }

  /** What can be sent only later is looked at again then. */
  const untilHeldIsOver = (): number | undefined =>
    held() && (push.ready() || lost.due()) ? heldUntil - performance.now() + 1 : undefined;

  /** What is only asked for waits a moment for its like; for what was written, and what the stream brought, somebody waits. */
  async function gather(): Promise<void> {
    for (let waited = 0; waited < GATHER_MS && !push.ready() && !pull.holdsFrames(); waited += GATHER_STEP_MS) await pause(GATHER_STEP_MS);
  }

  /** While a page is stored RxDB may wait for its own push, and that for the lane: so no push waits here for long. */
  async function unlessPushed(stored: Promise<unknown>): Promise<void> {
    let storing = true;
    const done = stored.finally(() => {
      storing = false;
    });
    const patience = async () => {
      for (let waited = 0; storing && !closing.signal.aborted && waited < PATIENCE_MS; waited = push.waiting() ? waited + LOOK_MS : 0) {
        await pause(LOOK_MS);
      }
    };
    await Promise.race([done, patience()]);
  }

  async function waitAfter(outcome: Outcome<unknown>, turn: Turn): Promise<void> {
    if (outcome.kind === 'done' || outcome.kind === 'later') failures = 0;
    if (outcome.kind === 'done') return;
    if (outcome.kind === 'later') {
      if (writes(turn)) heldUntil = performance.now() + outcome.retryAfterMs;
      else await poked.wait(outcome.retryAfterMs);
      return;
    }
    failures += 1;
    const ms = outcome.kind === 'lost' || outcome.kind === 'rejected' ? backoff(failures - 1) : BLOCKED_MS;
    await poked.wait(Math.max(ms, outcome.kind === 'lost' ? outcome.retryAfterMs : 0));
  }

  function take(turn: Turn): Promise<Outcome<unknown>> {
    if (turn === 'push') return push.turn(closing.signal);
    if (turn === 'lost') return lost.turn(closing.signal);
    return turn === 'ask' ? pull.ask(closing.signal) : pull.turn(closing.signal, unlessPushed);
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      const turn = choose();
      if (turn === null) {
        options.onIdle();
        await woken.wait(untilHeldIsOver());
        await gather();
        continue;
      }
      last = turn;
      try {
        const outcome = await take(turn);
        if (closing.signal.aborted) return;
        options.onOutcome(outcome, turn);
        await waitAfter(outcome, turn);
      } catch (error) {
        if (closing.signal.aborted) return;
        // The store failed under our hands. What was not stored is fetched or sent again.
        options.onError(error);
        failures += 1;
        await poked.wait(backoff(failures));
      }
    }
  }
  const running = run();

  return {
    wake: woken.ring,
    poke() {
      heldUntil = Number.NEGATIVE_INFINITY;
      poked.ring();
      woken.ring();
    },
    async close() {
      closing.abort();
      woken.ring();
      poked.ring();
      await running;
    },
  };
}
