import { Hono } from 'hono';
import { deleteAccountSchema } from '../../schemas/account/account.ts';
import type { AppEnv } from '../http/app-env.ts';
import { ok } from '../http/envelope.ts';
import { readJson } from '../http/validate.ts';
import type { AccountDeletion } from './account-deletion.ts';
import type { KnownDevices } from './known-devices.ts';
import { type PresenceDeps, provePresence } from './presence.ts';
import type { SessionCookie } from './session-cookie.ts';

/** `DELETE /profiles/me`, behind the auth guard. Once it answers, the account is deleted with everything in it. */
export function deletionRoutes(
  deps: PresenceDeps & {
    readonly deletion: AccountDeletion;
    readonly cookie: SessionCookie;
    readonly knownDevices: KnownDevices;
  },
): Hono<AppEnv> {
  const { deletion, cookie, securityLog, knownDevices } = deps;
  const app = new Hono<AppEnv>();

  app.delete('/profiles/me', async (c) => {
    const { current_password: present } = await readJson(c, deleteAccountSchema);
    const { userId } = c.get('actor');
    await provePresence(deps, c, present, 'account-deletion-refused');
    await deletion.delete(userId);
    securityLog.write(c, 'account-deleted', userId);
    cookie.clear(c);
    knownDevices.forget(c);
    return ok(c, {});
  });

  return app;
}
