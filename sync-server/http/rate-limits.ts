/**
 * Limits on requests, by who asks and by the account that is asked about. They count for all processes together. Limits on acts (invitations a
 * day) are refusals, not these. Guessing at one account from many addresses is slowed by `accounts/guessing.ts`, and mails to one person are
 * counted by `accounts/mail-limits.ts`.
 */
import type { Context } from 'hono';
import type { AppEnv } from './app-env.ts';
import type { Counter, Counters } from './counters.ts';
import { HttpError } from './http-error.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

type Limit = readonly [points: number, seconds: number];

interface Limits {
  readonly perAddress: Limit;
  /** for all visitors together behind a proxy that names none of them; none where one of them could shut the others out by it */
  readonly perUnnamed?: Limit;
  /** an account is counted for each address apart: a stranger who fails at it must not lock its owner out */
  readonly perAddressAndAccount?: Limit;
  /** for a member who is signed in, wherever they are */
  readonly perMember?: Limit;
}

const limits = {
  signIn: { perAddress: [100, 15 * MINUTE], perAddressAndAccount: [10, 15 * MINUTE] },
  signUp: { perAddress: [20, HOUR], perUnnamed: [200, HOUR], perAddressAndAccount: [5, HOUR] },
  reset: { perAddress: [20, HOUR], perAddressAndAccount: [5, HOUR] },
  resend: { perAddress: [20, HOUR], perAddressAndAccount: [5, HOUR] },
  /** each is a mail to an address that may be anybody's */
  addressChange: { perAddress: [20, HOUR], perMember: [5, HOUR] },
  /** the page of signing in asks for a challenge whenever it is opened, and each is a row */
  passkey: { perAddress: [120, 15 * MINUTE], perUnnamed: [2_000, 15 * MINUTE] },
  /** beside what is counted for each account: see `accounts/second-factor.ts` */
  code: { perAddress: [60, 15 * MINUTE] },
  /** each leaves a row for a while */
  provider: { perAddress: [60, 15 * MINUTE], perUnnamed: [600, 15 * MINUTE] },
  /** each is a request to somebody else's server */
  providerPicture: { perAddress: [60, HOUR], perMember: [10, HOUR] },
  /** links and refreshes: guessing one of 256 bits is hopeless, asking a thousand times a minute is not */
  token: { perAddress: [300, MINUTE] },
  /** asked by a page before anybody signs in, and each makes a picture small */
  invitation: { perAddress: [60, 15 * MINUTE], perUnnamed: [600, 15 * MINUTE] },
  invite: { perAddress: [200, HOUR], perMember: [60, HOUR] },
  contact: { perAddress: [40, HOUR], perMember: [10, HOUR] },
  /** each reads all that a member has */
  export: { perAddress: [60, HOUR], perMember: [10, HOUR] },
  errorReport: { perAddress: [60, HOUR], perUnnamed: [600, HOUR] },
} as const satisfies Record<string, Limits>;

export type LimitName = keyof typeof limits;

const span = (seconds: number): string => (seconds === HOUR ? 'an hour' : seconds === MINUTE ? 'a minute' : `${seconds / MINUTE} minutes`);

/** This limit in words, as the document of the API says it. */
export function limitOf(name: LimitName): string {
  const { perAddress, perAddressAndAccount, perMember }: Limits = limits[name];
  const said = ([points, seconds]: Limit, who: string) => `${points} in ${span(seconds)} ${who}`;
  return [
    ...(perMember ? [said(perMember, 'of one member')] : []),
    ...(perAddressAndAccount ? [said(perAddressAndAccount, 'about one account from one address')] : []),
    said(perAddress, 'from one address'),
  ].join(', ');
}

export interface RateLimits {
  /** Counts this request; throws 429 with `Retry-After` when there were too many. `account` is whom it is about, or who acts. */
  count(c: Context<AppEnv>, name: LimitName, account?: string): Promise<void>;
  /** Forgets what was counted for this account: its owner has proved to be there. */
  forgive(c: Context<AppEnv>, name: LimitName, account: string): Promise<void>;
}

const nothing: RateLimits = { count: async () => {}, forgive: async () => {} };

/** The answer to a request that came too often. */
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
