/**
 * A visitor of a proxy that serves kith.example on this machine: over HTTP/2, with a certificate that is checked, from an address of its
 * own.
 */
import { once } from 'node:events';
import { request } from 'node:http';
import { type ClientHttp2Session, type ClientHttp2Stream, connect as connectHttp2, type IncomingHttpHeaders } from 'node:http2';
import type { TcpNetConnectOpts } from 'node:net';
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls';
import type { DeployedProxy } from './deployed-proxy.ts';

export const HOST = 'kith.example';
/** Another address than the proxy's own. Linux has many on loopback. */
export const VISITOR = '127.0.0.2';

export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A TLS connection that offers these protocols. */
export async function connectTo({ httpsPort, certificate }: DeployedProxy, protocols: string[]): Promise<TLSSocket> {
  // The types of Node leave out that `tls.connect` also takes the options of a TCP connection.
  const options: ConnectionOptions & TcpNetConnectOpts = {
    host: '127.0.0.1',
    port: httpsPort,
    localAddress: VISITOR,
    servername: HOST,
    ca: certificate,
    ALPNProtocols: protocols,
  };
  const socket = connectTls(options);
  await once(socket, 'secureConnect');
  return socket;
}

/** A request without TLS, to the port that redirects. */
export function visitPlainly({ httpPort }: DeployedProxy, path: string): Promise<{ status: number; location: string | undefined }> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: httpPort, path, headers: { host: HOST } }, (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, location: response.headers.location });
    });
    sent.on('error', reject).end();
  });
}

/** One connection over HTTP/2. `close` ends it with everything that is open on it. */
export async function visit(proxy: DeployedProxy) {
  const socket = await connectTo(proxy, ['h2']);
  const session: ClientHttp2Session = connectHttp2(`https://${HOST}`, { createConnection: () => socket });
  session.on('error', () => undefined);

  function send(path: string, { method = 'GET', headers = {}, body }: Asked): ClientHttp2Stream {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const stream = session.request({ ':method': method, ':path': path, ...length, ...headers });
    stream.setEncoding('utf8').end(body);
    return stream;
  }

  /** The whole answer. A proxy that refuses a body may end the request before it has read all of it. */
  const ask = (path: string, asked: Asked = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const stream = send(path, asked);
      let status = 0;
      let answered: IncomingHttpHeaders = {};
      let text = '';
      stream.on('response', (found) => {
        status = found[':status'] ?? 0;
        answered = found;
      });
      stream.on('data', (chunk: string) => {
        text += chunk;
      });
      stream.on('error', (error) => (status === 0 ? reject(error) : undefined));
      stream.on('close', () => resolve({ status, headers: answered, text }));
    });

  /** An answer that does not end by itself. `text` returns what has arrived so far. */
  function open(path: string, asked: Asked) {
    const stream = send(path, asked);
    let text = '';
    stream
      .on('error', () => undefined)
      .on('data', (chunk: string) => {
        text += chunk;
      });
    return { text: () => text, close: () => stream.close() };
  }

  return { ask, open, close: () => session.destroy() };
}
