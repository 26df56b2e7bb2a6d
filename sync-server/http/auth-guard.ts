import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from './app-env.ts';
import { fail } from './envelope.ts';

/** Says by whom and for which session this access token was given out, or null where it does not let them in. */
export type Authenticate = (accessToken: string) => Promise<{ readonly userId: string; readonly sessionId: string } | null>;

/** The token of an `Authorization: Bearer` header. */
export function bearerToken(header: string | undefined): string | null {
  return /^Bearer ([\w.~+/=-]+)$/i.exec(header ?? '')?.[1] ?? null;
}

/**
 * Lets nobody through without a live session. Signature, expiry and the session itself are asked at each request, so that a
 * session which was revoked is refused at once and not when its token runs out.
 */
export const requireSession = (authenticate: Authenticate): MiddlewareHandler<AppEnv> => requireToken(authenticate);

/** The same for a handler that asks itself whether the session is live, together with what it does. */
export function requireToken(verify: Authenticate): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const token = bearerToken(c.req.header('authorization'));
    const session = token && (await verify(token));
    if (!session) {
      c.header('WWW-Authenticate', 'Bearer');
      return fail(c, 401);
    }
    c.set('actor', { userId: session.userId });
    c.set('sessionId', session.sessionId);
    return next();
  };
}
