/**
 * Which paths there are, asked of the router before anybody is asked who they are: one that does not exist is 404 for visitors as well, and
 * one that exists for other methods only is 405 with their names.
 */
import type { Hono, MiddlewareHandler } from 'hono';
import type { AppEnv } from './app-env.ts';
import { fail } from './envelope.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/**
 * Middleware is no handler: it is there for every method, or for a pattern with a star. Nor are the pages of the app, which have whatever is no
 * path of the API.
 */
const has = (app: Hono<AppEnv>, method: string, path: string): boolean =>
  app.router
    .match(method, path)[0]
    .some(([[, route]]) => route.method === method && route.path.startsWith('/api/') && !route.path.endsWith('*'));

/** Sends away who asks for a path that does not exist, or by a method that it does not have. The router is asked at each request. */
export function requireKnownPath(app: Hono<AppEnv>): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const path = app.getPath(c.req.raw);
    // Hono answers HEAD by what stands at GET.
    const method = c.req.method === 'HEAD' ? 'GET' : c.req.method;
    if (has(app, method, path)) return next();
    const others = methods.filter((other) => has(app, other, path));
    if (others.length === 0) return fail(c, 404);
    c.header('Allow', others.flatMap((other) => (other === 'GET' ? ['GET', 'HEAD'] : [other])).join(', '));
    return fail(c, 405);
  };
}
