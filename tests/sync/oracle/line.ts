/** How the requests of a device reach the server, and its answers the device. */
import { Agent, type IncomingMessage, request } from 'node:http';
import { type Duplex, Readable } from 'node:stream';

/** A whole answer. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  /** the server's clock, as in the `date` header */
  readonly date: string;
}

export type Headers = Readonly<Record<string, string>>;

/** Carries requests unchanged. */
export interface Line {
  /** @throws TypeError where the answer did not arrive; whether the server has carried the request out is unknown then */
  send(method: string, path: string, body: string | Buffer | undefined, headers: Headers): Promise<Answer>;
  /** Asks for a stream. The answer begins before its body is complete. */
  open(path: string, body: string, headers: Headers, signal: AbortSignal): Promise<Response>;
}

export const lost = () => new TypeError('the network is cut');

const agent = new Agent({ keepAlive: true });

export interface LineOptions {
  /** Opens a connection, in place of a socket. */
  readonly connect?: () => Duplex;
  /** called with each request as it leaves, and with each answer as it arrives */
  readonly note?: (what: string) => void;
}

/** By HTTP. */
export function lineTo(url: () => string, { connect, note = () => undefined }: LineOptions = {}): Line {
  const way = connect ? { createConnection: connect as never } : { agent };

  // Plain HTTP, because `fetch` takes a third of a history's time.
  function ask(method: string, path: string, body: string | Buffer | undefined, headers: Headers, signal?: AbortSignal) {
    return new Promise<IncomingMessage>((resolve, reject) => {
      note(`${method} ${path} ${body}`);
      const length = { 'content-length': Buffer.byteLength(body ?? '') };
      const outgoing = request(
        `${url()}${path}`,
        { ...way, method, headers: { ...headers, ...length }, ...(signal && { signal }) },
        resolve,
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }
  return {
    async send(method, path, body, headers) {
      const response = await ask(method, path, body, headers);
      const text = await textOf(response);
      note(`${response.statusCode} ${method} ${path} ${text}`);
      return { status: response.statusCode ?? 0, text, date: response.headers.date ?? '' };
    },
    async open(path, body, headers, signal) {
      const response = await ask('POST', path, body, headers, signal);
      const { statusCode: status = 0 } = response;
      response.on('data', (part: Buffer) => note(`piece of ${path} ${part.toString('utf8')}`));
      response.on('error', () => note(`cut ${path}`));
      return new Response(Readable.toWeb(response) as ReadableStream<Uint8Array>, {
        status,
        headers: { date: response.headers.date ?? '' },
      });
    },
  };
}

/** @throws TypeError where the answer ends before it is complete */
async function textOf(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  return new Promise((resolve, reject) => {
    response.on('data', (part: Buffer) => parts.push(part));
    response.on('error', reject);
    response.on('close', () => (response.complete ? resolve(Buffer.concat(parts).toString('utf8')) : reject(lost())));
  });
}
