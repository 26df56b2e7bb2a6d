import type { Realm } from '../../schemas/base/realm.ts';
import type { PushResponse } from '../../schemas/protocol/sync.ts';
import {
  type PullRequest,
  type PullResponse,
  type PushRequest,
  pullResponseSchema,
  pushResponseSchema,
  type StreamRequest,
} from '../../schemas/protocol/sync.ts';
import { DISK_FULL_CODE, UNREADABLE_CODES } from '../../schemas/protocol/sync-codes.ts';
import { PROTOCOL_HEADER, PROTOCOL_VERSION, UPDATE_REQUIRED_CODE } from '../../schemas/protocol/version.ts';
import type { ServerClock } from '../device/server-clock.ts';
import type { DeviceRealm } from '../device/session/device-realm.ts';
import type { Tokens } from '../device/session/session.ts';
import { follow, readAnswer } from './read-answer.ts';

/**
 * The three requests of sync. Their outcome is a value. `done` carries an answer. `lost` is worth trying again (no network, a time-out, a
 * server that is down or busy, a network that answers in its place). `later` must wait. `expired` and `update-required` need the member.
 */
export type Outcome<T> =
  | { readonly kind: 'done'; readonly body: T }
  | { readonly kind: 'lost'; readonly retryAfterMs: number }
  /** the server is there, but takes no more requests of this kind for a while: the member has sent too many, or its disk is full */
  | { readonly kind: 'later'; readonly retryAfterMs: number; readonly diskFull: boolean }
  | { readonly kind: 'expired' }
  | { readonly kind: 'update-required' }
  /** the server will not read this request, however often it is sent */
  | { readonly kind: 'rejected'; readonly status: number };

export interface SyncServer {
  pull(request: PullRequest, signal: AbortSignal): Promise<Outcome<PullResponse>>;
  push(request: PushRequest, signal: AbortSignal): Promise<Outcome<PushResponse>>;
  /** The open stream. The caller reads its body, and aborts it with the signal. */
  stream(request: StreamRequest, signal: AbortSignal): Promise<Outcome<ReadableStream<Uint8Array>>>;
}

/** how long an answer may take to begin */
const TIMEOUT_MS = 10_000;
/** The longest wait, even if a proxy asks for more. */
const LONGEST_AWAY_MS = 10 * 60_000;

/** When the response was made, by the clock of its sender. NaN if it does not say. */
const answeredAt = (response: Response): number => Date.parse(response.headers.get('date') ?? '');

/**
 * How long to wait, in milliseconds. The header has seconds or a date. A date counts from the date of the response, not from this
 * device's clock.
 */
function retryAfter(response: Response): number {
  const header = response.headers.get('retry-after') ?? '';
  const ms = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - answeredAt(response);
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, LONGEST_AWAY_MS) : 0;
}

async function readText(response: Response, realm: Realm): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  await readAnswer(
    response,
    (piece) => {
      text += decoder.decode(piece, { stream: true });
    },
    realm,
  );
  return text + decoder.decode();
}

/** Returns the same body, and calls `ended` when it is read or cancelled. */
function onBodyEnd(body: ReadableStream<Uint8Array>, ended: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const piece = await reader.read();
        if (!piece.done) return controller.enqueue(piece.value);
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      ended();
    },
    async cancel(reason) {
      ended();
      await reader.cancel(reason);
    },
  });
}

/** A response that has begun. The caller's signal aborts its body until it is released. */
interface Begun {
  readonly response: Response;
  readonly release: () => void;
  /** Call this if the response is from the server and not from a proxy: then its time counts too. */
  readonly trustTime: () => void;
}

/** The code of one of the server's own failures. Null for the page of a network or a proxy in between. */
async function codeOf(response: Response, realm: Realm): Promise<string | null> {
  if (!response.headers.get('content-type')?.includes('json')) {
    await response.body?.cancel().catch(() => undefined);
    return null;
  }
  try {
    const { success, code } = (JSON.parse(await readText(response, realm)) ?? {}) as { success?: unknown; code?: unknown };
    return success === false && typeof code === 'string' ? code : null;
  } catch {
    return null;
  }
}

const isUnreadable = (code: string | null): boolean => UNREADABLE_CODES.some((one) => one === code);

