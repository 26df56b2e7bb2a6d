/** One request to a push service: bounded in time and in what is read, over a connection that follows no redirect. */
import type { IncomingMessage } from 'node:http';
import { type Agent, request as requestHttps } from 'node:https';
import type { TLSSocket } from 'node:tls';
import type { Realm } from '../../../schemas/base/realm.ts';

/** Longer than any reason that a service gives. */
const MOST_CHARACTERS = 2_000;

export interface PostTiming {
  /** until the connection is there and encrypted */
  readonly connectMs: number;
  /** until the answer is there */
  readonly totalMs: number;
}

export interface ServiceAnswer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** the time of the service */
  readonly date: string | undefined;
  /** the beginning of what it says */
  readonly text: string;
}

/** No answer came. */
export class NoAnswer extends Error {
  /** whether there was a connection at all */
  readonly connected: boolean;
  constructor(connected: boolean, cause: unknown) {
    const { code, name } = cause as NodeJS.ErrnoException;
    super(code === 'ABORT_ERR' ? 'ETIMEDOUT' : (code ?? name), { cause });
    this.connected = connected;
  }
}

interface Post {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly agent: Agent;
  readonly timing: PostTiming;
  readonly realm: Realm;
}

async function readAnswer(response: IncomingMessage): Promise<ServiceAnswer> {
  let text = '';
  response.setEncoding('utf8');
  for await (const piece of response as AsyncIterable<string>) {
    text += piece;
    // Leaving the loop ends the connection.
    if (text.length > MOST_CHARACTERS) break;
  }
  const { statusCode = 0, headers } = response;
  return { status: statusCode, retryAfter: headers['retry-after'], date: headers.date, text: text.slice(0, MOST_CHARACTERS) };
}

function send({ url, headers, body, agent, timing, realm }: Post, onReused: () => void): Promise<ServiceAnswer> {
  return new Promise((resolve, reject) => {
    let connected = false;
    const request = requestHttps(url, { method: 'POST', headers, agent, signal: realm.AbortSignal.timeout(timing.totalMs) });
    const fail = (error: unknown) => {
      if (request.reusedSocket) onReused();
      reject(new NoAnswer(connected, error));
    };
    request.on('socket', (socket: TLSSocket) => {
      if (!socket.connecting && request.reusedSocket) {
        connected = true;
        return;
      }
      const tooLate = () => request.destroy(Object.assign(new Error('no connection'), { code: 'ETIMEDOUT' }));
      const late = realm.setTimeout(tooLate, timing.connectMs);
      socket.once('secureConnect', () => {
        connected = true;
        realm.clearTimeout(late);
      });
      socket.once('close', () => realm.clearTimeout(late));
    });
    request.on('response', (response) => {
      readAnswer(response).then(resolve, fail);
    });
    request.on('error', fail);
    request.end(body);
  });
}

/** @throws NoAnswer */
export async function postMessage(post: Post): Promise<ServiceAnswer> {
  let reused = false;
  try {
    return await send(post, () => {
      reused = true;
    });
  } catch (error) {
    const { code } = (error as NoAnswer).cause as NodeJS.ErrnoException;
    // A service closes a connection that was idle for long, perhaps at the moment when it is used again. The message never got there.
    if (reused && (code === 'ECONNRESET' || code === 'EPIPE')) return send(post, () => undefined);
    throw error;
  }
}
