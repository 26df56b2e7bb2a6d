import { type RefusalCode, refusalCodes } from '../../../schemas/base/refusal.ts';
import { type ImageKey, imageUrlOfKey } from '../../../schemas/images/image.ts';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '../../../schemas/protocol/version.ts';
import type { Tokens } from '../../device/session/session.ts';

/**
 * The two requests for images, separate from those of sync. `none`: there is no image with this id for this member at the moment.
 * `refused`: the server will never accept it. `lost`: try again.
 */
export type ImageOutcome<T> =
  | { readonly kind: 'done'; readonly body: T }
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly code: RefusalCode }
  | { readonly kind: 'lost'; readonly retryAfterMs: number };

export interface ImageServer {
  read(key: ImageKey, signal: AbortSignal): Promise<ImageOutcome<ArrayBuffer>>;
  send(key: ImageKey, bytes: ArrayBuffer, signal: AbortSignal): Promise<ImageOutcome<null>>;
}

/** A photo takes up to a minute on a slow connection. */
const TIMEOUT_MS = 60_000;

const lost = { kind: 'lost', retryAfterMs: 0 } as const;

async function refusalOf(response: Response): Promise<RefusalCode | null> {
  const { code } = (await response.json().catch(() => ({}))) as { code?: unknown };
  return refusalCodes.find((one) => one === code) ?? null;
}

export function createImageServer(options: { readonly tokens: Pick<Tokens, 'get' | 'renew'>; readonly origin?: string }): ImageServer {
  const { tokens, origin = '' } = options;

  async function ask<T>(
    key: ImageKey,
    init: { readonly method: string; readonly body?: ArrayBuffer },
    signal: AbortSignal,
    read: (response: Response) => Promise<T>,
  ): Promise<ImageOutcome<T>> {
    let token = await tokens.get();
    for (let attempt = 0; ; attempt++) {
      if (token.kind !== 'token') return lost;
      const limit = new AbortController();
      const abort = () => limit.abort();
      const timer = setTimeout(abort, TIMEOUT_MS);
      signal.addEventListener('abort', abort);
      try {
        const response = await fetch(`${origin}${imageUrlOfKey(key)}`, {
          ...init,
          headers: { authorization: `Bearer ${token.token}`, [PROTOCOL_HEADER]: String(PROTOCOL_VERSION) },
          credentials: 'same-origin',
          // The browser must not cache it: sign-out could not erase that copy.
          cache: 'no-store',
          signal: limit.signal,
        });
        if (response.ok) return { kind: 'done', body: await read(response) };
        const { status } = response;
        if (status === 401 && attempt === 0) {
          token = await tokens.renew(token.token);
          continue;
        }
        const code = await refusalOf(response);
        // An answer without one of our codes comes from a proxy in between.
        if (code === 'NOT_FOUND') return { kind: 'none' };
        if (code !== null && status !== 429 && status < 500) return { kind: 'refused', code };
        return { kind: 'lost', retryAfterMs: Number(response.headers.get('retry-after')) * 1000 || 0 };
      } catch {
        return lost;
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
      }
    }
  }

  return {
    async read(key, signal) {
      const outcome = await ask(key, { method: 'GET' }, signal, async (response) =>
        response.headers.get('content-type')?.startsWith('image/') ? response.arrayBuffer() : null,
      );
      // A hotel's network answers every request with a page of its own.
      if (outcome.kind !== 'done') return outcome;
      return outcome.body === null ? lost : { kind: 'done', body: outcome.body };
    },
    async send(key, bytes, signal) {
      const outcome = await ask(key, { method: 'PUT', body: bytes }, signal, async (response) => {
        const answer = (await response.json().catch(() => null)) as { success?: unknown } | null;
        return answer?.success === true;
      });
      if (outcome.kind !== 'done') return outcome;
      return outcome.body ? { kind: 'done', body: null } : lost;
    },
  };
}
