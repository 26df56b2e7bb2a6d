import { type Context, Hono, type MiddlewareHandler } from 'hono';
import * as z from 'zod/mini';
import {
  confirmAddressSchema,
  emailOnlySchema,
  type ResetAnswer,
  readLinkSchema,
  refreshSchema,
  resetPasswordSchema,
  signInSchema,
  signUpSchema,
  updateUserSchema,
  verifySchema,
} from '../../schemas/account/account.ts';
import type { Session } from '../../schemas/account/session-answer.ts';
import { uuidSchema } from '../../schemas/base/ids.ts';
import { answerWording } from '../../schemas/wording/answer-wording.ts';
import { signInWording } from '../../schemas/wording/sign-in-wording.ts';
import type { AppEnv } from '../http/app-env.ts';
import { bearerToken } from '../http/auth-guard.ts';
import { fail, ok } from '../http/errors/envelope.ts';
import type { RateLimits } from '../http/limits/rate-limits.ts';
import { newestPartAnswer, pageBefore } from '../http/pages.ts';
import { readJson } from '../http/read-body.ts';
import { accountErrors, weakPasswordFirst } from './account-errors.ts';
import type { Accounts } from './accounts.ts';
import { joinRoutes } from './joining/join-routes.ts';
import type { Joining } from './joining/joining.ts';
import { type ProviderParts, providerRoutes } from './provider/provider-routes.ts';
import type { SecurityLog } from './security-log.ts';
import type { KnownDevices } from './sessions/known-devices.ts';
import type { RequirePresence } from './sessions/presence.ts';
import type { SessionCookie } from './sessions/session-cookie.ts';
import type { OpenSession, Sessions } from './sessions/sessions.ts';
import type { SignInOutcome } from './sessions/sign-in-outcome.ts';
import type { SignInSteps } from './sessions/sign-in-steps.ts';
import type { AddressChange } from './sign-up/address-change.ts';
import type { SignUpGate } from './sign-up/sign-up-gate.ts';
import type { SignUpNonce } from './sign-up/sign-up-nonce.ts';
import { refuseCommonPassword } from './ways-in/common-passwords.ts';
import type { Guessing } from './ways-in/guessing.ts';
import type { Passkeys } from './ways-in/passkeys.ts';
import { presenceRoutes } from './ways-in/presence-routes.ts';
import type { PresentPasswords } from './ways-in/present-passwords.ts';
import type { SecondFactor } from './ways-in/second-factor.ts';
import { signInWayRoutes } from './ways-in/sign-in-way-routes.ts';

export const signOutSchema = z.object({ refresh_token: z.optional(z.string().check(z.maxLength(400))) });

export interface AccountRoutesDeps {
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly cookie: SessionCookie;
  readonly signUpNonce: SignUpNonce;
  readonly rateLimits: RateLimits;
  readonly securityLog: SecurityLog;
  readonly guessing: Guessing;
  readonly presentPasswords: PresentPasswords;
  readonly requirePresence: RequirePresence;
  readonly knownDevices: KnownDevices;
  readonly guard: MiddlewareHandler<AppEnv>;
  readonly sameOrigin: MiddlewareHandler<AppEnv>;
  readonly signUpGate: SignUpGate;
  readonly joining: Joining;
  readonly addressChange: AddressChange;
  readonly passkeys: Passkeys;
  readonly secondFactor: SecondFactor;
  readonly steps: SignInSteps;
  readonly provider: ProviderParts | null;
  /** throws where there is no disk space for a new account */
  readonly refuseNew: () => void;
}

