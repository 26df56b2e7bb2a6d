import type { Realm, Timer } from '../../schemas/base/realm.ts';

/** How long an answer may pause in the middle of its body. */
const SILENCE_MS = 10_000;

/**
 * Reads a body for as long as the connection needs. Only a pause in the middle of it is a time-out.
 *
 * @throws Error if the body breaks off or pauses
 */
export async function readAnswer(response: Response, take: (piece: Uint8Array) => void, realm: Realm): Promise<void> {
  if (!response.body) return;
  const reader = response.body.getReader();
  try {
    for (;;) {
      let timer: Timer | undefined;
      const silence = new Promise<never>((_, reject) => {
        timer = realm.setTimeout(() => reject(new Error('the answer broke off')), SILENCE_MS);
      });
      const piece = await Promise.race([reader.read(), silence]).finally(() => realm.clearTimeout(timer));
      if (piece.done) return;
      take(piece.value);
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/** Aborts `limit` with `signal` until it is released. (Browsers of 2023 have no `AbortSignal.any`.) */
export function follow(signal: AbortSignal, limit: AbortController): () => void {
  const abort = () => limit.abort();
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  return () => signal.removeEventListener('abort', abort);
}
