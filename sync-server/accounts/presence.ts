/**
 * The one rule for whoever changes how an account is got into, or deletes it: they signed in within the last minutes, or enter the present
 * password. An open session alone may be a borrowed device. Guesses at the password are counted and logged.
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

/** Throws where the member who asks has not proved to be there, and writes this line of the log then. */
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
