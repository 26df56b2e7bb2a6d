/**
 * Limits on requests, by address of the caller and by the account that is asked about. They are kept in memory: one process
 * serves a circle, and a restart that forgets them harms nobody. Limits on acts (invitations a day) are refusals, not these.
 */
import type { Context } from 'hono';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { AppEnv } from './app-env.ts';
import { clientAddress } from './client-address.ts';
import { HttpError } from './http-error.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Points in a duration, for each address and, where an account is named, for each account. */
const limits = {
  signIn: { perAddress: [100, 15 * MINUTE], perAccount: [10, 15 * MINUTE] },
  signUp: { perAddress: [20, HOUR], perAccount: [5, HOUR] },
  reset: { perAddress: [20, HOUR], perAccount: [5, HOUR] },
  resend: { perAddress: [20, HOUR], perAccount: [5, HOUR] },
  /** links and refreshes: guessing one of 256 bits is hopeless, asking a thousand times a minute is not */
  token: { perAddress: [300, MINUTE], perAccount: [60, MINUTE] },
  invite: { perAddress: [200, HOUR], perAccount: [60, HOUR] },
  contact: { perAddress: [40, HOUR], perAccount: [10, HOUR] },
  errorReport: { perAddress: [60, HOUR], perAccount: [60, HOUR] },
} as const satisfies Record<string, { perAddress: readonly [number, number]; perAccount: readonly [number, number] }>;

export type LimitName = keyof typeof limits;

export interface RateLimits {
  /** Counts this request; throws 429 with `Retry-After` when there were too many. */
  count(c: Context<AppEnv>, name: LimitName, account?: string): Promise<void>;
  /** Forgets what was counted for this account: its owner has proved to be there. */
  forgive(c: Context<AppEnv>, name: LimitName, account: string): Promise<void>;
}

const nothing: RateLimits = { count: async () => {}, forgive: async () => {} };

export function createRateLimits(enabled: boolean): RateLimits {
  if (!enabled) return nothing;
  const limiters = new Map<string, RateLimiterMemory>();
  for (const [name, { perAddress, perAccount }] of Object.entries(limits)) {
    limiters.set(`${name}:address`, new RateLimiterMemory({ keyPrefix: name, points: perAddress[0], duration: perAddress[1] }));
    limiters.set(`${name}:account`, new RateLimiterMemory({ keyPrefix: name, points: perAccount[0], duration: perAccount[1] }));
  }
  // An account is counted for each address apart: a stranger who fails at it must not lock its owner out.
  const accountKey = (c: Context<AppEnv>, account: string) => `${clientAddress(c)} ${account}`;

  return {
    async count(c, name, account) {
      try {
        await limiters.get(`${name}:address`)?.consume(clientAddress(c));
        if (account !== undefined) await limiters.get(`${name}:account`)?.consume(accountKey(c, account));
      } catch (reason) {
        if (!(reason instanceof RateLimiterRes)) throw reason;
        throw new HttpError(429, { retryAfterSeconds: Math.max(1, Math.ceil(reason.msBeforeNext / 1000)) });
      }
    },
    async forgive(c, name, account) {
      await limiters.get(`${name}:account`)?.delete(accountKey(c, account));
    },
  };
}
