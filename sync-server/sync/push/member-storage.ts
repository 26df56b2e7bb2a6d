/**
 * Compares what is stored for each member with the limits: one for texts, and one for texts and photos together. Writes are not added up by
 * size: each counts as the most that a write can store, and a photo as what is reserved for it. Only where that might exceed a limit does
 * the database count what is really stored. So most members who write are counted about every ten minutes, and members close to a limit
 * more often.
 *
 * Each process counts the writes that it carries out. It learns about the member's writes in other processes at the next count. So several
 * processes together may let a member store a little more.
 */
import type { ISql } from 'postgres';
import type { Realm } from '../../../schemas/base/realm.ts';
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

/** Bytes of a member, by what they are. */
export interface StoredBytes {
  /** what they wrote, with the rows that it takes */
  readonly texts: number;
  /** the images, with what is reserved for those that have not arrived */
  readonly photos: number;
}

/** What writes may store at most, besides so many bytes of photos. */
export const mostOf = (writes: number, photos = 0): StoredBytes => ({ texts: writes * MOST_BYTES_A_WRITE, photos });
export const NOTHING: StoredBytes = { texts: 0, photos: 0 };
export const storesNothing = ({ texts, photos }: StoredBytes): boolean => texts + photos === 0;
const plus = (a: StoredBytes, b: StoredBytes): StoredBytes => ({ texts: a.texts + b.texts, photos: a.photos + b.photos });
const minus = (a: StoredBytes, b: StoredBytes): StoredBytes => ({ texts: a.texts - b.texts, photos: a.photos - b.photos });

/** Counts the bytes that are stored for a member, as this connection sees them. */
// biome-ignore lint/complexity/noBannedTypes: the driver's own name for no further types
export type CountStored = (sql: ISql<{}>, member: string) => Promise<StoredBytes>;
/** Runs one statement, in whatever transaction the caller has open. */
// biome-ignore lint/complexity/noBannedTypes: the same
export type Ask = <T>(statement: (sql: ISql<{}>) => Promise<T>) => Promise<T>;

/** To be called once an admitted write is done or given up. */
export type Admission = () => void;

export interface MemberStorage {
  /**
   * Reserves this much more, which counts from now on; null where it does not fit.
   * @throws HttpError 429 where a member at the limit may have less stored by now, but it is too early to count again
   */
  admit(ask: Ask, member: string, more: StoredBytes): Promise<Admission | null>;
  /** To be called where something of this member may have been deleted. */
  mayHaveFreed(member: string): void;
}

/** No limit but the disk. */
export const endlessStorage: MemberStorage = { admit: async () => () => undefined, mayHaveFreed: () => undefined };

interface Account {
  bytes: StoredBytes;
  /** all that was ever admitted; `included` of it is counted in `bytes` */
  admitted: StoredBytes;
  included: StoredBytes;
  /** what was admitted and is still running */
  underWay: StoredBytes;
  mayHaveFreed: boolean;
  countedAt: number;
  countTook: number;
  /** the running count; later callers wait for it */
  counting: Promise<void> | null;
}

/** In bytes. `texts` is for texts alone, so photos never leave a member without words. `all` is for photos with the texts. */
export interface StorageLimits {
  readonly texts: number;
  readonly all: number;
}

export function createMemberStorage(given: {
  readonly limits: StorageLimits;
  readonly countStored: CountStored;
  readonly realm?: Pick<Realm, 'performance'>;
}): MemberStorage {
  const { limits, countStored, realm = globalThis } = given;
  const now = () => realm.performance.now();
  const accounts = new Map<string, Account>();

  function accountOf(member: string): Account {
    const known = accounts.get(member);
    if (known) return known;
    if (accounts.size > MAX_ACCOUNTS) {
      for (const [other, { countedAt, underWay }] of accounts)
        if (storesNothing(underWay) && now() - countedAt > STALE_MS) accounts.delete(other);
    }
    const made: Account = {
      ...{ bytes: NOTHING, admitted: NOTHING, included: NOTHING, underWay: NOTHING, mayHaveFreed: false },
      ...{ countedAt: Number.NEGATIVE_INFINITY, countTook: 0, counting: null },
    };
    accounts.set(member, made);
    return made;
  }

  async function countOnce(ask: Ask, member: string, account: Account): Promise<void> {
    const begun = now();
    // The count may miss writes that are running, and writes that start while it runs.
    const included = minus(account.admitted, account.underWay);
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

  const notIncluded = ({ admitted, included }: Account): StoredBytes => minus(admitted, included);
  function fits(account: Account, more: StoredBytes): boolean {
    const { texts, photos } = plus(plus(account.bytes, notIncluded(account)), more);
    return (more.texts === 0 || texts <= limits.texts) && (more.photos === 0 || texts + photos <= limits.all);
  }

  return {
    async admit(ask, member, more) {
      const account = accountOf(member);
      if (now() - account.countedAt > STALE_MS) await count(ask, member, account);
      if (!fits(account, more) && (account.mayHaveFreed || !storesNothing(notIncluded(account)))) {
        const tooSoon = account.countTook > QUICK_MS ? account.countedAt + account.countTook / SHARE - now() : 0;
        if (tooSoon > 0) throw new HttpError(429, { retryAfterSeconds: Math.ceil(tooSoon / 1000) });
        await count(ask, member, account);
      }
      if (!fits(account, more)) {
        // The count saw what this act has written, which will be undone. Beside a photo a text may still fit.
        if (more.photos > 0) account.mayHaveFreed = true;
        return null;
      }
      account.admitted = plus(account.admitted, more);
      account.underWay = plus(account.underWay, more);
      return () => {
        account.underWay = minus(account.underWay, more);
      };
    },
    mayHaveFreed(member) {
      const account = accounts.get(member);
      if (account) account.mayHaveFreed = true;
    },
  };
}
