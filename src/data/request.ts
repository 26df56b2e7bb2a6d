import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '../../schemas/protocol/version.ts';

/**
 * Requests for what is no document: accounts and sessions. Failures that are to be expected are values.
 */
export type Answer<T> =
  | { readonly ok: true; readonly data: T }
  /** `code` is the server's, or `OFFLINE` where it was not reached */
  | { readonly ok: false; readonly status: number; readonly code: string; readonly message: string };

const TIMEOUT_MS = 10_000;

interface Envelope {
  success?: boolean;
  data?: unknown;
  code?: string;
  message?: string;
}

export async function request<T>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  options: {
    readonly body?: unknown;
    readonly token?: string;
    readonly keepalive?: boolean;
    /** the same for every attempt at one act, which then happens once */
    readonly idempotencyKey?: string;
  } = {},
): Promise<Answer<T>> {
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
    const answer = (await response.json().catch(() => ({}))) as Envelope;
    if (response.ok && answer.success === true) return { ok: true, data: answer.data as T };
    // A hotel's network answers 200 with a page of its own: the server was not reached.
    if (response.ok && answer.success !== false) return { ok: false, status: 0, code: 'OFFLINE', message: '' };
    return { ok: false, status: response.status, code: answer.code ?? `HTTP_${response.status}`, message: answer.message ?? '' };
  } catch {
    return { ok: false, status: 0, code: 'OFFLINE', message: '' };
  }
}