/** `/api/auth`: all routes for an account and its sessions. */
export function accountRoutes(deps: AccountRoutesDeps): Hono<AppEnv> {
  const { accounts, sessions, cookie, signUpNonce, rateLimits, securityLog, guessing, knownDevices, guard, sameOrigin, requirePresence } =
    deps;
  const app = new Hono<AppEnv>();

  app.post('*', sameOrigin);

  const device = (c: Context<AppEnv>) => c.req.header('user-agent') ?? '';

  /**
   * Signs this device in. Every way to sign in ends here. A member who has a second factor and proved only one factor continues with a
   * code. A browser has one session, so the session of its old cookie is ended: no device could use it any more.
   *
   * The owner is mailed about a sign-in by password on an unknown device once there is a session, and not before.
   */
  async function enter(c: Context<AppEnv>, userId: string, inBody: boolean, outcome: SignInOutcome) {
    const { way, withCode = false, isNew = false, stillHolds } = outcome;
    if (way !== 'passkey' && !withCode && (await deps.secondFactor.isOn(userId))) {
      await deps.steps.begin(c, 'code', { userId, way });
      return fail(c, 403, 'CODE_NEEDED', signInWording.CODE_NEEDED);
    }
    const before = inBody ? undefined : cookie.read(c);
    if (before !== undefined) await sessions.revokeByToken(before);
    const isUnknownDevice = way === 'password' && !(await knownDevices.recognises(c, userId));
    const session = await sessions.open(userId, device(c), stillHolds);
    securityLog.write(c, 'signed-in', userId, { way, ...(withCode ? { withCode } : {}), session: session.sessionId });
    if (isUnknownDevice) await accounts.mailNewDevice(userId, device(c));
    return answerSession(c, session, inBody, knownDevices.remember, isNew);
  }

  /**
   * Browsers receive the refresh token as a cookie, which no script can read. Other clients request it in the body and store it themselves.
   */
  async function answerSession(
    c: Context<AppEnv>,
    session: OpenSession,
    inBody: boolean,
    remember: KnownDevices['remember'],
    isNew = false,
  ) {
    if (!inBody) {
      cookie.set(c, session.refreshToken);
      await remember(c, session.user.id);
    }
    const answer: Session = {
      access_token: session.accessToken,
      ...(inBody ? { refresh_token: session.refreshToken } : {}),
      expires_at: session.expiresAt,
      user: session.user,
      ...(isNew ? { is_new: true } : {}),
    };
    return ok(c, answer);
  }

  app.route('/', presenceRoutes(deps));
  app.route('/', signInWayRoutes({ ...deps, enter }));
  app.route('/', joinRoutes({ ...deps, enter }));
  app.route('/', providerRoutes({ parts: deps.provider, rateLimits, securityLog, sameOrigin, enter }));

  app.post('/sign-up', async (c) => {
    deps.refuseNew();
    const input = await readJson(c, signUpSchema, weakPasswordFirst);
    await refuseCommonPassword(input.password);
    await rateLimits.count(c, 'signUp', input.email);
    await deps.signUpGate.enter(input.email, input.invite);
    await accounts.signUp({ ...input, nonce: signUpNonce.give(c) });
    return ok(c, {}, 201, answerWording.ACCOUNT_CREATED);
  });

  app.post('/resend-verification', async (c) => {
    const { email } = await readJson(c, emailOnlySchema);
    await rateLimits.count(c, 'resend', email);
    await accounts.resendVerification(email, signUpNonce.read(c));
    return ok(c, {});
  });

  app.post('/verify/look', async (c) => {
    const { token } = await readJson(c, readLinkSchema);
    await rateLimits.count(c, 'token');
    return ok(c, await accounts.readLink(token, signUpNonce.read(c)));
  });

  app.post('/verify', async (c) => {
    const { session, ...input } = await readJson(c, verifySchema, weakPasswordFirst);
    if (input.password !== undefined) await refuseCommonPassword(input.password);
    await rateLimits.count(c, 'token');
    const userId = await accounts.verify({ ...input, nonce: signUpNonce.read(c) });
    return enter(c, userId, session === 'token', { way: 'link' });
  });

  app.post('/sign-in', async (c) => {
    const { email, password, session } = await readJson(c, signInSchema);
    const lines = { refused: 'sign-in-refused', limited: 'sign-in-limited' } as const;
    const known = await knownDevices.knows(c, email);
    const { userId, stillHolds } = await securityLog.watch(
      c,
      lines,
      () => accounts.findUserId(email),
      async () => {
        if (!known) {
          await rateLimits.count(c, 'signIn', email);
          await guessing.turn(email, c.get('client').key);
        }
        return accounts.signIn({ email, password, nonce: signUpNonce.read(c) });
      },
    );
    if (!known) {
      await rateLimits.forgive(c, 'signIn', email);
      await guessing.succeeded(email);
    }
    return enter(c, userId, session === 'token', { way: 'password', stillHolds });
  });

  app.post('/refresh', async (c) => {
    const { refresh_token: fromBody, in_sight: inSight = true } = await readJson(c, refreshSchema);
    await rateLimits.count(c, 'token');
    const token = fromBody ?? cookie.read(c);
    const refreshed = token === undefined ? null : await sessions.refresh(token, { inSight });
    if (refreshed?.kind === 'open') return answerSession(c, refreshed.session, fromBody !== undefined, knownDevices.keep);
    if (refreshed?.kind === 'in-two-places') {
      securityLog.write(c, 'session-in-two-places', refreshed.userId, { session: refreshed.sessionId });
    }
    if (fromBody === undefined) cookie.clear(c);
    // Returned and not thrown, because this response must carry the header that removes the cookie.
    const error = refreshed?.kind === 'account-deleted' ? accountErrors.accountDeleted() : accountErrors.sessionExpired();
    return fail(c, 401, error.code, error.message);
  });

  app.post('/sign-out', async (c) => {
    const { refresh_token: fromBody } = await readJson(c, signOutSchema);
    const fromCookie = cookie.read(c);
    for (const token of [fromBody, fromCookie]) if (token !== undefined) await sessions.revokeByToken(token);
    const access = bearerToken(c.req.header('authorization'));
    const session = access && (await sessions.authenticate(access));
    if (session) await sessions.revoke(session.userId, session.sessionId);
    cookie.clear(c);
    knownDevices.forget(c);
    return ok(c, {});
  });

  app.post('/forgot-password', async (c) => {
    const { email } = await readJson(c, emailOnlySchema);
    await rateLimits.count(c, 'reset', email);
    securityLog.write(c, 'reset-asked', await accounts.forgotPassword(email, signUpNonce.read(c)));
    return ok(c, {}, 200, answerWording.RESET_SENT);
  });

  app.post('/reset-password', async (c) => {
    const input = await readJson(c, resetPasswordSchema, weakPasswordFirst);
    await refuseCommonPassword(input.password);
    await rateLimits.count(c, 'token');
    const { userId, again, takenBack } = await accounts.resetPassword({ ...input, nonce: signUpNonce.read(c) });
    if (!again) securityLog.write(c, 'reset-used', userId);
    if (takenBack) securityLog.write(c, 'account-taken-back', userId);
    cookie.clear(c);
    // The mail went to the owner of the account, who is about to sign in with this browser.
    await knownDevices.remember(c, userId);
    const answer: ResetAnswer = { taken_back: takenBack };
    return ok(c, answer, 200, answerWording.PASSWORD_UPDATED);
  });

  app.put('/user', guard, async (c) => {
    const { email, ...change } = await readJson(c, updateUserSchema, weakPasswordFirst);
    if (change.password !== undefined) await refuseCommonPassword(change.password);
    const { userId } = c.get('actor');
    const sessionId = c.get('sessionId');
    if (change.password !== undefined) await requirePresence(c, 'password');
    if (email !== undefined) {
      await requirePresence(c, 'address');
      const lines = { refused: 'address-change-refused', limited: 'address-change-refused' } as const;
      await securityLog.watch(
        c,
        lines,
        async () => userId,
        () => rateLimits.count(c, 'addressChange', userId),
      );
      await accounts.requireProvedAddress(userId);
    }
    await accounts.update(userId, sessionId, change);
    if (change.password !== undefined) {
      securityLog.write(c, 'password-changed', userId);
      await knownDevices.remember(c, userId);
    }
    // After the password change, because a new password cancels address changes that were requested before.
    if (email !== undefined && (await deps.addressChange.ask(userId, email))) {
      securityLog.write(c, 'address-change-asked', userId);
      return ok(c, {}, 200, answerWording.ADDRESS_CHANGE_SENT);
    }
    return ok(c, {}, 200, change.password === undefined ? 'Account updated successfully' : answerWording.PASSWORD_UPDATED);
  });

  app.post('/confirm-address', async (c) => {
    const { token } = await readJson(c, confirmAddressSchema);
    await rateLimits.count(c, 'token');
    const { userId, again } = await deps.addressChange.confirm(token);
    if (!again) securityLog.write(c, 'address-changed', userId);
    return ok(c, {}, 200, answerWording.ADDRESS_CHANGED);
  });

  app.get('/sessions', guard, async (c) => {
    const { limit, before } = pageBefore(c.req.query());
    const listed = await sessions.list(c.get('actor').userId, { limit: limit + 1, before });
    const items = listed.slice(0, limit).map((session) => ({ ...session, current: session.id === c.get('sessionId') }));
    return ok(
      c,
      newestPartAnswer(items, listed.length > limit, ({ last_used_at, id }) => ({ created_at: last_used_at, id })),
    );
  });

  app.delete('/sessions', guard, async (c) => {
    const { userId } = c.get('actor');
    await requirePresence(c, 'sessions');
    await sessions.revokeOthers(userId, c.get('sessionId'));
    securityLog.write(c, 'other-sessions-ended', userId);
    return ok(c, {});
  });

  // Ending the own session needs nothing: it is signing out.
  app.delete('/sessions/:id', guard, async (c) => {
    const id = uuidSchema.safeParse(c.req.param('id'));
    const { userId } = c.get('actor');
    if (id.success && id.data !== c.get('sessionId')) await requirePresence(c, 'sessions');
    if (!id.success || !(await sessions.revoke(userId, id.data))) return fail(c, 404);
    if (id.data !== c.get('sessionId')) securityLog.write(c, 'session-ended-elsewhere', userId, { session: id.data });
    return ok(c, {});
  });

  return app;
}
