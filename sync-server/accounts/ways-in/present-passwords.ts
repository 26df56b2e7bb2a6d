/**
 * Guesses at the password of a member who is signed in, as a thief of their session makes them.
 *
 * Guesses wait for each other, over all sessions of the account and all addresses (`guessing.ts`). `WRONG_MAX` of one session within an
 * hour end that session, and its owner receives a mail. The device keeps its data: for it, the session has expired.
 */
import type { Counters } from '../../http/limits/counters.ts';
import type { Accounts } from '../accounts.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Guessing } from './guessing.ts';

export const WRONG_MAX = 10;
const HOUR = 60 * 60;

/** `over`: the password was wrong too often, and the session has ended. */
export type PasswordCheck = 'right' | 'wrong' | 'over';

export interface PresentPasswords {
  /**
   * Checks the password that somebody entered in this session. `from` is the address that the attempt counts for.
   * @throws HttpError 429 when too many attempts wait
   */
  check(attempt: { userId: string; sessionId: string; from: string; password: string }): Promise<PasswordCheck>;
}

export function createPresentPasswords(deps: {
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly guessing: Guessing;
  readonly counters: Counters;
}): PresentPasswords {
  const { accounts, sessions, guessing } = deps;
  const attempts = deps.counters({ name: 'present passwords', points: WRONG_MAX, seconds: HOUR });

  return {
    async check({ userId, sessionId, from, password }) {
      // Not the name that signing in counts by: strangers who guess there must not slow down a member who is signed in.
      const account = `present ${userId}`;
      await guessing.turn(account, from);
      // Counted before it is checked, so that guesses at the same moment count as well.
      const attempt = await attempts.add(sessionId);
      if (attempt <= WRONG_MAX && (await accounts.hasThisPassword(userId, password))) {
        await attempts.takeBack(sessionId);
        await guessing.succeeded(account);
        return 'right';
      }
      if (attempt < WRONG_MAX) return 'wrong';
      await sessions.revokeGuessed(sessionId);
      return 'over';
    },
  };
}
