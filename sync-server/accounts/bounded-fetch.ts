/** What a provider says is short: keys, tokens, a few claims. An answer without an end must not fill the memory of the server. */
import type { CustomFetch } from 'openid-client';

const MAX_BYTES = 512 * 1024;

/** As `fetch`, with the whole answer read, of at most so many bytes. A redirect is an answer like any other: it is not followed. */
export const boundedFetch: CustomFetch = async (url, options) => {
  const response = await fetch(url, { ...options, redirect: 'manual' } as RequestInit);
  if (!response.body) return response;
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
    size += piece.byteLength;
    // What `fetch` throws where nothing usable came. Leaving the loop ends the connection.
    if (size > MAX_BYTES) throw new TypeError('the answer is too large');
    pieces.push(piece);
  }
  const { status, statusText, headers } = response;
  const bounded = new Response(pieces.length === 0 ? null : Buffer.concat(pieces), { status, statusText, headers });
  Object.defineProperty(bounded, 'url', { value: response.url });
  return bounded;
};
