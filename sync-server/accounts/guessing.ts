/**
 * Guessing at an account from anywhere is slowed, never shut off, because whoever could shut it off could lock its owner out. The first
 * attempts of an hour are free. After them attempts wait in a line of their account, with a pause between two that grows; next is whoever
 * comes from the address that has tried least, so an owner does not stand behind a stranger. Devices that the account knows do not
 * stand in it. What was tried is counted for all processes; each has its own lines, so several are slower to slow by their number.
 */
import type { Counters } from '../http/counters.ts';
import type { HttpError } from '../http/http-error.ts';
import { tooManyRequests } from '../http/rate-limits.ts';

const HOUR = 60 * 60;
const FREE = 10;
const FIRST_PAUSE_MS = 250;
/** Twice this is less than a page waits for an answer, so that each attempt sees the line move. */
const LONGEST_PAUSE_MS = 4_000;
const PATIENCE_MS = 2 * LONGEST_PAUSE_MS;
const MOST_WAITING = 16;

interface Waiting {
  /** how often this address has tried this account */
  readonly tries: number;
  settle(refusal?: HttpError): void;
}

interface Line {
  readonly waiting: Waiting[];
  /** when the next attempt may go on */
  openAt: number;
  pauseMs: number;
}

export interface Guessing {
  /** Resolves when this attempt may be made; throws 429 where too many wait. `from` is whom it is counted for. */
  turn(account: string, from: string): Promise<void>;
  /** The attempt was its owner's. */
  wasRight(account: string): Promise<void>;
}

const unlimited: Guessing = { turn: async () => {}, wasRight: async () => {} };

export function createGuessing(counters: Counters | null): Guessing {
  if (!counters) return unlimited;
  // They count; nothing is refused by their points.
  const attempts = counters({ name: 'attempts at an account', points: FREE, seconds: HOUR });
  const triesFrom = counters({ name: 'attempts from an address', points: FREE, seconds: HOUR });
  const lines = new Map<string, Line>();

  function advance(account: string, line: Line): void {
    const ms = line.openAt - Date.now();
    const later = setTimeout(
      () => {
        const [next] = line.waiting.toSorted((one, other) => one.tries - other.tries);
        if (!next) {
          lines.delete(account);
          return;
        }
        line.openAt = Date.now() + line.pauseMs;
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
          clearTimeout(patience);
          line.waiting.splice(line.waiting.indexOf(one), 1);
          if (refusal) reject(refusal);
          else resolve();
        },
      };
      const patience = setTimeout(() => one.settle(tooManyRequests(line.pauseMs)), PATIENCE_MS).unref();
      line.waiting.push(one);
      if (line.waiting.length <= MOST_WAITING) return;
      // Among equals chance decides: whoever sends most must not decide who stays.
      const most = Math.max(...line.waiting.map((each) => each.tries));
      const keenest = line.waiting.filter((each) => each.tries === most);
      keenest[Math.floor(Math.random() * keenest.length)]?.settle(tooManyRequests(line.pauseMs));
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
      const begun: Line = { waiting: [], openAt: Date.now() + pauseMs, pauseMs };
      lines.set(account, begun);
      advance(account, begun);
      return undefined;
    },
    async wasRight(account) {
      await attempts.takeBack(account);
    },
  };
}
