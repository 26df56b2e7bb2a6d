import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from './app-env.ts';
import { fail } from './envelope.ts';

/** Says whose live session this access token belongs to, or null where it is no valid token of one. */
export type Authenticate = (accessToken: string) => Promise<{ readonly userId: string; readonly sessionId: string } | null>;

/** The token of an `Authorization: Bearer` header. */
export function bearerToken(header: string | undefined): string | null {
  return /^Bearer ([\w.~+/=-]+)$/i.exec(header ?? '')?.[1] ?? null;
}

/**
 * Lets nobody through without a live session. Signature, expiry and the session itself are asked at each request, so that a
 * session which was revoked is refused at once and not when its token runs out.
 */
export function requireSession(authenticate: Authenticate): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const token = bearerToken(c.req.header('authorization'));
    const session = token && (await authenticate(token));
    if (!session) {
      c.header('WWW-Authenticate', 'Bearer');
      return fail(c, 401);
    }
    c.set('actor', { userId: session.userId });
    c.set('sessionId', session.sessionId);
    return next();
  };
}
