/**
 * Slows down guessing at an account, but never blocks it: an attacker who could block it could lock its owner out.
 *
 * The first attempts of an hour are free. After that, attempts on an account wait in a line, with a growing pause between two. The address
 * that has tried least goes next, so an owner does not wait behind a stranger. Devices that the account knows skip the line.
 *
 * All processes count the attempts together, but each has its own lines. So several processes let through more attempts, in proportion to
 * their number.
 */
import type { Realm } from '../../../schemas/base/realm.ts';
import type { HttpError } from '../../http/errors/http-error.ts';
import type { Counters } from '../../http/limits/counters.ts';
import { tooManyRequests } from '../../http/limits/rate-limits.ts';

const HOUR = 60 * 60;
const FREE = 10;
const FIRST_PAUSE_MS = 250;
/** Twice this is less than a page waits for an answer, so that every attempt sees the line move. */
const LONGEST_PAUSE_MS = 4_000;
const PATIENCE_MS = 2 * LONGEST_PAUSE_MS;
const MAX_WAITING = 16;

interface Waiting {
  /** how often this address has tried this account */
  readonly tries: number;
  settle(refusal?: HttpError): void;
}

interface Line {
  readonly waiting: Waiting[];
  /** when the next attempt may proceed */
  openAt: number;
  pauseMs: number;
}

export interface Guessing {
  /**
   * Resolves when this attempt may proceed. `from` is the address it counts for.
   * @throws HttpError 429 when too many attempts wait, or this one waited too long
   */
  turn(account: string, from: string): Promise<void>;
  /** The attempt was the owner's, so it does not count. */
  succeeded(account: string): Promise<void>;
}

const unlimited: Guessing = { turn: async () => {}, succeeded: async () => {} };

export function createGuessing(counters: Counters | null, realm: Realm = globalThis): Guessing {
  if (!counters) return unlimited;
  // They only count: reaching their points refuses nothing.
  const attempts = counters({ name: 'attempts at an account', points: FREE, seconds: HOUR });
  const triesFrom = counters({ name: 'attempts from an address', points: FREE, seconds: HOUR });
  const lines = new Map<string, Line>();

  function advance(account: string, line: Line): void {
    const ms = line.openAt - realm.Date.now();
    const later = realm.setTimeout(
      () => {
        const [next] = line.waiting.toSorted((one, other) => one.tries - other.tries);
        if (!next) {
          lines.delete(account);
          return;
        }
        line.openAt = realm.Date.now() + line.pauseMs;
        next.settle();
        advance(account, line);
      },
      Math.max(0, ms),
    );
    later.unref();
  }

  const wait = (line: Line, tries: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const one: Waiting = {
        tries,
        settle(refusal) {
          realm.clearTimeout(patience);
          line.waiting.splice(line.waiting.indexOf(one), 1);
          if (refusal) reject(refusal);
          else resolve();
        },
      };
      const patience = realm.setTimeout(() => one.settle(tooManyRequests(line.pauseMs)), PATIENCE_MS).unref();
      line.waiting.push(one);
      if (line.waiting.length <= MAX_WAITING) return;
      // Among those with the most tries, chance decides who is refused. The client that sends most must not decide who stays.
      const most = Math.max(...line.waiting.map((each) => each.tries));
      const mostTries = line.waiting.filter((each) => each.tries === most);
      mostTries[Math.floor(realm.Math.random() * mostTries.length)]?.settle(tooManyRequests(line.pauseMs));
    });

  return {
    async turn(account, from) {
      const soFar = await attempts.add(account);
      const tries = await triesFrom.add(`${from} ${account}`);
      if (soFar <= FREE) return;
      const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (soFar - FREE - 1));
      const line = lines.get(account);
      if (line) {
        line.pauseMs = pauseMs;
        return wait(line, tries);
      }
      const begun: Line = { waiting: [], openAt: realm.Date.now() + pauseMs, pauseMs };
      lines.set(account, begun);
      advance(account, begun);
      return undefined;
    },
    async succeeded(account) {
      await attempts.takeBack(account);
    },
  };
}
