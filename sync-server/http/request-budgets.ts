/**
 * How much one member may request in a minute. A device whose member has used up the budget gets 429 and retries when it may. A request
 * that costs more than is left still runs and is paid for afterwards, so that a device that was away for a week gets everything through.
 * Budgets are kept in memory, by each process for itself.
 */
import { HttpError } from './http-error.ts';

export interface Budget {
  /** @throws HttpError 429 with `Retry-After`, after a short pause, if this member has used up the budget */
  take(member: string, cost?: number): Promise<void>;
}

export interface BudgetSize {
  /** the full budget, after a while without use */
  readonly most: number;
  readonly aMinute: number;
}

export interface RequestBudgets {
  readonly writes: Budget;
  readonly pulls: Budget;
  readonly streams: Budget;
}

/** A day's pending writes at once, and then more than a person can type. Devices also send read positions, one write for each. */
const WRITES: BudgetSize = { most: 600, aMinute: 240 };
/** A new device fetches some thousands of rows with about a hundred pulls. */
const PULLS: BudgetSize = { most: 600, aMinute: 300 };
/**
 * For all devices of a member together. A device whose connection keeps breaking opens about ten a minute. Streams are opened one after
 * the other, in one queue for all members.
 */
const STREAMS: BudgetSize = { most: 120, aMinute: 60 };
/**
 * A client that does not wait is slowed down: each refused request keeps its connection for this long and costs the server nothing
 * meanwhile.
 */
const PAUSE_MS = 1_000;
/** Above this many members, those whose budget is full again are forgotten. */
const MAX_REMEMBERED = 10_000;

export function createBudget(size: BudgetSize, now: () => number = () => performance.now(), pauseMs = PAUSE_MS): Budget {
  const accounts = new Map<string, { left: number; at: number }>();
  const perMs = size.aMinute / 60_000;
  const remainingOf = (account: { left: number; at: number }): number => Math.min(size.most, account.left + (now() - account.at) * perMs);

  return {
    async take(member, cost = 1) {
      const account = accounts.get(member);
      const left = account ? remainingOf(account) : size.most;
      if (left < 1) {
        const retryAfterSeconds = Math.ceil((1 - left) / perMs / 1000);
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        throw new HttpError(429, { retryAfterSeconds });
      }
      if (accounts.size > MAX_REMEMBERED) for (const [other, each] of accounts) if (remainingOf(each) >= size.most) accounts.delete(other);
      accounts.set(member, { left: left - cost, at: now() });
    },
  };
}

const endless: Budget = { take: async () => undefined };

export const noBudgets: RequestBudgets = { writes: endless, pulls: endless, streams: endless };

export const createRequestBudgets = (enabled: boolean): RequestBudgets =>
  enabled ? { writes: createBudget(WRITES), pulls: createBudget(PULLS), streams: createBudget(STREAMS) } : noBudgets;
