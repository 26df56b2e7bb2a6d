/** How long an answer may pause in the middle of its body. */
const SILENCE_MS = 10_000;

/**
 * Reads a body for as long as the connection needs. Only a pause in the middle of it is a time-out.
 *
 * @throws Error if the body breaks off or pauses
 */
export async function readAnswer(response: Response, take: (piece: Uint8Array) => void): Promise<void> {
  if (!response.body) return;
  const reader = response.body.getReader();
  try {
    for (;;) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const silence = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('the answer broke off')), SILENCE_MS);
      });
      const piece = await Promise.race([reader.read(), silence]).finally(() => clearTimeout(timer));
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
