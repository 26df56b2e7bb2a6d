import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { Hono } from 'hono';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { diskSpaceByErrors } from '../../db/embedded/disk-space.ts';
import { openPool } from '../../db/pool/connect.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { errorHandler } from '../../http/errors/errors.ts';
import { createDrain } from '../../http/limits/drain.ts';
import { readyRoutes } from './ready-routes.ts';

const log = pino({ level: 'silent' });
const unavailable = { success: false, code: 'UNAVAILABLE', message: expect.any(String) };

/** A server whose database is at this port. */
function appWith(port: number) {
  const sql = openPool(`postgres://nobody@127.0.0.1:${port}/nothing`, log, 1);
  onTestFinished(() => sql.end({ timeout: 0 }));
  const drain = createDrain();
  const app = new Hono<AppEnv>();
  app.onError(errorHandler(log));
  app.use(drain.middleware);
  app.route('/api', readyRoutes({ sql, disk: diskSpaceByErrors(), log }));
  return { drain, ready: () => app.request('/api/ready') };
}

/** A port that takes connections and never answers. */
async function silentPort(): Promise<number> {
  const server = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test('a server whose database refuses is not ready', async () => {
  const answer = await appWith(1).ready();
  expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([503, '2', unavailable]);
});

test('a server whose database does not answer is not ready, and says so', async () => {
  const { ready } = appWith(await silentPort());
  const answer = await ready();
  expect([answer.status, await answer.json()]).toEqual([503, unavailable]);
});

test('a server that is about to stop is not ready', async () => {
  const { drain, ready } = appWith(await silentPort());
  await drain.begin();
  const answer = await ready();
  expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([503, '1', unavailable]);
});