/**
 * What a failure other than 401 says. Only the server itself can reject a request for good: what a network or a proxy in between answers is
 * as good as no answer. A body limit is the exception, since a proxy's is as final as the server's, and smaller requests pass it.
 */
async function failureOf(response: Response, realm: Realm): Promise<Outcome<never>> {
  const { status } = response;
  const code = await codeOf(response, realm);
  const retryAfterMs = retryAfter(response);
  const diskFull = status === 503 && code === DISK_FULL_CODE;
  // The connection itself is fine.
  if (status === 429 || diskFull) return { kind: 'later', retryAfterMs: Math.max(1000, retryAfterMs), diskFull };
  if (status === 426 && code === UPDATE_REQUIRED_CODE) return { kind: 'update-required' };
  if (status === 413 || (status < 500 && isUnreadable(code))) return { kind: 'rejected', status };
  return { kind: 'lost', retryAfterMs };
}

export function createSyncServer(options: {
  readonly tokens: Pick<Tokens, 'get' | 'renew'>;
  readonly origin?: string;
  readonly realm?: DeviceRealm;
  /** receives the server's time with each of its answers */
  readonly clock?: Pick<ServerClock, 'reading' | 'take'>;
}): SyncServer {
  const { tokens, origin = '', realm = globalThis } = options;

  /** Reads both clocks when a response begins. Whether its time can be trusted is known only after it was read. */
  function timeOf(response: Response): () => void {
    const { clock } = options;
    const heard = clock?.reading(answeredAt(response));
    return () => {
      if (heard && Number.isFinite(heard.server)) clock?.take(heard);
    };
  }

  async function post(path: string, body: string, signal: AbortSignal, timeoutMs: number): Promise<Outcome<Begun>> {
    let token = await tokens.get();
    for (let attempt = 0; ; attempt++) {
      if (token.kind === 'expired') return { kind: 'expired' };
      if (token.kind === 'unreachable') return { kind: 'lost', retryAfterMs: 0 };
      // The time limit is for the response to begin: a stream goes on after it.
      const limit = new AbortController();
      let release = follow(signal, limit);
      const timer = realm.setTimeout(() => limit.abort(), timeoutMs);
      try {
        const response = await realm.fetch(`${origin}${path}`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${token.token}`,
            [PROTOCOL_HEADER]: String(PROTOCOL_VERSION),
          },
          body,
          credentials: 'same-origin',
          signal: limit.signal,
        });
        if (response.ok) {
          const begun = { response, release, trustTime: timeOf(response) };
          release = () => undefined;
          return { kind: 'done', body: begun };
        }
        if (response.status !== 401) return await failureOf(response, realm);
        await response.body?.cancel().catch(() => undefined);
        if (attempt > 0) return { kind: 'lost', retryAfterMs: 1000 };
        token = await tokens.renew(token.token);
      } catch {
        return { kind: 'lost', retryAfterMs: 0 };
      } finally {
        realm.clearTimeout(timer);
        release();
      }
    }
  }

  async function json<T>(path: string, request: unknown, parse: (body: unknown) => T, signal: AbortSignal): Promise<Outcome<T>> {
    const outcome = await post(path, JSON.stringify(request), signal, TIMEOUT_MS);
    if (outcome.kind !== 'done') return outcome;
    const { response, release, trustTime } = outcome.body;
    try {
      const body = parse(JSON.parse(await readText(response, realm)));
      trustTime();
      return { kind: 'done', body };
    } catch {
      return { kind: 'lost', retryAfterMs: 0 };
    } finally {
      release();
    }
  }

  return {
    pull: (request, signal) => json('/api/sync/pull', request, (body) => pullResponseSchema.parse(body), signal),
    push: (request, signal) => json('/api/sync/push', request, (body) => pushResponseSchema.parse(body), signal),
    async stream(request, signal) {
      const outcome = await post('/api/sync/stream', JSON.stringify(request), signal, TIMEOUT_MS);
      if (outcome.kind !== 'done') return outcome;
      const { response, release, trustTime } = outcome.body;
      if (response.headers.get('content-type')?.startsWith('text/event-stream')) trustTime();
      if (response.body) return { kind: 'done', body: onBodyEnd(response.body, release) };
      release();
      return { kind: 'lost', retryAfterMs: 1000 };
    },
  };
}
