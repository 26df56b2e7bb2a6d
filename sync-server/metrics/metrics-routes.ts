/**
 * `/metrics`, for Prometheus. Whoever may not read it gets the answer of a path that does not exist, and so learns nothing.
 *
 * Requests of this machine may, unless they came through a proxy: behind one, every visitor looks local. All others need METRICS_TOKEN.
 */
import { type Context, Hono } from 'hono';
import { hashSecret, sameHash } from '../accounts/secrets.ts';
import type { AppEnv } from '../http/app-env.ts';
import { isFromThisMachine } from '../http/client-address.ts';
import { fail } from '../http/envelope.ts';
import type { Metrics } from './metrics.ts';
import type { ServerState } from './server-state.ts';

export const METRICS_PATH = '/metrics';

/** Hashes have the same length, so comparing them takes the same time for every text that is sent. */
const sendsToken = (c: Context<AppEnv>, tokenHash: Uint8Array | null): boolean => {
  const [, sent] = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '') ?? [];
  return tokenHash !== null && sent !== undefined && sameHash(hashSecret(sent), tokenHash);
};

/** @param token the METRICS_TOKEN, or null if there is none */
export function metricsRoutes(metrics: Metrics, read: () => Promise<ServerState>, token: string | null): Hono<AppEnv> {
  const tokenHash = token === null ? null : hashSecret(token);
  const app = new Hono<AppEnv>();
  app.get(METRICS_PATH, async (c) => {
    if (!isFromThisMachine(c) && !sendsToken(c, tokenHash)) return fail(c, 404);
    metrics.show(await read());
    return c.text(await metrics.registry.metrics(), 200, { 'Content-Type': metrics.registry.contentType, 'Cache-Control': 'no-store' });
  });
  return app;
}
