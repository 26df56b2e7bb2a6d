/**
 * A log for everything that works with the database. While the database cannot answer, requests and work in the background fail by the
 * hundred for the same reason: the first line says so, the others are counted, and another one says when it is over and how many there were.
 * A database that is damaged is said with what to do, and again every ten minutes.
 */
import type { Logger } from 'pino';

const LOOK_MS = 1_000;
const SAY_AGAIN_MS = 10 * 60_000;

export const DAMAGE_ADVICE =
  'Keep a copy of the data as they are, put the last backup in their place, and say "npm run restored" before the next start (README, "Back it up").';

export interface OutageLog {
  readonly log: Logger;
  /** Ends asking whether an outage is over, after the question that is being asked. */
  close(): Promise<void>;
}

interface Fields {
  readonly error?: { readonly unavailable?: unknown; readonly damaged?: unknown };
}

/** @param ask resolves once the database answers again */
export function createOutageLog(given: Logger, ask: () => Promise<unknown>, lookMs = LOOK_MS): OutageLog {
  let outage: { readonly since: number; failures: number } | null = null;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let closed = false;
  const damage = { saidAt: Number.NEGATIVE_INFINITY, failures: 0 };

  function lookLater(): void {
    if (closed) return;
    timer = setTimeout(() => {
      looking = look();
    }, lookMs);
    timer.unref();
  }
  async function look(): Promise<void> {
    const answers = await ask().then(
      () => true,
      () => false,
    );
    if (!answers || !outage) return lookLater();
    const { since, failures } = outage;
    outage = null;
    given.warn({ failures, seconds: Math.round((performance.now() - since) / 1000) }, 'the database answers again');
  }

  function away(fields: Fields, what: string): void {
    if (outage) {
      outage.failures += 1;
      return;
    }
    outage = { since: performance.now(), failures: 1 };
    given.error({ ...fields, during: what }, 'the database cannot answer; what fails meanwhile is counted');
    lookLater();
  }

  function damaged(fields: Fields, what: string): void {
    damage.failures += 1;
    if (performance.now() - damage.saidAt < SAY_AGAIN_MS) return;
    damage.saidAt = performance.now();
    given.error({ ...fields, during: what, failures: damage.failures }, `the database is damaged. ${DAMAGE_ADVICE}`);
  }

  /** One level of the log, without the lines that an outage makes. */
  const folding =
    (level: 'warn' | 'error') =>
    (...line: [fields: Fields | string, what?: string]): void => {
      const [fields, what = ''] = line;
      if (typeof fields === 'string') given[level](fields);
      else if (fields.error?.damaged) damaged(fields, what);
      else if (fields.error?.unavailable) away(fields, what);
      else given[level](fields, what);
    };

  return {
    // As Pino makes its own children: the same log but for two methods.
    log: Object.assign(Object.create(given) as Logger, { warn: folding('warn'), error: folding('error') }),
    async close() {
      closed = true;
      clearTimeout(timer);
      await looking;
    },
  };
}
