/**
 * One signed-in device at the level of the protocol: requests and a stream. It behaves as the app does where that matters to the server:
 * it renews its token, repeats a request whose old connection was closed, and opens a stream again that ended.
 */
import { once } from 'node:events';
import { type Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { Session } from '../../schemas/account/session-answer.ts';
import type { PullRequest, PullResponse, PushAnswer, PushChange } from '../../schemas/protocol/sync.ts';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '../../schemas/protocol/version.ts';
import { countFailure, type Meter } from './meter.ts';

/** A token that ends sooner than this is renewed first. */
const RENEW_SECONDS = 60;
const REOPEN_MS = 1_000;

export interface Wire {
  readonly url: string;
  readonly agent: Agent;
  readonly meter: Meter;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly cookies: readonly string[];
}

/** The request had no useful answer. It has been counted. */
export class FailedRequest extends Error {}

/** Sends one request with a JSON body. Counts it, and counts it as failed unless the status is 2xx. @throws FailedRequest */
export async function send(wire: Wire, path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const { url, agent, meter } = wire;
  const bytes = body === undefined ? null : Buffer.from(JSON.stringify(body));
  const attempt = async (): Promise<Answer> => {
    const outgoing = request(`${url}${path}`, {
      method: bytes ? 'POST' : 'GET',
      agent,
      headers: { ...headers, ...(bytes ? { 'content-type': 'application/json', 'content-length': bytes.byteLength } : {}) },
    });
    outgoing.end(bytes ?? undefined);
    try {
      const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      const whole = Buffer.concat(chunks);
      meter.answerBytes += whole.byteLength;
      return { status: response.statusCode ?? 0, body: whole.toString(), cookies: response.headers['set-cookie'] ?? [] };
    } catch (error) {
      // The server may close an idle connection in the moment in which it is used again. Every client repeats the request then.
      if (outgoing.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET') return attempt();
      throw error;
    }
  };
  meter.requests += 1;
  const answer = await attempt().catch((error: NodeJS.ErrnoException) => {
    countFailure(meter, `${path}: ${error.code ?? error.message}`);
    throw new FailedRequest(`${path}: ${error.message}`);
  });
  if (answer.status < 200 || answer.status > 299) {
    countFailure(meter, `${path}: ${answer.status}`);
    throw new FailedRequest(`${path} was answered with ${answer.status}: ${answer.body.slice(0, 200)}`);
  }
  return answer;
}

/** Receives the events of the stream, and of those that replace it. */
export type StreamListener = (name: string, data: string) => void;

export type LoadClient = ReturnType<typeof createLoadClient>;

export function createLoadClient(wire: Wire, session: Session) {
  const { url, meter } = wire;
  let { access_token: token, refresh_token: refreshToken, expires_at: expiresAt } = session;
  let renewing: Promise<void> | undefined;
  let stream: ClientRequest | undefined;
  let closed = false;

  async function renew(): Promise<void> {
    const { body } = await send(wire, '/api/auth/refresh', { refresh_token: refreshToken });
    const { data } = JSON.parse(body) as { data: Session };
    ({ access_token: token, refresh_token: refreshToken, expires_at: expiresAt } = data);
  }

  async function headers(): Promise<Record<string, string>> {
    if (expiresAt - Date.now() / 1000 < RENEW_SECONDS) {
      renewing ??= renew().finally(() => {
        renewing = undefined;
      });
      await renewing;
    }
    return { authorization: `Bearer ${token}`, [PROTOCOL_HEADER]: String(PROTOCOL_VERSION) };
  }

  const post = async <Body>(path: string, body: unknown): Promise<Body> =>
    JSON.parse((await send(wire, path, body, await headers())).body) as Body;

  /** Resolves once the server says that the stream is open. */
  async function openStream(listener: StreamListener): Promise<void> {
    const outgoing = request(`${url}/api/sync/stream`, {
      method: 'POST',
      agent: false,
      headers: { ...(await headers()), 'content-type': 'application/json' },
    });
    stream = outgoing;
    outgoing.end('{}');
    meter.requests += 1;
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    if (response.statusCode !== 200) {
      response.resume();
      throw new Error(`the stream was answered with ${response.statusCode}`);
    }
    await new Promise<void>((resolve, reject) => {
      const parser = createParser({
        onEvent({ event = '', data }: EventSourceMessage) {
          if (event === 'open') resolve();
          listener(event, data);
        },
      });
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        meter.streamBytes += Buffer.byteLength(chunk);
        parser.feed(chunk);
      });
      response.on('error', () => undefined);
      outgoing.on('error', () => undefined);
      response.on('close', () => {
        reject(new Error('the stream ended before it was open'));
        if (!closed && stream === outgoing) void reopen(listener);
      });
    });
  }

  async function reopen(listener: StreamListener): Promise<void> {
    while (!closed) {
      await wait(REOPEN_MS);
      if (closed) return;
      meter.reopened += 1;
      stream = undefined;
      try {
        return await openStream(listener);
      } catch (error) {
        countFailure(meter, `/api/sync/stream: ${(error as Error).message}`);
      }
    }
  }

  return {
    userId: session.user.id,
    openStream,
    pull: (asked: PullRequest) => post<PullResponse>('/api/sync/pull', asked),
    /** The code of the first refusal among these changes, or null. */
    async push(changes: readonly PushChange[]): Promise<PushAnswer['code']> {
      const { answers } = await post<{ answers: PushAnswer[] }>('/api/sync/push', { changes });
      return answers.find(({ code }) => code !== null)?.code ?? null;
    },
    close(): void {
      closed = true;
      stream?.destroy();
    },
  };
}
