import type { Realm } from '../../schemas/base/realm.ts';
import { backoff } from '../device/backoff.ts';
import type { Pull } from './down/pull.ts';
import type { Outcome } from './server.ts';
import { createSignal } from './state/signal.ts';
import type { LostWrites } from './up/lost-writes.ts';
import type { Push } from './up/push.ts';

/**
 * The lane to the server decides what comes next. A push and a pull never overlap, and a turn ends when its results are stored. Otherwise
 * a pull could read between a push's commit and the storing of its answer. The answer would then overwrite the newer pulled state with an
 * older one.
 */
export interface Lane {
  /** something may be waiting */
  wake(): void;
  /** tries again at once: ends a wait for the connection, and the time for which the server takes no writes */
  poke(): void;
  /** Runs work on the store while no request is under way and no turn begins. */
  between<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export type Turn = 'push' | 'pull' | 'lost' | 'ask';
const writes = (turn: Turn): boolean => turn === 'push' || turn === 'lost';

const BLOCKED_MS = 10 * 60_000;

export function openLane(options: {
  readonly realm?: Realm;
  readonly push: Pick<Push, 'ready' | 'turn'>;
  readonly pull: Pick<Pull, 'ready' | 'turn' | 'ask'>;
  readonly lost: Pick<LostWrites, 'due' | 'turn'>;
  /** whether this is certainly the server that this device knows; if not, the server is asked before anything is written to it */
  readonly serverKnown: () => boolean;
  readonly onOutcome: (outcome: Outcome<unknown>, turn: Turn) => void;
  readonly onIdle: () => void;
  readonly onError: (error: unknown) => void;
}): Lane {
  const { push, pull, lost, realm = globalThis } = options;
  const closing = new AbortController();
  const woken = createSignal(realm);
  const poked = createSignal(realm);
  let failures = 0;
  let last: Turn = 'pull';
  /** until when the server takes no writes; reads go on */
  let writesPausedUntil = Number.NEGATIVE_INFINITY;
  let running: Promise<unknown> = Promise.resolve();

  function choose(writesPaused: boolean): Turn | null {
    const mayPush = push.ready() && !writesPaused;
    const owes = lost.due() && !writesPaused;
    if ((mayPush || owes) && !options.serverKnown()) return pull.ready() ? 'pull' : 'ask';
    if (owes) return 'lost';
    if (mayPush && !(last === 'push' && pull.ready())) return 'push';
    return pull.ready() ? 'pull' : null;
  }

  const between: Lane['between'] = (work) => {
    const done = running.then(work, work);
    running = done.catch(() => undefined);
    return done;
  };

  async function waitAfter(outcome: Outcome<unknown>, turn: Turn): Promise<void> {
    if (outcome.kind === 'done' || outcome.kind === 'later') failures = 0;
    if (outcome.kind === 'done') return;
    if (outcome.kind === 'later') {
      if (writes(turn)) writesPausedUntil = realm.performance.now() + outcome.retryAfterMs;
      else await poked.wait(outcome.retryAfterMs);
      return;
    }
    failures += 1;
    const ms = outcome.kind === 'lost' || outcome.kind === 'rejected' ? backoff(failures - 1, realm) : BLOCKED_MS;
    await poked.wait(Math.max(ms, outcome.kind === 'lost' ? outcome.retryAfterMs : 0));
  }

  function take(turn: Turn): Promise<Outcome<unknown> | null> {
    if (turn === 'push') return push.turn(closing.signal);
    if (turn === 'lost') return lost.turn(closing.signal);
    return turn === 'ask' ? pull.ask(closing.signal) : pull.turn(closing.signal);
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      // Read once: if the pause ended between the choice and the wait, writes would wait for a wake that never comes.
      const writePauseLeft = writesPausedUntil - realm.performance.now();
      const turn = choose(writePauseLeft > 0);
      if (turn === null) {
        options.onIdle();
        await woken.wait(writePauseLeft > 0 && (push.ready() || lost.due()) ? writePauseLeft + 1 : undefined);
        continue;
      }
      last = turn;
      try {
        const outcome = await between(() => take(turn));
        if (closing.signal.aborted) return;
        // No request was sent, so nothing is known about the connection.
        if (outcome === null) continue;
        options.onOutcome(outcome, turn);
        await waitAfter(outcome, turn);
      } catch (error) {
        if (closing.signal.aborted) return;
        // The store failed. What was not stored is fetched or sent again.
        options.onError(error);
        failures += 1;
        await poked.wait(backoff(failures, realm));
      }
    }
  }
  const ended = run();

  return {
    wake: woken.ring,
    poke() {
      writesPausedUntil = Number.NEGATIVE_INFINITY;
      poked.ring();
      woken.ring();
    },
    between,
    async close() {
      closing.abort();
      woken.ring();
      poked.ring();
      await ended;
      await running;
    },
  };
}
