import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from './app-env.ts';
import { fail } from './errors/envelope.ts';

/** Returns the member and session that this access token was issued for, or null if the token is not accepted. */
export type Authenticate = (accessToken: string) => Promise<{ readonly userId: string; readonly sessionId: string } | null>;

/** The token in an `Authorization: Bearer` header. */
export function bearerToken(header: string | undefined): string | null {
  return /^Bearer ([\w.~+/=-]+)$/i.exec(header ?? '')?.[1] ?? null;
}

/**
 * Requires a live session. Each request checks signature, expiry and the session itself, so a revoked session is refused at once and not
 * only when its token expires.
 */
export const requireSession = (authenticate: Authenticate): MiddlewareHandler<AppEnv> => requireToken(authenticate);

/** The same, for a handler that checks the session itself, in the same query as its own work. */
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
