/**
 * What an open session may not do alone, because it may be a borrowed or a stolen device: change how the account is signed in to, export
 * it, end other sessions, delete it. For that the member must have shown within the last minutes that they are there. Signing in shows it,
 * and so does `POST /auth/presence` (`presence-routes.ts`). It counts for that session alone.
 */
import type { Context } from 'hono';
import type { AppEnv } from '../../http/app-env.ts';
import { accountErrors } from '../account-errors.ts';
import type { SecurityLog } from '../security-log.ts';
import type { Sessions } from './sessions.ts';

/** What is asked for, as the log names it. */
export type GuardedAct = 'password' | 'address' | 'passkeys' | 'codes' | 'export' | 'sessions' | 'deletion';

/**
 * Refuses the act of the signed-in member unless they have just shown that they are there.
 * @throws HttpError 403 `PRESENT_PASSWORD_MISSING`
 */
export type RequirePresence = (c: Context<AppEnv>, act: GuardedAct) => Promise<void>;

export function createRequirePresence(sessions: Sessions, securityLog: SecurityLog): RequirePresence {
  return async (c, act) => {
    if (await sessions.isPresent(c.get('sessionId'))) return;
    securityLog.write(c, 'presence-missing', c.get('actor').userId, { act });
    throw accountErrors.currentPasswordMissing();
  };
}
