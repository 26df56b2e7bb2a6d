import { type RefusalCode, refusalCodes } from '../../../schemas/base/refusal.ts';
import { type ImageKey, imageIdOfKey, imageUrl, imageUrlOfKey } from '../../../schemas/images/image.ts';
import { contentRange, OFFSET_CODE, OFFSET_HEADER, offsetOf, type PartRange } from '../../../schemas/images/image-parts.ts';
import { SERVER_FAILED_CODE } from '../../../schemas/protocol/sync-codes.ts';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '../../../schemas/protocol/version.ts';
import type { DeviceRealm } from '../../device/session/device-realm.ts';
import type { Tokens } from '../../device/session/session.ts';
import { follow, readAnswer } from '../read-answer.ts';

/**
 * The requests for images, separate from those of sync. `none`: there is no image with this id for this member at the moment. `refused`: the
 * server will never accept it. `lost`: try again. With `atServer` the server was reached, and failed in a way that it did not expect.
 */
export type ImageOutcome<T> =
  | { readonly kind: 'done'; readonly body: T }
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly code: RefusalCode }
  | { readonly kind: 'lost'; readonly retryAfterMs: number; readonly atServer?: true };

/** How many bytes of an image the server has, from its beginning; `all` once it has stored the image. */
export type Received = number | 'all';

export interface ImageServer {
  read(key: ImageKey, signal: AbortSignal): Promise<ImageOutcome<ArrayBuffer>>;
  /** Asks what the server has of an image that a row of this member names. */
  received(key: ImageKey, signal: AbortSignal): Promise<ImageOutcome<Received>>;
  /** Sends a part of it. Returns what the server has then, also where the part does not follow that. */
  sendPart(key: ImageKey, bytes: ArrayBuffer, range: PartRange, signal: AbortSignal): Promise<ImageOutcome<Received>>;
}

/** how long an answer may take to begin */
const TIMEOUT_MS = 10_000;
/** A part may take longer, by its size: the server waits as long for it. */
const BYTES_A_MS = 8;
/** The server converts the image before it answers the last part. It converts one at a time. */
const CONVERSION_MS = 30_000;

const lost = { kind: 'lost', retryAfterMs: 0 } as const;

interface Request {
  readonly url: string;
  readonly method: 'GET' | 'HEAD' | 'PUT';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: ArrayBuffer;
  readonly timeoutMs?: number;
}

/** An answer that is not read yet, or is not the server's. */
type Taken<T> = ImageOutcome<T> | null;

const isHeld = async (response: Response): Promise<boolean> =>
  ((await response.json().catch(() => null)) as { success?: unknown } | null)?.success === true;

/** What an answer says that no request expects. */
async function failureOf(response: Response): Promise<ImageOutcome<never>> {
  const { status } = response;
  const { code: said } = ((await response.json().catch(() => null)) ?? {}) as { code?: unknown };
  const code = refusalCodes.find((one) => one === said) ?? null;
  // An answer without one of our codes comes from a proxy in between.
  if (code === 'NOT_FOUND') return { kind: 'none' };
  if (code !== null && status !== 429 && status < 500) return { kind: 'refused', code };
  const retryAfterMs = Number(response.headers.get('retry-after')) * 1000 || 0;
  return { kind: 'lost', retryAfterMs, ...(status === 500 && said === SERVER_FAILED_CODE ? { atServer: true } : {}) };
}

export function createImageServer(options: {
  readonly tokens: Pick<Tokens, 'get' | 'renew'>;
  readonly origin?: string;
  readonly realm?: DeviceRealm;
}): ImageServer {
  const { tokens, origin = '', realm = globalThis } = options;

  /** `take` reads the answers that it knows, and returns null for all others. */
  async function ask<T>(
    { url, timeoutMs = TIMEOUT_MS, headers, ...init }: Request,
    signal: AbortSignal,
    take: (response: Response) => Promise<Taken<T>>,
  ): Promise<ImageOutcome<T>> {
    let token = await tokens.get();
    for (let attempt = 0; ; attempt++) {
      if (token.kind !== 'token') return lost;
      const limit = new AbortController();
      const release = follow(signal, limit);
      const timer = realm.setTimeout(() => limit.abort(), timeoutMs);
      try {
        const response = await realm.fetch(`${origin}${url}`, {
          ...init,
          headers: { authorization: `Bearer ${token.token}`, [PROTOCOL_HEADER]: String(PROTOCOL_VERSION), ...headers },
          credentials: 'same-origin',
          // The browser must not cache it: sign-out could not erase that copy.
          cache: 'no-store',
          signal: limit.signal,
        });
        // An image is read for as long as it takes; the other answers are short.
        if (init.method === 'GET') realm.clearTimeout(timer);
        if (response.status === 401 && attempt === 0) {
          token = await tokens.renew(token.token);
          continue;
        }
        return (await take(response)) ?? (await failureOf(response));
      } catch {
        return lost;
      } finally {
        realm.clearTimeout(timer);
        release();
      }
    }
  }

  return {
    read: (key, signal) =>
      ask({ url: imageUrlOfKey(key), method: 'GET' }, signal, async (response) => {
        if (!response.ok) return null;
        // A hotel's network answers every request with a page of its own.
        if (!response.headers.get('content-type')?.startsWith('image/')) return lost;
        const pieces: Uint8Array<ArrayBuffer>[] = [];
        await readAnswer(response, (piece) => void pieces.push(piece as Uint8Array<ArrayBuffer>), realm);
        return { kind: 'done', body: await new Blob(pieces).arrayBuffer() };
      }),
    received: (key, signal) =>
      ask<Received>({ url: imageUrl(imageIdOfKey(key)), method: 'HEAD' }, signal, async ({ status, headers }) => {
        const offset = offsetOf(headers.get(OFFSET_HEADER));
        if (status === 204 && offset !== null) return { kind: 'done', body: offset };
        const type = headers.get('content-type') ?? '';
        if (status === 200 && type.startsWith('image/')) return { kind: 'done', body: 'all' };
        // Without a body, the type alone says that this is the server.
        return status === 404 && type.startsWith('application/json') ? { kind: 'none' } : null;
      }),
    sendPart: (key, bytes, range, signal) =>
      ask<Received>(
        {
          url: imageUrl(imageIdOfKey(key)),
          method: 'PUT',
          headers: { 'content-range': contentRange(range) },
          body: bytes,
          timeoutMs: TIMEOUT_MS + bytes.byteLength / BYTES_A_MS + (range.end === range.total ? CONVERSION_MS : 0),
        },
        signal,
        async (response) => {
          const offset = offsetOf(response.headers.get(OFFSET_HEADER));
          if (response.status === 409 && offset !== null) {
            const { code } = (await response.clone().json()) as { code?: unknown };
            return code === OFFSET_CODE ? { kind: 'done', body: offset } : null;
          }
          if (!response.ok) return null;
          if (!(await isHeld(response))) return lost;
          if (response.status === 202) return offset === null ? lost : { kind: 'done', body: offset };
          return { kind: 'done', body: 'all' };
        },
      ),
  };
}
