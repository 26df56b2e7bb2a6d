/** The three endpoints of the sync protocol, behind the auth guard. Their answers are bare; errors come in the envelope, by the app's handler. */
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono, type MiddlewareHandler } from 'hono';
import { pullRequestSchema } from '../../schemas/protocol/sync.ts';
import { OLDEST_ACCEPTED_VERSION, PROTOCOL_HEADER } from '../../schemas/protocol/version.ts';
import type { AppEnv } from '../http/app-env.ts';
import { compressedJson } from '../http/compressed-json.ts';
import { fail } from '../http/envelope.ts';
import { HttpError } from '../http/http-error.ts';
import { readMessage } from '../http/validate.ts';
import type { SyncEngine } from './create-engine.ts';
import { pushEnvelopeSchema } from './push.ts';

// A device that speaks no version, or one from before the oldest that is understood, is asked to update; its queue is kept.
const requireVersion: MiddlewareHandler<AppEnv> = async (c, next) => {
  const version = /^\d{1,6}$/.exec(c.req.header(PROTOCOL_HEADER) ?? '')?.[0];
  if (version === undefined || Number(version) < OLDEST_ACCEPTED_VERSION) return fail(c, 426);
  return next();
};

interface SyncParts {
  readonly engine: SyncEngine;
  readonly sessionIsLive: (sessionId: string) => Promise<boolean>;
}

/**
 * The pushes, to be mounted at `/api/sync` behind a check of the token alone: whether the session is live is asked in the transaction
 * that the writes share, and not on a way of its own.
 */
export function pushRoutes({ engine, sessionIsLive }: SyncParts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.post('/push', requireVersion, async (c) => {
    const sessionId = c.get('sessionId');
    const { changes } = await readMessage(c, pushEnvelopeSchema).catch(async (error: unknown) => {
      // Who is signed out hears that first, whatever they sent.
      throw (await sessionIsLive(sessionId)) ? error : new HttpError(401);
    });
    return c.json({ answers: await engine.push(c.get('actor'), changes, sessionId) });
  });
  return routes;
}

/** The others, to be mounted at `/api/sync` behind the guard of sessions. */
export function syncRoutes({ engine, sessionIsLive }: SyncParts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.use(requireVersion);

  routes.post('/pull', async (c) => compressedJson(c, await engine.pull(c.get('actor').userId, await readMessage(c, pullRequestSchema))));

  routes.post('/stream', async (c) => {
    const sessionId = c.get('sessionId');
    await engine.openStream(c.env.outgoing, { viewer: c.get('actor').userId, sessionId, isLive: () => sessionIsLive(sessionId) });
    return RESPONSE_ALREADY_SENT;
  });
  return routes;
}
