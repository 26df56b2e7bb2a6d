/**
 * How much one member may request in a minute. A device whose member has used up the budget gets 429 and retries when it may. A request
 * that costs more than is left still runs and is paid for afterwards, so that a device that was away for a week gets everything through.
 * The debt has a bound, so that nobody is silent for long. Budgets are kept in memory, by each process for itself.
 */
import { pause } from '../../../schemas/base/pause.ts';
import type { Realm } from '../../../schemas/base/realm.ts';
import { HttpError } from '../errors/http-error.ts';

export interface Budget {
  /** @throws HttpError 429 with `Retry-After`, after a short pause, if this member has used up the budget */
  take(member: string, cost?: number): Promise<void>;
  /** Counts what a request turned out to cost beyond what was taken. Returns the seconds until this member's next request is taken. */
  charge(member: string, cost: number): number;
  /** the largest debt */
  readonly mostDebt: number;
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
 * A client that does not wait is slowed down: each refused request keeps its connection for this long, which costs the server nothing.
 */
const PAUSE_MS = 1_000;
/** After this long at the latest a debt is paid. */
const LONGEST_DEBT_MINUTES = 2;
/** Above this many members, those whose budget is full again are forgotten. */
const MAX_REMEMBERED = 10_000;

export function createBudget(size: BudgetSize, realm: Realm = globalThis, pauseMs = PAUSE_MS): Budget {
  const accounts = new Map<string, { left: number; at: number }>();
  const perMs = size.aMinute / 60_000;
  const mostDebt = LONGEST_DEBT_MINUTES * size.aMinute;
  const remainingOf = (account: { left: number; at: number }): number =>
    Math.min(size.most, account.left + (realm.performance.now() - account.at) * perMs);
  const leftOf = (member: string): number => {
    const account = accounts.get(member);
    return account ? remainingOf(account) : size.most;
  };
  const secondsUntilOne = (left: number): number => Math.max(0, Math.ceil((1 - left) / perMs / 1000));

  function charge(member: string, cost: number): number {
    if (accounts.size > MAX_REMEMBERED) for (const [other, each] of accounts) if (remainingOf(each) >= size.most) accounts.delete(other);
    const left = Math.max(-mostDebt, leftOf(member) - cost);
    accounts.set(member, { left, at: realm.performance.now() });
    return secondsUntilOne(left);
  }

  return {
    async take(member, cost = 1) {
      const left = leftOf(member);
      if (left < 1) {
        await pause(pauseMs, realm);
        throw new HttpError(429, { retryAfterSeconds: secondsUntilOne(left) });
      }
      charge(member, cost);
    },
    charge,
    mostDebt,
  };
}

/** This many rows of a command count as one write each. Above that, ten count as one. */
const ROWS_AT_FULL_PRICE = 10;

/** What a command costs that moved this many rows. */
export const costOfRows = (rows: number): number =>
  Math.max(1, Math.min(rows, ROWS_AT_FULL_PRICE) + Math.max(0, rows - ROWS_AT_FULL_PRICE) / 10);

const endless: Budget = { take: async () => undefined, charge: () => 0, mostDebt: Number.POSITIVE_INFINITY };

export const noBudgets: RequestBudgets = { writes: endless, pulls: endless, streams: endless };

export const createRequestBudgets = (enabled: boolean, realm: Realm = globalThis): RequestBudgets =>
  enabled ? { writes: createBudget(WRITES, realm), pulls: createBudget(PULLS, realm), streams: createBudget(STREAMS, realm) } : noBudgets;
