import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono, type MiddlewareHandler } from 'hono';
import type { AppEnv } from '../../http/app-env.ts';
import { noBudgets, type RequestBudgets } from '../../http/limits/request-budgets.ts';
import type { FeatureDeps } from '../../rest/feature-deps.ts';
import type { SyncEngine } from '../../sync/create-engine.ts';
import { channelOf } from './channels.ts';

interface RealtimeParts extends FeatureDeps {
  /** run before each subscription, the auth guard first */
  readonly guards: readonly MiddlewareHandler<AppEnv>[];
  readonly engine: SyncEngine;
  readonly budgets?: RequestBudgets;
  readonly sessionIsLive: (sessionId: string) => Promise<boolean>;
}

/** `GET /realtime/{channel}`: what changes for this reader, as server-sent events. Mount it at `/api`, before the guard of other routes. */
export function realtimeRoutes({ budgets = noBudgets, sessionIsLive, guards, ...deps }: RealtimeParts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.use('/realtime/:channel', ...guards);
  routes.get('/realtime/:channel', async (c) => {
    const channel = channelOf(deps, c.req.param('channel'));
    const sessionId = c.get('sessionId');
    const viewer = c.get('actor').userId;
    await budgets.streams.take(viewer);
    // A HEAD request wants no stream.
    if (c.req.method === 'HEAD') {
      await deps.engine.mayOpenChannel(channel, viewer);
      return c.body(null, 200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
    }
    const owner = { viewer, sessionId, isLive: () => sessionIsLive(sessionId) };
    await deps.engine.openChannel(c.env.outgoing, channel, owner, c.req.header('last-event-id'));
    return RESPONSE_ALREADY_SENT;
  });
  return routes;
}
