import { Hono, type MiddlewareHandler } from 'hono';
import { providerCallbackSchema, providerStartSchema } from '../../../schemas/account/provider.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { ok } from '../../http/errors/envelope.ts';
import type { RateLimits } from '../../http/limits/rate-limits.ts';
import { readJson } from '../../http/read-body.ts';
import type { SecurityLog } from '../security-log.ts';
import type { Enter } from '../sessions/sign-in-outcome.ts';
import type { IdentityProvider } from './identity-provider.ts';
import type { ProviderAccounts } from './provider-accounts.ts';
import { providerErrors } from './provider-errors.ts';
import type { ProviderFlows } from './provider-flows.ts';
import type { ProviderPictures } from './provider-pictures.ts';

/** What signing in through an identity provider needs. `null` in its place means that none is configured. */
export interface ProviderParts {
  readonly provider: IdentityProvider;
  readonly flows: ProviderFlows;
  readonly accounts: ProviderAccounts;
  readonly pictures: ProviderPictures;
}

/** `GET /providers`, and below `/google` the way to the provider and back. The path is the same for every provider. */
export function providerRoutes(deps: {
  readonly parts: ProviderParts | null;
  readonly rateLimits: RateLimits;
  readonly securityLog: SecurityLog;
  readonly sameOrigin: MiddlewareHandler<AppEnv>;
  readonly enter: Enter;
}): Hono<AppEnv> {
  const { parts, rateLimits, securityLog, sameOrigin, enter } = deps;
  const app = new Hono<AppEnv>();

  const configured = (): ProviderParts => {
    if (!parts) throw providerErrors.notConfigured();
    return parts;
  };

  app.get('/providers', (c) => ok(c, { items: parts ? [{ id: 'google', name: parts.provider.name }] : [] }));

  // Not for links on other sites: a visitor goes to the provider only if they asked for it here.
  app.on(['GET', 'POST'], '/google/start', sameOrigin, async (c) => {
    const { provider, flows } = configured();
    const { invite } = c.req.method === 'POST' ? await readJson(c, providerStartSchema) : {};
    await rateLimits.count(c, 'provider');
    const url = await provider.begin(await flows.begin(c, { invite }));
    return ok(c, { url: url.href });
  });

  app.post('/google/callback', async (c) => {
    const { provider, flows, accounts, pictures } = configured();
    const { query, session } = await readJson(c, providerCallbackSchema);
    await rateLimits.count(c, 'token');
    const lines = { refused: 'provider-sign-in-refused', limited: 'provider-sign-in-refused' } as const;
    const entered = await securityLog.watch(
      c,
      lines,
      async () => null,
      async () => {
        const flow = await flows.take(c, query);
        // A sign-in that was to prove presence only opens no session.
        if (flow?.sessionId !== null) throw providerErrors.failed();
        return accounts.enter(await provider.finish(query, flow), flow.invite);
      },
    );
    if (entered.as !== 'known') {
      securityLog.write(c, entered.as === 'linked' ? 'provider-linked' : 'provider-signed-up', entered.userId);
      pictures.fetchLater(entered.userId);
    }
    return enter(c, entered.userId, session === 'token', { way: 'provider', isNew: entered.as === 'new' });
  });

  return app;
}
