/**
 * The one rule for changing how an account is signed in to, and for deleting it: the member signed in within the last minutes, or enters
 * the current password. An open session alone may be a borrowed device. Guesses at the password are counted and logged.
 */
import type { Context } from 'hono';
import type { AppEnv } from '../http/app-env.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import type { Accounts } from './accounts.ts';
import type { SecurityEvent, SecurityLog } from './security-log.ts';

export interface PresenceDeps {
  readonly accounts: Accounts;
  readonly rateLimits: RateLimits;
  readonly securityLog: SecurityLog;
}

/**
 * Checks the rule for the signed-in member. Logs `line` before it throws.
 * @throws HttpError 403 when presence is not proved, 429 after too many guesses
 */
export async function provePresence(
  { accounts, rateLimits, securityLog }: PresenceDeps,
  c: Context<AppEnv>,
  present: string | undefined,
  line: SecurityEvent,
): Promise<void> {
  const { userId } = c.get('actor');
  await securityLog.watch(
    c,
    { refused: line, limited: line },
    async () => userId,
    async () => {
      if (present !== undefined) await rateLimits.count(c, 'signIn', userId);
      await accounts.requirePresence(userId, c.get('sessionId'), present);
    },
  );
  if (present !== undefined) await rateLimits.forgive(c, 'signIn', userId);
}
