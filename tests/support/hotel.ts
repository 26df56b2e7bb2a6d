/** A network like a hotel's: it forwards requests, or answers chosen ones itself with its own page. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts one before `127.0.0.1:<targetPort>`. */
export async function startHotel(targetPort: number) {
  let own: { readonly match: RegExp; readonly status: number } | null = null;
  const answered: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/';
    if (own?.match.test(path)) {
      answered.push(path);
      incoming.resume();
      outgoing.writeHead(own.status, { 'content-type': 'text/html' }).end('<html>Room number?</html>');
      return;
    }
    const { method, headers } = incoming;
    const upstream = request({ host: '127.0.0.1', port: targetPort, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    upstream.on('error', () => outgoing.destroy());
    outgoing.on('close', () => upstream.destroy());
    incoming.pipe(upstream);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Answers paths that match with this status, until the next call; open connections are closed. */
    answer(match: RegExp, status: number): void {
      own = { match, status };
      server.closeAllConnections();
    },
    /** Forwards everything. */
    open(): void {
      own = null;
    },
    /** the paths that it has answered itself */
    answered: answered as readonly string[],
    close(): void {
      server.close();
      server.closeAllConnections();
    },
  };
}
