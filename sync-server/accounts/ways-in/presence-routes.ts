/**
 * `/presence`, behind the auth guard: a member shows that they are there. With the password, with one of their passkeys, or, where there is
 * no password, by signing in again at the identity provider.
 *
 * The challenge of a passkey and the way through the provider belong to this one session and this purpose, and each works once. The
 * provider is asked to let the person sign in anew, and has to say that they did. Google does not say it: there the account must be the
 * same one, and nothing more is known (decision 0056).
 */
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { presenceSchema } from '../../../schemas/account/presence.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { ok } from '../../http/errors/envelope.ts';
import type { RateLimits } from '../../http/limits/rate-limits.ts';
import { readJson } from '../../http/read-body.ts';
import { accountErrors } from '../account-errors.ts';
import type { Accounts } from '../accounts.ts';
import { providerErrors } from '../provider/provider-errors.ts';
import type { ProviderParts } from '../provider/provider-routes.ts';
import type { SecurityEvent, SecurityLog } from '../security-log.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { SignInSteps } from '../sessions/sign-in-steps.ts';
import type { Passkeys } from './passkeys.ts';
import type { PresentPasswords } from './present-passwords.ts';

export interface PresenceRoutesDeps {
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly presentPasswords: PresentPasswords;
  readonly passkeys: Passkeys;
  readonly steps: SignInSteps;
  readonly provider: ProviderParts | null;
  readonly rateLimits: RateLimits;
  readonly securityLog: SecurityLog;
  readonly guard: MiddlewareHandler<AppEnv>;
}

type PasskeyResponse = Parameters<Passkeys['check']>[0];

export function presenceRoutes(deps: PresenceRoutesDeps): Hono<AppEnv> {
  const { accounts, sessions, presentPasswords, passkeys, steps, provider, rateLimits, securityLog, guard } = deps;
  const app = new Hono<AppEnv>();
  const userOf = (c: Context<AppEnv>) => c.get('actor').userId;

  async function byPassword(c: Context<AppEnv>, password: string): Promise<void> {
    await rateLimits.count(c, 'signIn', userOf(c));
    const attempt = { userId: userOf(c), sessionId: c.get('sessionId'), from: c.get('client').key, password };
    const checked = await presentPasswords.check(attempt);
    if (checked === 'over') {
      securityLog.write(c, 'session-guessed', userOf(c), { session: c.get('sessionId') });
      throw accountErrors.currentPasswordTooOften();
    }
    if (checked === 'wrong') throw accountErrors.currentPasswordWrong();
    await rateLimits.forgive(c, 'signIn', userOf(c));
  }

  async function byPasskey(c: Context<AppEnv>, response: PasskeyResponse): Promise<void> {
    await rateLimits.count(c, 'passkey');
    const step = await steps.take(c, 'presence');
    if (!step?.challenge || step.sessionId !== c.get('sessionId')) throw accountErrors.passkeyTooLate();
    const checked = await passkeys.check(response, step.challenge);
    if (checked.kind === 'counted-back') securityLog.write(c, 'passkey-counter-back', checked.userId);
    if (checked.kind !== 'right' || checked.userId !== userOf(c)) throw accountErrors.passkeyNotYours();
  }

  /** Where there is a password, the provider is not enough: a browser that is signed in there may let anybody through. */
  async function providerFor(c: Context<AppEnv>): Promise<ProviderParts> {
    if (!provider) throw providerErrors.notConfigured();
    if (await accounts.hasPassword(userOf(c))) throw accountErrors.currentPasswordMissing();
    return provider;
  }

  async function byProvider(c: Context<AppEnv>, query: string): Promise<void> {
    const parts = await providerFor(c);
    await rateLimits.count(c, 'token');
    const flow = await parts.flows.take(c, query);
    if (flow?.sessionId !== c.get('sessionId')) throw providerErrors.failed();
    const person = await parts.provider.finish(query, flow, { signedInSince: flow.begunAt });
    if (!(await parts.accounts.isOf(person, userOf(c)))) throw providerErrors.notYou();
  }

  app.post('/presence', guard, async (c) => {
    const proof = await readJson(c, presenceSchema);
    const [way, prove] =
      'password' in proof
        ? (['password', () => byPassword(c, proof.password)] as const)
        : 'passkey' in proof
          ? (['passkey', () => byPasskey(c, proof.passkey)] as const)
          : (['provider', () => byProvider(c, proof.provider)] as const);
    const lines: { refused: SecurityEvent; limited: SecurityEvent } = { refused: 'presence-refused', limited: 'presence-limited' };
    await securityLog.watch(c, lines, async () => userOf(c), prove);
    // The session may have ended while the proof was checked.
    if (!(await sessions.setPresent(c.get('sessionId')))) throw accountErrors.sessionExpired();
    securityLog.write(c, 'presence-shown', userOf(c), { way });
    return ok(c, {});
  });

  app.post('/presence/passkey', guard, async (c) => {
    await rateLimits.count(c, 'passkey');
    const options = await passkeys.optionsToShowPresence(userOf(c));
    await steps.begin(c, 'presence', { userId: userOf(c), challenge: options.challenge, sessionId: c.get('sessionId') });
    return ok(c, options);
  });

  app.post('/presence/provider', guard, async (c) => {
    const { provider: site, flows } = await providerFor(c);
    await rateLimits.count(c, 'provider');
    const url = await site.begin(await flows.begin(c, { sessionId: c.get('sessionId') }), { signInAnew: true });
    return ok(c, { url: url.href });
  });

  return app;
}
