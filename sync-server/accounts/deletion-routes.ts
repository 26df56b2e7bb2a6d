import { Hono } from 'hono';
import { deleteAccountSchema } from '../../schemas/account/account.ts';
import type { AppEnv } from '../http/app-env.ts';
import { ok } from '../http/errors/envelope.ts';
import { readJson } from '../http/read-body.ts';
import type { AccountDeletion } from './account-deletion.ts';
import type { SecurityLog } from './security-log.ts';
import type { KnownDevices } from './sessions/known-devices.ts';
import type { RequirePresence } from './sessions/presence.ts';
import type { SessionCookie } from './sessions/session-cookie.ts';

/** `DELETE /profiles/me`, behind the auth guard. Once it answers, the account is deleted with everything in it. */
export function deletionRoutes(deps: {
  readonly deletion: AccountDeletion;
  readonly cookie: SessionCookie;
  readonly securityLog: SecurityLog;
  readonly knownDevices: KnownDevices;
  readonly requirePresence: RequirePresence;
}): Hono<AppEnv> {
  const { deletion, cookie, securityLog, knownDevices, requirePresence } = deps;
  const app = new Hono<AppEnv>();

  app.delete('/profiles/me', async (c) => {
    await readJson(c, deleteAccountSchema);
    const { userId } = c.get('actor');
    await requirePresence(c, 'deletion');
    await deletion.delete(userId);
    securityLog.write(c, 'account-deleted', userId);
    cookie.clear(c);
    knownDevices.forget(c);
    return ok(c, {});
  });

  return app;
}
