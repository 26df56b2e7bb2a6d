import { pause } from '../../../schemas/base/pause.ts';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '../../../schemas/protocol/version.ts';
import { backoff } from '../../../workers/device/backoff.ts';

/**
 * Requests for what does not replicate: accounts and sessions. Expected failures are values.
 *
 * Identical reads at the same time share one request. A temporary failure (no network for a moment, a server that starts) is tried again if
 * the act happens only once, however often it is requested. Where the browser knows of no network, nothing is tried.
 */
export type Answer<T> = { readonly ok: true; readonly data: T } | Failure;

export interface Failure {
  readonly ok: false;
  readonly status: number;
  /** the server's, or `OFFLINE` if it was not reached */
  readonly code: string;
  readonly message: string;
  /** for how many seconds the server wants no request */
  readonly retryAfter?: number;
}

const TIMEOUT_MS = 10_000;
const ATTEMPTS = 3;
const FIRST_WAIT_MS = 1000;
/** No member waits for a button that is busy for longer than this: if the server wants more, its answer says so. */
const LONGEST_RETRY_AFTER = 5;

interface Envelope {
  success?: boolean;
  data?: unknown;
  code?: string;
  message?: string;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface RequestOptions {
  readonly body?: unknown;
  readonly token?: string;
  readonly keepalive?: boolean;
  /** whether the request only reads, and is a POST because its body must not be in an address */
  readonly reads?: true;
  /** the same for every attempt at one act, so that the act happens once */
  readonly idempotencyKey?: string;
}

/** The answer to a request that does not reach the server. */
export const OFFLINE = { ok: false, status: 0, code: 'OFFLINE', message: '' } as const;

async function ask<T>(method: Method, path: string, options: RequestOptions): Promise<Answer<T>> {
  try {
    const response = await fetch(path, {
      method,
      headers: {
        [PROTOCOL_HEADER]: String(PROTOCOL_VERSION),
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
        ...(options.idempotencyKey ? { 'idempotency-key': options.idempotencyKey } : {}),
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      credentials: 'same-origin',
      keepalive: options.keepalive ?? false,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    // A body that breaks off is a network error; a body that cannot be parsed is an answer.
    const { success, data, code, message = '' } = envelopeOf(await response.text());
    const { ok, status, headers } = response;
    if (ok && success === true) return { ok, data: data as T };
    // A hotel's network answers 200 with its own page: the server was not reached, and will not be in a few seconds. A copy is not tried
    // again.
    if (ok && success !== false) return { ...OFFLINE };
    const retryAfter = Number(headers.get('retry-after'));
    return { ok: false, status, code: code ?? `HTTP_${status}`, message, ...(retryAfter > 0 ? { retryAfter } : {}) };
  } catch {
    return OFFLINE;
  }
}

function envelopeOf(text: string): Envelope {
  try {
    return (JSON.parse(text) as Envelope | null) ?? {};
  } catch {
    return {};
  }
}

/**
 * The server, or a proxy before it, cannot answer now. A specific code (nobody reads what is sent here) is an answer that stays the same.
 */
const isTemporary = (status: number, code: string): boolean => status > 501 && status < 505 && /^(UNAVAILABLE|TIMEOUT|HTTP_)/.test(code);

async function askInAttempts<T>(method: Method, path: string, options: RequestOptions): Promise<Answer<T>> {
  const repeatable =
    method === 'GET' ||
    options.reads ||
    options.idempotencyKey !== undefined ||
    (options.body as { id?: unknown } | undefined)?.id !== undefined;
  for (let failures = 0; ; failures++) {
    if (globalThis.navigator?.onLine === false) return OFFLINE;
    const answer = await ask<T>(method, path, options);
    if (answer.ok || failures === ATTEMPTS - 1) return answer;
    const { status, code, retryAfter = 0 } = answer;
    // A request that came too often was not done, whatever it is.
    const passes = status === 429 ? retryAfter > 0 : repeatable && (answer === OFFLINE || isTemporary(status, code));
    if (!passes || retryAfter > LONGEST_RETRY_AFTER) return answer;
    await pause(Math.max(retryAfter * 1000, backoff(failures, globalThis, FIRST_WAIT_MS)));
  }
}

const reads = new Map<string, Promise<Answer<unknown>>>();

/** Asks the server, and again where that is safe and may help. */
export function request<T>(method: Method, path: string, options: RequestOptions = {}): Promise<Answer<T>> {
  if (method !== 'GET') return askInAttempts(method, path, options);
  const key = `${path} ${options.token}`;
  const read = reads.get(key) ?? askInAttempts<T>(method, path, options).finally(() => reads.delete(key));
  reads.set(key, read);
  return read as Promise<Answer<T>>;
}
