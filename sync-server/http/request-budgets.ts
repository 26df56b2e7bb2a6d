/**
 * How much one member may ask of the server in a minute. Whoever has used up their budget waits: a device is answered with 429 and comes
 * again when it may. A request that costs more than is left is carried out all the same and paid for afterwards, so that a
 * device which was away for a week gets everything in. Kept in memory, by each process for itself.
 */
import { HttpError } from './http-error.ts';

export interface Budget {
  /** @throws HttpError 429 with `Retry-After`, after a moment, where this member has used up what they may */
  take(member: string, cost?: number): Promise<void>;
}

export interface BudgetSize {
  /** what is there after a while without use */
  readonly most: number;
  readonly aMinute: number;
}

export interface RequestBudgets {
  readonly writes: Budget;
  readonly pulls: Budget;
  readonly streams: Budget;
}

/** A day's pending writes at once, and then more than anybody types. Devices bring what they read along, position by position. */
const WRITES: BudgetSize = { most: 600, aMinute: 240 };
/** A new device fetches some thousands of rows with a hundred pulls. */
const PULLS: BudgetSize = { most: 600, aMinute: 300 };
/** Of all devices together; one whose line breaks again and again opens some ten a minute. Each is begun in a line with all others. */
const STREAMS: BudgetSize = { most: 120, aMinute: 60 };
/** Who does not wait by themselves is made to: each request of theirs holds its connection for so long and costs nothing meanwhile. */
const PAUSE_MS = 1_000;
/** So many members are kept in mind before those whose budget is whole again are forgotten. */
const MANY = 10_000;

export function createBudget(size: BudgetSize, now: () => number = () => performance.now(), pauseMs = PAUSE_MS): Budget {
  const accounts = new Map<string, { left: number; at: number }>();
  const perMs = size.aMinute / 60_000;
  const leftOf = (account: { left: number; at: number }): number => Math.min(size.most, account.left + (now() - account.at) * perMs);

  return {
    async take(member, cost = 1) {
      const account = accounts.get(member);
      const left = account ? leftOf(account) : size.most;
      if (left < 1) {
        const retryAfterSeconds = Math.ceil((1 - left) / perMs / 1000);
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        throw new HttpError(429, { retryAfterSeconds });
      }
      if (accounts.size > MANY) for (const [other, each] of accounts) if (leftOf(each) >= size.most) accounts.delete(other);
      accounts.set(member, { left: left - cost, at: now() });
    },
  };
}

const endless: Budget = { take: async () => undefined };

export const noBudgets: RequestBudgets = { writes: endless, pulls: endless, streams: endless };

export const createRequestBudgets = (enabled: boolean): RequestBudgets =>
  enabled ? { writes: createBudget(WRITES), pulls: createBudget(PULLS), streams: createBudget(STREAMS) } : noBudgets;
