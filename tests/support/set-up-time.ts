/**
 * How long a test file spends on preparation before its tests begin: database, server, members, browser, first page. Fixtures run their
 * work through `setUp`; `record-set-up.ts` passes the sums to the reporter, which prints them separately from the tests.
 */
export type SetUpPart = 'database' | 'server' | 'members' | 'browser' | 'page';

/** Milliseconds, by part. `all` counts time in which several parts ran at the same time only once. */
export type SetUpTimes = Partial<Record<SetUpPart | 'all', number>>;

let times: Record<string, number> = {};
const running = new Map<string, { count: number; since: number }>();

function begin(part: string): void {
  const entry = running.get(part) ?? { count: 0, since: 0 };
  if (entry.count === 0) entry.since = performance.now();
  running.set(part, { ...entry, count: entry.count + 1 });
}

function end(part: string): void {
  const entry = running.get(part);
  if (!entry) return;
  running.set(part, { ...entry, count: entry.count - 1 });
  if (entry.count === 1) times[part] = (times[part] ?? 0) + performance.now() - entry.since;
}

/** Runs `work` and adds its time to this part of the set-up. */
export async function setUp<T>(part: SetUpPart, work: () => Promise<T>): Promise<T> {
  begin(part);
  begin('all');
  try {
    return await work();
  } finally {
    end('all');
    end(part);
  }
}

/** The times added since the last call. */
export function takeSetUpTimes(): SetUpTimes {
  const taken = times;
  times = {};
  return taken;
}
