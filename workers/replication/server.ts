import type { Tokens } from '../../schemas/protocol/session.ts';
import type { PushResponse } from '../../schemas/protocol/sync.ts';
import {
  DISK_FULL_CODE,
  type PullRequest,
  type PullResponse,
  type PushRequest,
  pullResponseSchema,
  pushResponseSchema,
  type StreamRequest,
} from '../../schemas/protocol/sync.ts';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '../../schemas/protocol/version.ts';
import type { ServerClock } from '../device/server-clock.ts';

/**
 * The three requests of sync. What may become of one is a value: only `done` carries an answer, `lost` is worth trying again
 * (no network, a time-out, a server that is down or busy), the others wait for somebody.
 */
export type Outcome<T> =
  | { readonly kind: 'done'; readonly body: T }
  | { readonly kind: 'lost'; readonly retryAfterMs: number }
  /** the server is there and takes no more of this kind for a while: its member has asked for much, or its disk is full */
  | { readonly kind: 'later'; readonly retryAfterMs: number; readonly diskFull: boolean }
  | { readonly kind: 'expired' }
  | { readonly kind: 'update-required' }
  /** the server will not read this request, however often it is sent */
  | { readonly kind: 'rejected'; readonly status: number };

export interface SyncServer {
  pull(request: PullRequest, signal: AbortSignal): Promise<Outcome<PullResponse>>;
  push(request: PushRequest, signal: AbortSignal): Promise<Outcome<PushResponse>>;
  /** The open stream; the caller reads its body and cuts it by the signal. */
  stream(request: StreamRequest, signal: AbortSignal): Promise<Outcome<ReadableStream<Uint8Array>>>;
}

/** how long an answer may take to begin, and how long it may pause */
const TIMEOUT_MS = 10_000;
/** However long somebody between asks to stay away. */
const LONGEST_AWAY_MS = 10 * 60_000;

/** When it was answered, by the clock of whoever answered. NaN where that is not said. */
const answeredAt = (response: Response): number => Date.parse(response.headers.get('date') ?? '');

/** How long to stay away: seconds, or a date, which counts from that of the answer and not from what this device takes for now. */
function retryAfter(response: Response): number {
  const header = response.headers.get('retry-after') ?? '';
  const ms = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - answeredAt(response);
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, LONGEST_AWAY_MS) : 0;
}

/** A body takes as long as the line needs for it; only silence in the middle of it ends the waiting. */
async function readText(response: Response): Promise<string> {
  if (!response.body) return '';
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const silence = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('the answer broke off')), TIMEOUT_MS);
      });
      const piece = await Promise.race([reader.read(), silence]).finally(() => clearTimeout(timer));
      if (piece.done) return text + decoder.decode();
      text += decoder.decode(piece.value, { stream: true });
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/** Aborts `limit` with `signal` until it is released. (Browsers of 2023 have no `AbortSignal.any`.) */
function follow(signal: AbortSignal, limit: AbortController): () => void {
  const abort = () => limit.abort();
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  return () => signal.removeEventListener('abort', abort);
}

/** The same body, and a call when nobody reads it any more. */
function whenRead(body: ReadableStream<Uint8Array>, ended: () => void): ReadableStream<Uint8Array> {
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

/** An answer that has begun. The caller's signal cuts its body until it is released. */
interface Begun {
  readonly response: Response;
  readonly release: () => void;
  /** It is of the server, and not of something between: so is the time that it tells. */
  readonly isServers: () => void;
}

/** An answer that says when to come again, the connection being as good as ever. */
async function whetherLater(response: Response): Promise<Outcome<never> | null> {
  if (response.status === 429) {
    await response.body?.cancel().catch(() => undefined);
    return { kind: 'later', retryAfterMs: Math.max(1000, retryAfter(response)), diskFull: false };
  }
  if (response.status !== 503 || !response.headers.get('content-type')?.includes('json')) return null;
  const { code } = await readText(response).then(
    (text) => JSON.parse(text) as { code?: unknown },
    () => ({ code: undefined }),
  );
  return code === DISK_FULL_CODE ? { kind: 'later', retryAfterMs: Math.max(1000, retryAfter(response)), diskFull: true } : null;
}

export function createSyncServer(options: {
  readonly tokens: Pick<Tokens, 'get' | 'renew'>;
  readonly origin?: string;
  readonly fetch?: typeof fetch;
  /** told what the server's clock shows, with each answer of the server */
  readonly clock?: Pick<ServerClock, 'reading' | 'take'>;
}): SyncServer {
  const { tokens, origin = '' } = options;
  const send = options.fetch ?? ((...request: Parameters<typeof fetch>) => fetch(...request));

  /** Reads both clocks as an answer begins; whether to believe it is known only when it was read. */
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
      // The limit is for the answer to begin: a stream goes on after it.
      const limit = new AbortController();
      let release = follow(signal, limit);
      const timer = setTimeout(() => limit.abort(), timeoutMs);
      try {
        const response = await send(`${origin}${path}`, {
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
          const begun = { response, release, isServers: timeOf(response) };
          release = () => undefined;
          return { kind: 'done', body: begun };
        }
        const later = await whetherLater(response);
        if (later) return later;
        await response.body?.cancel().catch(() => undefined);
        if (response.status === 401) {
          if (attempt > 0) return { kind: 'lost', retryAfterMs: 1000 };
          token = await tokens.renew(token.token);
          continue;
        }
        if (response.status === 426) return { kind: 'update-required' };
        if (response.status >= 500 || response.status === 408) {
          return { kind: 'lost', retryAfterMs: retryAfter(response) };
        }
        return { kind: 'rejected', status: response.status };
      } catch {
        return { kind: 'lost', retryAfterMs: 0 };
      } finally {
        clearTimeout(timer);
        release();
      }
    }
  }

  async function json<T>(path: string, request: unknown, parse: (body: unknown) => T, signal: AbortSignal): Promise<Outcome<T>> {
    const outcome = await post(path, JSON.stringify(request), signal, TIMEOUT_MS);
    if (outcome.kind !== 'done') return outcome;
    const { response, release, isServers } = outcome.body;
    try {
      const body = parse(JSON.parse(await readText(response)));
      isServers();
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
      const { response, release, isServers } = outcome.body;
      if (response.headers.get('content-type')?.startsWith('text/event-stream')) isServers();
      if (response.body) return { kind: 'done', body: whenRead(response.body, release) };
      release();
      return { kind: 'lost', retryAfterMs: 1000 };
    },
  };
}
