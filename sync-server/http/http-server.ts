/**
 * The door of the server: what a connection may do before any route is asked. Slow requests are ended. A connection has few requests in
 * work, and the process few connections, because Node hands over all requests of a connection at once, and one client could use all memory
 * and time. A request names its host once: a proxy and the server might each believe another one.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Logger } from 'pino';
import { type ErrorStatus, statusWording } from '../../schemas/wording/status-wording.ts';
import { statusCode } from './errors/status-code.ts';

/**
 * How long any request may take to arrive. Its answer may take as long as it likes: a stream never ends. `http/read-body.ts` limits how
 * long a body may take by its size. A connection is kept for the next request for longer than proxies keep it (Caddy two minutes): a proxy
 * that sends a request just as the connection is closed may answer with 502.
 */
const TIMES = { headersTimeout: 20_000, requestTimeout: 150_000, connectionsCheckingInterval: 5_000, keepAliveTimeout: 130_000 };
/** Browsers and proxies have one request at a time on a connection. Clients that send several at once send a handful. */
export const MOST_IN_WORK = 32;
/** Requests beyond that are not carried out. With so many of them the connection ends at once, and its earlier answers are lost. */
const MOST_BEYOND = 1_000;
/** Enough for a stream of each device of some thousand members. Idle, so many take less than 200 MB. */
const MOST_CONNECTIONS = 10_000;

export interface Door {
  readonly server: Server;
  /** Closes the connections on which nothing has arrived. Node counts them as busy, so a server that shuts down would wait for them. */
  closeUnused(): void;
}

type Fetch = Parameters<typeof getRequestListener>[0];

/** Answers in the form of the API, and ends the connection. */
function refuse(response: ServerResponse, status: ErrorStatus): void {
  const body = JSON.stringify({ success: false, message: statusWording[status], code: statusCode(status) });
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', Connection: 'close' }).end(body);
}

function hostsOf({ rawHeaders }: IncomingMessage): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (/^host$/i.test(rawHeaders[at] ?? '')) hosts += 1;
  return hosts;
}

/** A server that does not listen yet. `hostname` is for requests without a host. */
export function createHttpServer(fetch: Fetch, log: Logger, hostname = 'localhost', mostConnections = MOST_CONNECTIONS): Door {
  const answer = getRequestListener(fetch, { hostname });
  const open = new Set<Socket>();
  const inWork = new WeakMap<Socket, number>();
  let warned = false;

  /** Whether this request is to be carried out. If not, it was refused or dropped, and its connection ends. */
  function isTaken(socket: Socket, response: ServerResponse): boolean {
    const count = (inWork.get(socket) ?? 0) + 1;
    inWork.set(socket, count);
    if (count <= MOST_IN_WORK) {
      // Once there were too many, the count only rises: nothing is carried out on this connection any more.
      response.once('close', () => (inWork.get(socket) ?? 0) <= MOST_IN_WORK && inWork.set(socket, (inWork.get(socket) ?? 1) - 1));
      return true;
    }
    // Answered last. Until then the answers before it go out.
    if (count === MOST_IN_WORK + 1) refuse(response, 503);
    if (count > MOST_IN_WORK + MOST_BEYOND) socket.destroy();
    if (!warned) {
      warned = true;
      const client = socket.remoteAddress;
      log.warn(
        { client },
        `a client sent more than ${MOST_IN_WORK} requests at once on a connection, which ends; further ones are not logged`,
      );
    }
    return false;
  }

  const server = createServer(TIMES, (request, response) => {
    if (!isTaken(request.socket, response)) return;
    if (hostsOf(request) > 1) refuse(response, 400);
    else void answer(request, response);
  });
  server.maxConnections = mostConnections;
  server.once('drop', () =>
    log.warn(`${mostConnections} connections are open, so new ones are closed until some end; this is not logged again`),
  );
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return {
    server,
    closeUnused() {
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    },
  };
}
