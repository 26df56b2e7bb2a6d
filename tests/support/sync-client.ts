/** The sync endpoints over a real HTTP server, and a reader of its streams. */
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { serve } from '@hono/node-server';
import { createParser } from 'eventsource-parser';
import { Hono } from 'hono';
import type { StreamEvents, StreamRequest } from '../../schemas/protocol/sync.ts';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '../../schemas/protocol/version.ts';
import type { AppEnv } from '../../sync-server/http/app-env.ts';
import { requireSession } from '../../sync-server/http/auth-guard.ts';
import { errorHandler } from '../../sync-server/http/errors/errors.ts';
import { securityHeaders } from '../../sync-server/http/headers/security-headers.ts';
import { pushRoutes, syncRoutes } from '../../sync-server/sync/routes.ts';
import type { EngineWorld } from './engine-world.ts';
import { until } from './until.ts';

/** The tests name the sessions of this server: the token `<member>.<session>` belongs to `session`, and is valid until that is revoked. */
export async function serveSync(world: Pick<EngineWorld, 'engine' | 'log'>) {
  const revoked = new Set<string>();
  const app = new Hono<AppEnv>();
  app.use(securityHeaders({ secure: false, pages: [] }));
  app.use(
    requireSession(async (token) => {
      const [userId = '', sessionId = ''] = token.split('.');
      return revoked.has(sessionId) ? null : { userId, sessionId };
    }),
  );
  const parts = { engine: world.engine, sessionIsLive: async (session: string) => !revoked.has(session) };
  app.route('/api/sync', pushRoutes(parts));
  app.route('/api/sync', syncRoutes(parts));
  app.onError(errorHandler(world.log));
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/sync`;
  const headers = (member: string, session: string, version: string | null = String(PROTOCOL_VERSION)) => ({
    authorization: `Bearer ${member}.${session}`,
    'content-type': 'application/json',
    ...(version === null ? {} : { [PROTOCOL_HEADER]: version }),
  });

  return {
    revoked,
    connections: () => sockets.size,
    /** the bytes that the server buffers for clients that do not read */
    bufferedBytes: () => [...sockets].reduce((sum, socket) => sum + socket.writableLength, 0),
    post: (path: string, member: string, body: string, version?: string | null) =>
      fetch(`${url}/${path}`, { method: 'POST', headers: headers(member, 'laptop', version), body }),
    stream: (member: string, session = 'laptop', request?: StreamRequest) => openStream(`${url}/stream`, headers(member, session), request),
    /** Also ends open connections. */
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

export type StreamEvent = { [Name in keyof StreamEvents]: { readonly name: Name; readonly data: StreamEvents[Name] } }[keyof StreamEvents];

export type OpenStream = Awaited<ReturnType<typeof openStream>>;

/** Opens a stream and collects its events. `pause` stops reading from the socket. */
export async function openStream(url: string, headers: Record<string, string>, body?: StreamRequest) {
  const events: StreamEvent[] = [];
  let ended = false;
  const outgoing: ClientRequest = request(url, { method: 'POST', headers, agent: false });
  outgoing.end(body && JSON.stringify(body));
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  const parser = createParser({
    onEvent: (event) => void events.push({ name: event.event, data: JSON.parse(event.data) } as StreamEvent),
  });
  response.setEncoding('utf8');
  response.on('data', (chunk: string) => parser.feed(chunk));
  response.on('error', () => undefined);
  response.on('close', () => {
    ended = true;
  });
  return {
    response,
    events,
    ended: () => ended,
    named: <Name extends keyof StreamEvents>(name: Name) =>
      events.filter((event): event is Extract<StreamEvent, { name: Name }> => event.name === name),
    frames: () => events.flatMap((event) => (event.name === 'frames' ? event.data : [])),
    until: (holds: () => boolean) => until(holds),
    close: () => outgoing.destroy(),
  };
}
