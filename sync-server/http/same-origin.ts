import type { Context, MiddlewareHandler } from 'hono';
import type { AppEnv } from './app-env.ts';
import { fail } from './envelope.ts';

function fromSameOrigin(c: Context<AppEnv>, publicOrigin: string): boolean {
  // Set by the browser itself, wherever the connection is trustworthy; no page can forge it.
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const origin = c.req.header('origin');
  // No browser: nobody else's cookie can travel along.
  if (origin === undefined) return true;
  return origin === publicOrigin || origin === `http://${c.req.header('host')}` || origin === `https://${c.req.header('host')}`;
}

/**
 * Refuses what another site's page sends. `SameSite=Strict` already keeps the cookie at home; this also covers sign-in, where a
 * foreign page could otherwise sign somebody in to an account that is not theirs, and browsers that read the attribute loosely.
 */
export function requireSameOrigin(publicUrl: string): MiddlewareHandler<AppEnv> {
  const publicOrigin = new URL(publicUrl).origin;
  return async (c, next) => (fromSameOrigin(c, publicOrigin) ? next() : fail(c, 403, 'CROSS_ORIGIN'));
}
