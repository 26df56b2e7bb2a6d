/**
 * Checks in the router whether a path exists, before authentication. An unknown path is 404 for visitors as well. A path that exists for
 * other methods only is 405, with an `Allow` header.
 */
import type { Hono, MiddlewareHandler } from 'hono';
import type { AppEnv } from './app-env.ts';
import { fail } from './errors/envelope.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/**
 * Middleware does not count as a handler: it is registered for every method, or for a pattern with a star. Nor do the pages of the app,
 * which match every path outside of the API.
 */
const has = (app: Hono<AppEnv>, method: string, path: string): boolean =>
  app.router
    .match(method, path)[0]
    .some(([[, route]]) => route.method === method && route.path.startsWith('/api/') && !route.path.endsWith('*'));

/** Refuses requests for an unknown path, or with a method that the path does not have. Each request queries the router. */
export function requireKnownPath(app: Hono<AppEnv>): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const path = app.getPath(c.req.raw);
    // Hono answers HEAD with the GET handler.
    const method = c.req.method === 'HEAD' ? 'GET' : c.req.method;
    if (has(app, method, path)) return next();
    const others = methods.filter((other) => has(app, other, path));
    if (others.length === 0) return fail(c, 404);
    c.header('Allow', others.flatMap((other) => (other === 'GET' ? ['GET', 'HEAD'] : [other])).join(', '));
    return fail(c, 405);
  };
}
