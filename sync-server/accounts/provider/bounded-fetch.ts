/** What a provider answers is short: keys, tokens, a few claims. An endless answer must not fill the server's memory. */
import type { CustomFetch } from 'openid-client';
import type { ServerRealm } from '../../base/server-realm.ts';

const MAX_BYTES = 512 * 1024;

/**
 * Like the `fetch` of this realm, but reads the whole answer and throws when it is larger than `MAX_BYTES`. Does not follow a redirect,
 * but returns it.
 */
export const boundedFetch =
  (realm: ServerRealm): CustomFetch =>
  async (url, options) => {
    const response = await realm.fetch(url, { ...options, redirect: 'manual' } as RequestInit);
    if (!response.body) return response;
    const pieces: Uint8Array[] = [];
    let size = 0;
    for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
      size += piece.byteLength;
      // The error that `fetch` throws when nothing usable came. Leaving the loop ends the connection.
      if (size > MAX_BYTES) throw new TypeError('the answer is too large');
      pieces.push(piece);
    }
    const { status, statusText, headers } = response;
    const bounded = new Response(pieces.length === 0 ? null : Buffer.concat(pieces), { status, statusText, headers });
    Object.defineProperty(bounded, 'url', { value: response.url });
    return bounded;
  };
