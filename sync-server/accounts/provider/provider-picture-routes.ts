import { Hono } from 'hono';
import type { AppEnv } from '../../http/app-env.ts';
import { ok } from '../../http/errors/envelope.ts';
import type { RateLimits } from '../../http/limits/rate-limits.ts';
import { providerErrors } from './provider-errors.ts';
import type { ProviderPictures } from './provider-pictures.ts';

/**
 * Below `/oauth`, behind the guard: takes the provider's picture of the signed-in member. `process-profile-image` takes it only if they
 * have no photo, `retry-google-profile` also in place of an existing one.
 */
export function providerPictureRoutes(deps: { readonly pictures: ProviderPictures | null; readonly rateLimits: RateLimits }): Hono<AppEnv> {
  const { pictures, rateLimits } = deps;
  const app = new Hono<AppEnv>();
  for (const [path, inPlaceOf] of [
    ['/process-profile-image', 'none'],
    ['/retry-google-profile', 'any'],
  ] as const)
    app.post(path, async (c) => {
      if (!pictures) throw providerErrors.notConfigured();
      const { userId } = c.get('actor');
      await rateLimits.count(c, 'providerPicture', userId);
      return ok(c, await pictures.fetchNow(userId, inPlaceOf));
    });
  return app;
}
