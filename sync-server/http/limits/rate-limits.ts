/**
 * Limits on requests, by client and by the account that a request concerns. They count for all processes together. Limits on acts, such
 * as invitations a day, are refusals and not part of this. `accounts/ways-in/guessing.ts` slows guessing at one account from many
 * addresses, and `accounts/mail/mail-limits.ts` counts mails to one person.
 */
import type { Context, MiddlewareHandler } from 'hono';
import type { AppEnv } from '../app-env.ts';
import { HttpError } from '../errors/http-error.ts';
import type { Counter, Counters } from './counters.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

type Limit = readonly [points: number, seconds: number];

interface Limits {
  readonly perAddress: Limit;
  /** for all visitors together behind a proxy that names none of them; absent where one visitor could shut out the others with it */
  readonly perUnnamed?: Limit;
  /** counts an account separately for each address: a stranger who fails at it must not lock out its owner */
  readonly perAddressAndAccount?: Limit;
  /** for a signed-in member, from any address */
  readonly perMember?: Limit;
}

const limits = {
  signIn: { perAddress: [100, 15 * MINUTE], perAddressAndAccount: [10, 15 * MINUTE] },
  signUp: { perAddress: [20, HOUR], perUnnamed: [200, HOUR], perAddressAndAccount: [5, HOUR] },
  reset: { perAddress: [20, HOUR], perAddressAndAccount: [5, HOUR] },
  resend: { perAddress: [20, HOUR], perAddressAndAccount: [5, HOUR] },
  /** each is a mail to an address that may belong to anyone */
  addressChange: { perAddress: [20, HOUR], perMember: [5, HOUR] },
  /** the sign-in page requests a challenge whenever it opens, and each challenge is a row */
  passkey: { perAddress: [120, 15 * MINUTE], perUnnamed: [2_000, 15 * MINUTE] },
  /** in addition to the count for each account: see `accounts/ways-in/second-factor.ts` */
  code: { perAddress: [60, 15 * MINUTE] },
  /** each stores a row for a while */
  provider: { perAddress: [60, 15 * MINUTE], perUnnamed: [600, 15 * MINUTE] },
  /** each is a request to a foreign server */
  providerPicture: { perAddress: [60, HOUR], perMember: [10, HOUR] },
  /** links and refreshes: a token of 256 bits cannot be guessed, but nobody may try a thousand times a minute */
  token: { perAddress: [300, MINUTE] },
  /** requested by a page before sign-in, and each makes a small version of a picture */
  invitation: { perAddress: [60, 15 * MINUTE], perUnnamed: [600, 15 * MINUTE] },
  invite: { perAddress: [200, HOUR], perMember: [60, HOUR] },
  contact: { perAddress: [40, HOUR], perMember: [10, HOUR] },
  /** each reads all data of a member */
  export: { perAddress: [60, HOUR], perMember: [10, HOUR] },
  /** a device registers at its start when something has changed; registrations wait for each other */
  pushSubscription: { perAddress: [200, HOUR], perMember: [60, HOUR] },
  /** each is a request to a foreign server */
  pushTest: { perAddress: [60, HOUR], perMember: [20, HOUR] },
  errorReport: { perAddress: [60, HOUR], perUnnamed: [600, HOUR] },
} as const satisfies Record<string, Limits>;

export type LimitName = keyof typeof limits;

const span = (seconds: number): string => (seconds === HOUR ? 'an hour' : seconds === MINUTE ? 'a minute' : `${seconds / MINUTE} minutes`);

/** This limit in words, for the API document. */
export function limitOf(name: LimitName): string {
  const { perAddress, perAddressAndAccount, perMember }: Limits = limits[name];
  const said = ([points, seconds]: Limit, who: string) => `${points} in ${span(seconds)} ${who}`;
  return [
    ...(perMember ? [said(perMember, 'for each member')] : []),
    ...(perAddressAndAccount ? [said(perAddressAndAccount, 'for one account from one IP address')] : []),
    said(perAddress, 'from one IP address'),
  ].join(', ');
}

export interface RateLimits {
  /**
   * Counts this request. `account` is the account that it concerns, or the member who acts.
   *
   * @throws HttpError 429 with `Retry-After` if there were too many
   */
  count(c: Context<AppEnv>, name: LimitName, account?: string): Promise<void>;
  /** Resets the count of this account, because its owner has proved their identity. */
  forgive(c: Context<AppEnv>, name: LimitName, account: string): Promise<void>;
}

/** For a route: counts its requests, for the client and, behind the guard, for the member. */
export const counted =
  (rateLimits: RateLimits, name: LimitName): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    await rateLimits.count(c, name, c.get('actor')?.userId);
    return next();
  };

const nothing: RateLimits = { count: async () => {}, forgive: async () => {} };

/** The answer to a client that sends too many requests. */
export const tooManyRequests = (msUntilNext: number): HttpError =>
  new HttpError(429, { retryAfterSeconds: Math.max(1, Math.ceil(msUntilNext / 1000)) });

export function createRateLimits(counters: Counters | null): RateLimits {
  if (!counters) return nothing;
  const limiters = new Map<string, Counter>();
  for (const [name, kinds] of Object.entries(limits)) {
    for (const [kind, [points, seconds]] of Object.entries(kinds)) {
      limiters.set(`${name} ${kind}`, counters({ name: `${name} ${kind}`, points, seconds }));
    }
  }
  const limiter = (name: LimitName, kind: keyof Limits) => limiters.get(`${name} ${kind}`);
  const addressAndAccount = (c: Context<AppEnv>, account: string) => `${c.get('client').key} ${account}`;
  const consume = async (name: LimitName, kind: keyof Limits, key: string): Promise<void> => {
    const wait = await limiter(name, kind)?.consume(key);
    if (typeof wait === 'number') throw tooManyRequests(wait);
  };

  return {
    async count(c, name, account) {
      const { key, named } = c.get('client');
      await consume(name, named ? 'perAddress' : 'perUnnamed', key);
      if (account === undefined) return;
      if (named) await consume(name, 'perAddressAndAccount', addressAndAccount(c, account));
      await consume(name, 'perMember', account);
    },
    async forgive(c, name, account) {
      await limiter(name, 'perAddressAndAccount')?.forget(addressAndAccount(c, account));
    },
  };
}
