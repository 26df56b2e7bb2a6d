/**
 * A log for all code that works with the database. During an outage, hundreds of requests and background jobs fail for the same reason.
 * The first failure is logged, and the others are counted. Another line reports the end of the outage and the count. A damaged database
 * is logged with advice, and again every ten minutes.
 */
import type { Logger } from 'pino';
import type { Realm, Timer } from '../../schemas/base/realm.ts';

const CHECK_MS = 1_000;
const REPEAT_MS = 10 * 60_000;

export const DAMAGE_ADVICE =
  'Keep a copy of the data as they are, put the last backup in their place, and say "npm run restored" before the next start (docs/hosting.md, "Backups in detail").';

export interface OutageLog {
  readonly log: Logger;
  /** Stops checking whether an outage is over, after the check that is under way. */
  close(): Promise<void>;
}

interface Fields {
  readonly error?: { readonly unavailable?: unknown; readonly damaged?: unknown };
}

/** @param ask resolves once the database answers again */
export function createOutageLog(
  given: Logger,
  ask: () => Promise<unknown>,
  { checkMs = CHECK_MS, realm = globalThis }: { readonly checkMs?: number; readonly realm?: Realm } = {},
): OutageLog {
  let outage: { readonly since: number; failures: number } | null = null;
  let timer: Timer | undefined;
  let checking: Promise<void> | undefined;
  let closed = false;
  const damage = { loggedAt: Number.NEGATIVE_INFINITY, failures: 0 };

  function scheduleCheck(): void {
    if (closed) return;
    timer = realm.setTimeout(() => {
      checking = check();
    }, checkMs);
    timer.unref();
  }
  async function check(): Promise<void> {
    const answers = await ask().then(
      () => true,
      () => false,
    );
    if (!answers || !outage) return scheduleCheck();
    const { since, failures } = outage;
    outage = null;
    given.warn({ failures, seconds: Math.round((realm.performance.now() - since) / 1000) }, 'the database answers again');
  }

  function away(fields: Fields, what: string): void {
    if (outage) {
      outage.failures += 1;
      return;
    }
    outage = { since: realm.performance.now(), failures: 1 };
    given.error({ ...fields, during: what }, 'the database does not answer; counting failures until it does');
    scheduleCheck();
  }

  function damaged(fields: Fields, what: string): void {
    damage.failures += 1;
    if (realm.performance.now() - damage.loggedAt < REPEAT_MS) return;
    damage.loggedAt = realm.performance.now();
    given.error({ ...fields, during: what, failures: damage.failures }, `the database is damaged. ${DAMAGE_ADVICE}`);
  }

  /** A log method of this level that folds the lines of an outage into one. */
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
    // Built the way Pino builds child loggers: the same log with two methods replaced.
    log: Object.assign(Object.create(given) as Logger, { warn: folding('warn'), error: folding('error') }),
    async close() {
      closed = true;
      realm.clearTimeout(timer);
      await checking;
    },
  };
}
