/**
 * How much is stored of each member, against what one may store. Nothing is added up when something is written: a member's writes are
 * counted as if each stored the most that one can, and what is really stored is asked of the database only where that might be too much. So
 * most members are asked about every ten minutes, if they write, and those who come close to the limit more often.
 *
 * Each process counts the writes that it carries out. What others of the same member came to meanwhile is known at the next look, so
 * several processes may together let somebody store a little more.
 */
import type { ISql } from 'postgres';
import { HttpError } from '../http/http-error.ts';

/** The most that one write stores: the longest text there is, in the longest letters, and the lines for all who may be chosen to read it. */
export const MOST_BYTES_A_WRITE = 40_000;

/** After so long other processes may have stored something, or somebody else deleted it. */
const STALE_MS = 10 * 60_000;
/** Looks of one member take no more than this share of the time; looks that are quick may follow each other anyhow. */
const SHARE = 1 / 20;
const QUICK_MS = 100;
/** So many members are kept in mind before those who have not written for a while are forgotten. */
const MANY = 10_000;

/** How many bytes are stored of a member, as this connection sees it. */
// biome-ignore lint/complexity/noBannedTypes: the driver's own name for no further types
export type CountStored = (sql: ISql<{}>, member: string) => Promise<number>;
/** Runs one statement, in whatever transaction the caller has open. */
// biome-ignore lint/complexity/noBannedTypes: the same
export type Ask = <T>(statement: (sql: ISql<{}>) => Promise<T>) => Promise<T>;

/** To be called once what was admitted is written, or is not going to be. */
export type Admission = () => void;

export interface MemberStorage {
  /**
   * Whether so many writes more fit, which are counted from now on; null where they do not.
   * @throws HttpError 429 where somebody at the limit has deleted something and that cannot be looked at again yet
   */
  admit(ask: Ask, member: string, writes?: number): Promise<Admission | null>;
  /** Something of this member's may be gone. */
  freed(member: string): void;
}

/** For as much as the disk takes. */
export const endlessStorage: MemberStorage = { admit: async () => () => undefined, freed: () => undefined };

interface Account {
  bytes: number;
  /** writes that were admitted, ever, and how many of them are among those bytes */
  admitted: number;
  included: number;
  /** those of them that are under way */
  underWay: number;
  freed: boolean;
  lookedAt: number;
  lookTook: number;
  /** the look that has begun and not ended: who comes meanwhile waits for it */
  looking: Promise<void> | null;
}

export function createMemberStorage(given: {
  readonly limitBytes: number;
  readonly countStored: CountStored;
  readonly now?: () => number;
}): MemberStorage {
  const { limitBytes, countStored, now = () => performance.now() } = given;
  const accounts = new Map<string, Account>();

  function accountOf(member: string): Account {
    const known = accounts.get(member);
    if (known) return known;
    if (accounts.size > MANY) {
      for (const [other, { lookedAt, underWay }] of accounts) if (underWay === 0 && now() - lookedAt > STALE_MS) accounts.delete(other);
    }
    const made: Account = {
      ...{ bytes: 0, admitted: 0, included: 0, underWay: 0, freed: false },
      ...{ lookedAt: Number.NEGATIVE_INFINITY, lookTook: 0, looking: null },
    };
    accounts.set(member, made);
    return made;
  }

  async function lookOnce(ask: Ask, member: string, account: Account): Promise<void> {
    const begun = now();
    // What is under way may not be seen, nor what comes while this looks.
    const included = account.admitted - account.underWay;
    account.freed = false;
    const bytes = await ask((sql) => countStored(sql, member));
    Object.assign(account, { bytes, included, lookedAt: now(), lookTook: now() - begun });
  }

  function look(ask: Ask, member: string, account: Account): Promise<void> {
    account.looking ??= lookOnce(ask, member, account).finally(() => {
      account.looking = null;
    });
    return account.looking;
  }

  const fits = (account: Account, more: number): boolean =>
    account.bytes + (account.admitted - account.included + more) * MOST_BYTES_A_WRITE <= limitBytes;

  return {
    async admit(ask, member, writes = 1) {
      const account = accountOf(member);
      if (now() - account.lookedAt > STALE_MS) await look(ask, member, account);
      if (!fits(account, writes) && (account.freed || account.admitted > account.included)) {
        const tooSoon = account.lookTook > QUICK_MS ? account.lookedAt + account.lookTook / SHARE - now() : 0;
        if (tooSoon > 0) throw new HttpError(429, { retryAfterSeconds: Math.ceil(tooSoon / 1000) });
        await look(ask, member, account);
      }
      if (!fits(account, writes)) return null;
      account.admitted += writes;
      account.underWay += writes;
      return () => {
        account.underWay -= writes;
      };
    },
    freed(member) {
      const account = accounts.get(member);
      if (account) account.freed = true;
    },
  };
}
