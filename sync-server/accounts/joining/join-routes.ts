import { Hono } from 'hono';
import { deviceName } from '../../../schemas/account/device-name.ts';
import { joinOptionsSchema, joinSchema } from '../../../schemas/account/join.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { ok } from '../../http/errors/envelope.ts';
import type { RateLimits } from '../../http/limits/rate-limits.ts';
import { readJson } from '../../http/read-body.ts';
import { weakPasswordFirst } from '../account-errors.ts';
import type { Enter } from '../sessions/sign-in-outcome.ts';
import type { SignInSteps } from '../sessions/sign-in-steps.ts';
import { refuseCommonPassword } from '../ways-in/common-passwords.ts';
import type { Joining } from './joining.ts';

export interface JoinRoutesDeps {
  readonly joining: Joining;
  readonly steps: SignInSteps;
  readonly rateLimits: RateLimits;
  /** throws where there is no disk space for a new account */
  readonly refuseNew: () => void;
  readonly enter: Enter;
}

/** Signing up by the link in the mail of an invitation, without a second mail. */
export function joinRoutes({ joining, steps, rateLimits, refuseNew, enter }: JoinRoutesDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  app.post('/invitations/join/passkey-options', async (c) => {
    refuseNew();
    const { name, ...mailed } = await readJson(c, joinOptionsSchema);
    await rateLimits.count(c, 'token');
    const options = await joining.passkeyOptions(mailed, name);
    await steps.begin(c, 'passkey-join', { challenge: options.challenge });
    return ok(c, options);
  });

  app.post('/invitations/join', async (c) => {
    refuseNew();
    const { name, password, passkey, session, ...mailed } = await readJson(c, joinSchema, weakPasswordFirst);
    if (password !== undefined) await refuseCommonPassword(password);
    await rateLimits.count(c, 'token');
    const inBody = session === 'token';
    if (password !== undefined) return enter(c, await joining.join(mailed, name, { password }), inBody, { way: 'link' });
    if (passkey === undefined) throw new Error('the schema takes a password or a passkey');
    const challenge = (await steps.take(c, 'passkey-join'))?.challenge ?? null;
    const passkeyName = deviceName(c.req.header('user-agent') ?? '');
    return enter(c, await joining.join(mailed, name, { passkey, challenge, passkeyName }), inBody, { way: 'passkey' });
  });

  return app;
}
