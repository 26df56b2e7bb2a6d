/**
 * `/metrics`, for Prometheus. All others get the answer of a path that does not exist, and so learn nothing.
 *
 * The person at this machine may (`http/headers/own-requests.ts`). All others need METRICS_TOKEN.
 */
import { type Context, Hono } from 'hono';
import { hashSecret, sameHash } from '../../accounts/secrets/secrets.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { fail } from '../../http/errors/envelope.ts';
import type { Metrics } from './metrics.ts';
import type { ServerState } from './server-state.ts';

export const METRICS_PATH = '/metrics';

/** Hashes have the same length, so comparing them takes the same time for every text that is sent. */
const sendsToken = (c: Context<AppEnv>, tokenHash: Uint8Array | null): boolean => {
  const [, sent] = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '') ?? [];
  return tokenHash !== null && sent !== undefined && sameHash(hashSecret(sent), tokenHash);
};

/** @param token the METRICS_TOKEN, or null if there is none */
export function metricsRoutes(
  metrics: Metrics,
  read: () => Promise<ServerState>,
  token: string | null,
  isOwn: (c: Context<AppEnv>) => Promise<boolean>,
): Hono<AppEnv> {
  const tokenHash = token === null ? null : hashSecret(token);
  const app = new Hono<AppEnv>();
  app.get(METRICS_PATH, async (c) => {
    if (!sendsToken(c, tokenHash) && !(await isOwn(c))) return fail(c, 404);
    metrics.show(await read());
    return c.text(await metrics.registry.metrics(), 200, { 'Content-Type': metrics.registry.contentType, 'Cache-Control': 'no-store' });
  });
  return app;
}
