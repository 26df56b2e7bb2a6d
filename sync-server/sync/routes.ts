/** The three endpoints of the sync protocol, behind the auth guard. Answers are bare, but the app's handler puts errors in the envelope. */
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono, type MiddlewareHandler } from 'hono';
import { pullRequestSchema, streamRequestSchema } from '../../schemas/protocol/sync.ts';
import { MAX_BODY_BYTES } from '../../schemas/protocol/sync-limits.ts';
import { OLDEST_ACCEPTED_VERSION, PROTOCOL_HEADER } from '../../schemas/protocol/version.ts';
import type { AppEnv } from '../http/app-env.ts';
import { compressedJson } from '../http/compressed-json.ts';
import { fail } from '../http/errors/envelope.ts';
import { HttpError } from '../http/errors/http-error.ts';
import { noBudgets, type RequestBudgets } from '../http/limits/request-budgets.ts';
import { readMessage } from '../http/read-body.ts';
import type { SyncEngine } from './create-engine.ts';
import { limitScopes } from './pull/scope-limit.ts';
import { pushEnvelopeSchema } from './push/push.ts';

// A device that sends no version, or one older than the oldest accepted, is asked to update. It keeps its pending writes.
const requireVersion: MiddlewareHandler<AppEnv> = async (c, next) => {
  const version = /^\d{1,6}$/.exec(c.req.header(PROTOCOL_HEADER) ?? '')?.[0];
  if (version === undefined || Number(version) < OLDEST_ACCEPTED_VERSION) return fail(c, 426);
  return next();
};

interface SyncParts {
  readonly engine: SyncEngine;
  /** how much a member may request in a minute */
  readonly budgets?: RequestBudgets;
  readonly sessionIsLive: (sessionId: string) => Promise<boolean>;
}

/**
 * The push route, to be mounted at `/api/sync` behind a check of the token alone. The engine checks whether the session is live, for shared
 * creations in the transaction of the writes, which saves a round trip.
 */
export function pushRoutes({ engine, budgets = noBudgets, sessionIsLive }: SyncParts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.post('/push', requireVersion, async (c) => {
    const sessionId = c.get('sessionId');
    const { changes } = await readMessage(c, pushEnvelopeSchema).catch(async (error: unknown) => {
      // The engine is not called, so it does not count this request.
      await budgets.writes.take(c.get('actor').userId);
      // A signed-out device gets 401 first, whatever it sent.
      throw (await sessionIsLive(sessionId)) ? error : new HttpError(401);
    });
    return c.json({ answers: await engine.push(c.get('actor'), changes, sessionId) });
  });
  return routes;
}

/** Larger requests cost more. An honest pull describes in some kilobytes how far the device is. */
const BYTES_A_PULL = 16_000;
const costOfPull = (length = String(MAX_BODY_BYTES)): number => 1 + Math.floor((Number(length) || 0) / BYTES_A_PULL);

/** The other routes, to be mounted at `/api/sync` behind the session guard. */
export function syncRoutes({ engine, budgets = noBudgets, sessionIsLive }: SyncParts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.use(requireVersion);

  routes.post('/pull', async (c) => {
    const { userId } = c.get('actor');
    await budgets.pulls.take(userId, costOfPull(c.req.header('content-length')));
    const request = await readMessage(c, pullRequestSchema, (body) => limitScopes(body, engine.mostScopes));
    return compressedJson(c, await engine.pull(userId, request));
  });

  routes.post('/stream', async (c) => {
    const sessionId = c.get('sessionId');
    const viewer = c.get('actor').userId;
    await budgets.streams.take(viewer);
    const { lookedAt = true } = await readMessage(c, streamRequestSchema);
    await engine.openStream(c.env.outgoing, { viewer, sessionId, lookedAt, isLive: () => sessionIsLive(sessionId) });
    return RESPONSE_ALREADY_SENT;
  });
  return routes;
}
