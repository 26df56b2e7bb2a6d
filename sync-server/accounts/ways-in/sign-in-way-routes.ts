/** The ways to sign in besides the password: passkeys, and the codes of a second factor. */
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import {
  addPasskeySchema,
  codeOnlySchema,
  codeSignInSchema,
  passkeySignInSchema,
  renamePasskeySchema,
} from '../../../schemas/account/passkey.ts';
import type { SignInWays } from '../../../schemas/account/sign-in-ways.ts';
import { uuidSchema } from '../../../schemas/base/ids.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { fail, ok } from '../../http/errors/envelope.ts';
import { HttpError } from '../../http/errors/http-error.ts';
import type { RateLimits } from '../../http/limits/rate-limits.ts';
import { readJson } from '../../http/read-body.ts';
import { accountErrors } from '../account-errors.ts';
import type { Accounts } from '../accounts.ts';
import type { ProviderParts } from '../provider/provider-routes.ts';
import type { SecurityLog } from '../security-log.ts';
import type { RequirePresence } from '../sessions/presence.ts';
import type { Enter } from '../sessions/sign-in-outcome.ts';
import type { SignInSteps } from '../sessions/sign-in-steps.ts';
import type { Passkeys } from './passkeys.ts';
import type { SecondFactor } from './second-factor.ts';

/** After so many wrong codes a sign-in begins again with the password. */
const FAILURES_OF_A_STEP = 5;

export interface SignInWayDeps {
  readonly accounts: Accounts;
  readonly passkeys: Passkeys;
  readonly secondFactor: SecondFactor;
  readonly provider: ProviderParts | null;
  readonly steps: SignInSteps;
  readonly rateLimits: RateLimits;
  readonly securityLog: SecurityLog;
  readonly guard: MiddlewareHandler<AppEnv>;
  readonly requirePresence: RequirePresence;
  readonly enter: Enter;
}

