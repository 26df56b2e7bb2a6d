/**
 * Compares what is stored for each member with the limit. Writes are not added up by size: each counts as the most that a write can store.
 * Only where that might exceed the limit does the database count what is really stored. So most members who write are counted about every
 * ten minutes, and members close to the limit more often.
 *
 * Each process counts the writes that it carries out. It learns about the member's writes in other processes at the next count. So several
 * processes together may let a member store a little more.
 */
import type { ISql } from 'postgres';
import { HttpError } from '../../http/errors/http-error.ts';

/**
 * The most that one write stores: the longest text and the longest descriptions of photos, in the longest letters, and the rows for all
 * readers who may be chosen.
 */
export const MOST_BYTES_A_WRITE = 50_000;

/** After this long other processes may have stored something, or another member may have deleted something. */
const STALE_MS = 10 * 60_000;
/** Counts of one member take at most this share of the time. Quick counts may follow each other freely. */
const SHARE = 1 / 20;
const QUICK_MS = 100;
/** With more members than this, those who have not written for a while are forgotten. */
const MAX_ACCOUNTS = 10_000;

/** Counts the bytes that are stored for a member, as this connection sees them. */
// biome-ignore lint/complexity/noBannedTypes: the driver's own name for no further types
export type CountStored = (sql: ISql<{}>, member: string) => Promise<number>;
/** Runs one statement, in whatever transaction the caller has open. */
// biome-ignore lint/complexity/noBannedTypes: the same
export type Ask = <T>(statement: (sql: ISql<{}>) => Promise<T>) => Promise<T>;

/** To be called once an admitted write is done or given up. */
export type Admission = () => void;

export interface MemberStorage {
  /**
   * Reserves this many more writes, which count from now on; null where they do not fit.
   * @throws HttpError 429 where a member at the limit may have less stored by now, but it is too early to count again
   */
  admit(ask: Ask, member: string, writes?: number): Promise<Admission | null>;
  /** To be called where something of this member may have been deleted. */
  mayHaveFreed(member: string): void;
}

/** No limit but the disk. */
export const endlessStorage: MemberStorage = { admit: async () => () => undefined, mayHaveFreed: () => undefined };

interface Account {
  bytes: number;
  /** all writes ever admitted; `included` of them are counted in `bytes` */
  admitted: number;
  included: number;
  /** admitted writes that are still running */
  underWay: number;
  mayHaveFreed: boolean;
  countedAt: number;
  countTook: number;
  /** the running count; later callers wait for it */
  counting: Promise<void> | null;
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
    if (accounts.size > MAX_ACCOUNTS) {
      for (const [other, { countedAt, underWay }] of accounts) if (underWay === 0 && now() - countedAt > STALE_MS) accounts.delete(other);
    }
    const made: Account = {
      ...{ bytes: 0, admitted: 0, included: 0, underWay: 0, mayHaveFreed: false },
      ...{ countedAt: Number.NEGATIVE_INFINITY, countTook: 0, counting: null },
    };
    accounts.set(member, made);
    return made;
  }

  async function countOnce(ask: Ask, member: string, account: Account): Promise<void> {
    const begun = now();
    // The count may miss writes that are running, and writes that start while it runs.
    const included = account.admitted - account.underWay;
    account.mayHaveFreed = false;
    const bytes = await ask((sql) => countStored(sql, member));
    Object.assign(account, { bytes, included, countedAt: now(), countTook: now() - begun });
  }

  function count(ask: Ask, member: string, account: Account): Promise<void> {
    account.counting ??= countOnce(ask, member, account).finally(() => {
      account.counting = null;
    });
    return account.counting;
  }

  const fits = (account: Account, more: number): boolean =>
    account.bytes + (account.admitted - account.included + more) * MOST_BYTES_A_WRITE <= limitBytes;

  return {
    async admit(ask, member, writes = 1) {
      const account = accountOf(member);
      if (now() - account.countedAt > STALE_MS) await count(ask, member, account);
      if (!fits(account, writes) && (account.mayHaveFreed || account.admitted > account.included)) {
        const tooSoon = account.countTook > QUICK_MS ? account.countedAt + account.countTook / SHARE - now() : 0;
        if (tooSoon > 0) throw new HttpError(429, { retryAfterSeconds: Math.ceil(tooSoon / 1000) });
        await count(ask, member, account);
      }
      if (!fits(account, writes)) {
        // The count saw what this act has written, which will be undone. Beside an image a text may still fit.
        if (writes > 1) account.mayHaveFreed = true;
        return null;
      }
      account.admitted += writes;
      account.underWay += writes;
      return () => {
        account.underWay -= writes;
      };
    },
    mayHaveFreed(member) {
      const account = accounts.get(member);
      if (account) account.mayHaveFreed = true;
    },
  };
}
