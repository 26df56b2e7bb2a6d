/** The ways to sign in besides the password: passkeys, and the codes of a second factor. */
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import {
  addPasskeySchema,
  codeAndPresenceSchema,
  codeSignInSchema,
  confirmCodeSchema,
  passkeySignInSchema,
  presenceSchema,
  renamePasskeySchema,
} from '../../schemas/account/passkey.ts';
import type { SignInWays } from '../../schemas/account/sign-in-ways.ts';
import { uuidSchema } from '../../schemas/base/ids.ts';
import type { AppEnv } from '../http/app-env.ts';
import { fail, ok } from '../http/envelope.ts';
import { HttpError } from '../http/http-error.ts';
import { readJson } from '../http/validate.ts';
import { accountErrors } from './account-errors.ts';
import type { Passkeys } from './passkeys.ts';
import { type PresenceDeps, provePresence } from './presence.ts';
import type { SecondFactor } from './second-factor.ts';
import type { SignInSteps } from './sign-in-steps.ts';

/** What a sign-in has proved. A passkey is both factors, and so is a code after a password. */
type Proof = 'one-factor' | 'both-factors';

/** How a member comes in. By default with one factor, to an account that existed before. */
export interface SignInOutcome {
  readonly proof?: Proof;
  /** the account was just made for them */
  readonly isNew?: boolean;
}

/** After so many wrong codes a sign-in begins again with the password. */
const FAILURES_OF_A_STEP = 5;

export interface SignInWayDeps extends PresenceDeps {
  readonly passkeys: Passkeys;
  readonly secondFactor: SecondFactor;
  readonly steps: SignInSteps;
  readonly guard: MiddlewareHandler<AppEnv>;
  readonly enter: (c: Context<AppEnv>, userId: string, inBody: boolean, way: SignInOutcome) => Promise<Response>;
}

export function signInWayRoutes(deps: SignInWayDeps): Hono<AppEnv> {
  const { accounts, passkeys, secondFactor, steps, guard, rateLimits, securityLog, enter } = deps;
  const app = new Hono<AppEnv>();
  const userOf = (c: Context<AppEnv>) => c.get('actor').userId;
  const requirePresence = (c: Context<AppEnv>, present: string | undefined) => provePresence(deps, c, present, 'sign-in-ways-refused');

  /** Checks a code. Logs a refusal, or that a recovery code was used. */
  async function checkCode(c: Context<AppEnv>, userId: string, code: string): Promise<void> {
    const { recovery } = await securityLog.watch(
      c,
      { refused: 'second-factor-refused', limited: 'second-factor-limited' },
      async () => userId,
      async () => {
        await rateLimits.count(c, 'code');
        return secondFactor.check(userId, code);
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
    if (checked.kind === 'right') return enter(c, checked.userId, session === 'token', { proof: 'both-factors' });
    if (checked.kind === 'counted-back') securityLog.write(c, 'passkey-counter-back', checked.userId);
    else securityLog.write(c, 'passkey-refused', checked.userId);
    throw accountErrors.passkeyRefused();
  });

  app.post('/passkeys/options', guard, async (c) => {
    const { current_password: present } = await readJson(c, presenceSchema);
    await requirePresence(c, present);
    const options = await passkeys.optionsToAdd(userOf(c));
    await steps.begin(c, 'passkey-add', { userId: userOf(c), challenge: options.challenge });
    return ok(c, options);
  });

  // The member proved presence when the challenge was issued.
  app.post('/passkeys', guard, async (c) => {
    const { name, response } = await readJson(c, addPasskeySchema);
    const step = await steps.take(c, 'passkey-add');
    if (!step?.challenge || step.userId !== userOf(c)) throw accountErrors.passkeyTooLate();
    const added = await passkeys.add(userOf(c), { name, response, challenge: step.challenge });
    securityLog.write(c, 'passkey-added', userOf(c));
    return ok(c, added, 201);
  });

  app.put('/passkeys/:id', guard, async (c) => {
    const { name } = await readJson(c, renamePasskeySchema);
    const id = uuidSchema.safeParse(c.req.param('id'));
    if (!id.success || !(await passkeys.rename(userOf(c), id.data, name))) return fail(c, 404);
    return ok(c, {});
  });

  app.delete('/passkeys/:id', guard, async (c) => {
    const id = uuidSchema.safeParse(c.req.param('id'));
    if (!id.success || !(await passkeys.remove(userOf(c), id.data))) return fail(c, 404);
    securityLog.write(c, 'passkey-removed', userOf(c));
    return ok(c, {});
  });

  app.post('/second-factor', guard, async (c) => {
    const { current_password: present } = await readJson(c, presenceSchema);
    await requirePresence(c, present);
    return ok(c, await secondFactor.begin(userOf(c)));
  });

  app.post('/second-factor/confirm', guard, async (c) => {
    const { code } = await readJson(c, confirmCodeSchema);
    await rateLimits.count(c, 'code');
    const recoveryCodes = await secondFactor.confirm(userOf(c), code);
    securityLog.write(c, 'second-factor-on', userOf(c));
    return ok(c, { recovery_codes: recoveryCodes });
  });

  /** Requires the password, if there is one, and a code. A recent sign-in alone is not enough. */
  async function requirePresenceAndCode(c: Context<AppEnv>): Promise<void> {
    const { current_password: present, code } = await readJson(c, codeAndPresenceSchema);
    if (present === undefined && (await accounts.hasPassword(userOf(c)))) throw accountErrors.currentPasswordMissing();
    await requirePresence(c, present);
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
    return enter(c, step.userId, session === 'token', { proof: 'both-factors' });
  });

  return app;
}
