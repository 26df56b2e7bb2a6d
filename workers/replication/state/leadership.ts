import type { Timer } from '../../../schemas/base/realm.ts';
import type { DeviceRealm } from '../../device/session/device-realm.ts';
import { type Lead, soleLead } from '../../device/write-rows.ts';
import { createLead } from './lead.ts';

/**
 * One worker of all tabs is the leader. It holds a lock, which the browser passes on when its tab closes. A leader in a frozen tab keeps
 * its lock and does nothing: it does not answer, and another worker then takes the lock from it.
 */
export interface Leadership {
  /** the leader was asked something, and must answer */
  leaderAsked(): void;
  /** the leader has answered */
  leaderAnswered(): void;
  /** Stops seeking. Settles when our own lead has ended, if we led. */
  close(): Promise<void>;
}

/** A leader that is silent for this long counts as frozen. */
export interface Patience {
  readonly ms: number;
  /** A random addition, so that not all try together: the first to take the lock reports its status, and the others stop waiting. */
  readonly spreadMs: number;
}
const USUAL_PATIENCE: Patience = { ms: 4000, spreadMs: 1000 };

/** `lead` runs while this worker leads. It must end when `signal` aborts, and writes nothing that `own` does not permit. */
export function seekLeadership(
  lockName: string,
  lead: (signal: AbortSignal, own: Lead) => Promise<void>,
  { patience = USUAL_PATIENCE, realm = globalThis }: { readonly patience?: Patience | undefined; readonly realm?: DeviceRealm } = {},
): Leadership {
  const closing = new AbortController();
  const locks = realm.navigator?.locks;
  let leading = false;
  let impatience: Timer | null = null;

  const calm = () => {
    if (impatience) realm.clearTimeout(impatience);
    impatience = null;
  };

  async function hold(steal: boolean, seek: AbortController): Promise<void> {
    if (!locks) return lead(closing.signal, soleLead);
    const lost = new AbortController();
    const stop = () => lost.abort();
    closing.signal.addEventListener('abort', stop);
    let led: Promise<void> = Promise.resolve();
    try {
      await locks.request(lockName, steal ? { steal: true } : { signal: seek.signal }, () => {
        leading = true;
        calm();
        led = lead(lost.signal, createLead({ realm, locks, lockName, certainMs: patience.ms / 2, onLost: stop }));
        return led;
      });
    } catch (error) {
      // Another worker took the lock, or the request for it was cancelled.
      if ((error as { name?: string }).name !== 'AbortError') throw error;
    } finally {
      lost.abort();
      await led.catch(() => undefined);
      leading = false;
      closing.signal.removeEventListener('abort', stop);
    }
  }

  let seek = new AbortController();
  let stealNext = false;
  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      seek = new AbortController();
      const steal = stealNext;
      stealNext = false;
      await hold(steal, seek);
    }
  }
  closing.signal.addEventListener('abort', () => seek.abort());
  const running = run();

  return {
    leaderAsked() {
      if (leading || impatience || !locks) return;
      impatience = realm.setTimeout(
        () => {
          impatience = null;
          stealNext = true;
          seek.abort();
        },
        patience.ms + realm.Math.random() * patience.spreadMs,
      );
    },
    leaderAnswered: calm,
    async close() {
      calm();
      closing.abort();
      await running;
    },
  };
}
