import { Hono } from 'hono';
import { deleteAccountSchema } from '../../schemas/account/account.ts';
import type { AppEnv } from '../http/app-env.ts';
import { ok } from '../http/envelope.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { readJson } from '../http/validate.ts';
import type { AccountDeletion } from './account-deletion.ts';
import type { Accounts } from './accounts.ts';
import type { KnownDevices } from './known-devices.ts';
import type { SecurityLog } from './security-log.ts';
import type { SessionCookie } from './session-cookie.ts';

/** `DELETE /profiles/me`, behind the auth guard: the account is gone with everything in it once this is answered. */
export function deletionRoutes(deps: {
  readonly accounts: Accounts;
  readonly deletion: AccountDeletion;
  readonly cookie: SessionCookie;
  readonly rateLimits: RateLimits;
  readonly securityLog: SecurityLog;
  readonly knownDevices: KnownDevices;
}): Hono<AppEnv> {
  const { accounts, deletion, cookie, rateLimits, securityLog, knownDevices } = deps;
  const app = new Hono<AppEnv>();

  app.delete('/profiles/me', async (c) => {
    const { current_password: present } = await readJson(c, deleteAccountSchema);
    const { userId } = c.get('actor');
    const line = 'account-deletion-refused';
    await securityLog.watch(
      c,
      { refused: line, limited: line },
      async () => userId,
      async () => {
        if (present !== undefined) await rateLimits.count(c, 'signIn', userId);
        await accounts.requirePresence(userId, c.get('sessionId'), present);
      },
    );
    await deletion.delete(userId);
    securityLog.write(c, 'account-deleted', userId);
    cookie.clear(c);
    knownDevices.forget(c);
    return ok(c, {});
  });

  return app;
}