export function signInWayRoutes(deps: SignInWayDeps): Hono<AppEnv> {
  const { accounts, passkeys, secondFactor, provider, steps, guard, rateLimits, securityLog, requirePresence, enter } = deps;
  const app = new Hono<AppEnv>();
  const userOf = (c: Context<AppEnv>) => c.get('actor').userId;

  /** Checks a code. Logs a refusal, or that a recovery code was used. */
  async function checkCode(c: Context<AppEnv>, userId: string, code: string): Promise<void> {
    const { recovery } = await securityLog.watch(
      c,
      { refused: 'second-factor-refused', limited: 'second-factor-limited' },
      async () => userId,
      async () => {
        await rateLimits.count(c, 'code');
        return secondFactor.check(userId, code, c.req.header('user-agent') ?? '');
      },
    );
    if (recovery) securityLog.write(c, 'recovery-code-used', userId);
  }

  app.get('/sign-in-ways', guard, async (c) => {
    const userId = userOf(c);
    const answer: SignInWays = {
      passkeys: await passkeys.list(userId),
      second_factor: await secondFactor.state(userId),
      has_password: await accounts.hasPassword(userId),
      provider: provider && (await provider.accounts.hasLinked(userId, provider.provider.issuer)) ? provider.provider.name : null,
    };
    return ok(c, answer);
  });

  app.post('/passkeys/sign-in/options', async (c) => {
    await rateLimits.count(c, 'passkey');
    const options = await passkeys.optionsToSignIn();
    await steps.begin(c, 'passkey-sign-in', { challenge: options.challenge });
    return ok(c, options);
  });

  app.post('/passkeys/sign-in', async (c) => {
    const { response, session } = await readJson(c, passkeySignInSchema);
    await rateLimits.count(c, 'passkey');
    const step = await steps.take(c, 'passkey-sign-in');
    if (!step?.challenge) throw accountErrors.passkeyTooLate();
    const checked = await passkeys.check(response, step.challenge);
    if (checked.kind === 'right') return enter(c, checked.userId, session === 'token', { way: 'passkey', stillHolds: checked.stillHolds });
    if (checked.kind === 'counted-back') securityLog.write(c, 'passkey-counter-back', checked.userId);
    else securityLog.write(c, 'passkey-refused', checked.userId);
    throw accountErrors.passkeyRefused();
  });

  app.post('/passkeys/options', guard, async (c) => {
    await requirePresence(c, 'passkeys');
    const options = await passkeys.optionsToAdd(userOf(c));
    await steps.begin(c, 'passkey-add', { userId: userOf(c), challenge: options.challenge });
    return ok(c, options);
  });

  // The member was present when the challenge was issued.
  app.post('/passkeys', guard, async (c) => {
    const { name, response } = await readJson(c, addPasskeySchema);
    const step = await steps.take(c, 'passkey-add');
    if (!step?.challenge || step.userId !== userOf(c)) throw accountErrors.passkeyTooLate();
    const added = await passkeys.add(userOf(c), c.get('sessionId'), { name, response, challenge: step.challenge });
    securityLog.write(c, 'passkey-added', userOf(c));
    return ok(c, added, 201);
  });

  app.put('/passkeys/:id', guard, async (c) => {
    const { name } = await readJson(c, renamePasskeySchema);
    await requirePresence(c, 'passkeys');
    const id = uuidSchema.safeParse(c.req.param('id'));
    if (!id.success || !(await passkeys.rename(userOf(c), id.data, name))) return fail(c, 404);
    return ok(c, {});
  });

  app.delete('/passkeys/:id', guard, async (c) => {
    await requirePresence(c, 'passkeys');
    const id = uuidSchema.safeParse(c.req.param('id'));
    if (!id.success || !(await passkeys.remove(userOf(c), id.data))) return fail(c, 404);
    securityLog.write(c, 'passkey-removed', userOf(c));
    return ok(c, {});
  });

  app.post('/second-factor', guard, async (c) => {
    await requirePresence(c, 'codes');
    await accounts.requireProvedAddress(userOf(c));
    return ok(c, await secondFactor.begin(userOf(c)));
  });

  app.post('/second-factor/confirm', guard, async (c) => {
    const { code } = await readJson(c, codeOnlySchema);
    await rateLimits.count(c, 'code');
    const recoveryCodes = await secondFactor.confirm(userOf(c), code);
    securityLog.write(c, 'second-factor-on', userOf(c));
    return ok(c, { recovery_codes: recoveryCodes });
  });

  /** Requires presence and a code. */
  async function requirePresenceAndCode(c: Context<AppEnv>): Promise<void> {
    const { code } = await readJson(c, codeOnlySchema);
    await requirePresence(c, 'codes');
    await checkCode(c, userOf(c), code);
  }

  app.post('/second-factor/recovery-codes', guard, async (c) => {
    await requirePresenceAndCode(c);
    const recoveryCodes = await secondFactor.renewCodes(userOf(c));
    securityLog.write(c, 'recovery-codes-made', userOf(c));
    return ok(c, { recovery_codes: recoveryCodes });
  });

  app.post('/second-factor/off', guard, async (c) => {
    await requirePresenceAndCode(c);
    await secondFactor.turnOff(userOf(c));
    securityLog.write(c, 'second-factor-off', userOf(c));
    return ok(c, {});
  });

  app.post('/second-factor/sign-in', async (c) => {
    const { code, session } = await readJson(c, codeSignInSchema);
    const step = await steps.find(c, FAILURES_OF_A_STEP);
    if (step === null) throw accountErrors.codeTooLate();
    if (step === 'too-many') throw accountErrors.codeTooOftenHere();
    try {
      await checkCode(c, step.userId, code);
    } catch (error) {
      if (error instanceof HttpError && error.status === 403) await steps.countFailure(c);
      throw error;
    }
    // Of two requests with two valid codes, only one ends the step.
    if (!(await steps.take(c, 'code'))) throw accountErrors.codeTooLate();
    return enter(c, step.userId, session === 'token', { way: step.way, withCode: true });
  });

  return app;
}
