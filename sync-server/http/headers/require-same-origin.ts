import type { Context, MiddlewareHandler } from 'hono';
import type { AppEnv } from '../app-env.ts';
import { fail } from '../errors/envelope.ts';

function fromSameOrigin(c: Context<AppEnv>, publicOrigin: string): boolean {
  // The browser itself sets this header wherever the connection is trustworthy. No page can forge it.
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const origin = c.req.header('origin');
  // Not a browser, so no cookie of another user can be sent along.
  if (origin === undefined) return true;
  return origin === publicOrigin || origin === `http://${c.req.header('host')}` || origin === `https://${c.req.header('host')}`;
}

/**
 * Refuses requests from pages of other sites. `SameSite=Strict` already keeps the cookie from them. This also covers sign-in, where a
 * foreign page could sign a visitor in to an account that is not theirs, and browsers that implement the attribute loosely.
 */
export function requireSameOrigin(publicUrl: string): MiddlewareHandler<AppEnv> {
  const publicOrigin = new URL(publicUrl).origin;
  return async (c, next) => (fromSameOrigin(c, publicOrigin) ? next() : fail(c, 403, 'CROSS_ORIGIN'));
}
