/** The worker that makes chosen photos small, one at a time. The page that starts it waits for each answer before it asks again. */
import { createShrinker } from '../device/photos/shrink.ts';
import type { FromPhotoWorker, ToPhotoWorker } from '../device/photos/shrunk-photo.ts';
import { offscreenSurface } from '../device/photos/surface.ts';

const shrink = createShrinker(offscreenSurface);
let current = new AbortController();

function post(message: FromPhotoWorker, handedOver: ArrayBuffer[] = []): void {
  (globalThis as unknown as { postMessage(message: FromPhotoWorker, handedOver: ArrayBuffer[]): void }).postMessage(message, handedOver);
}

/** Frees the memory of these bytes now, where the browser can. They would wait for a collection, while the next photo comes. */
function discard(bytes: ArrayBuffer): void {
  (bytes as { transfer?(length: number): ArrayBuffer }).transfer?.(0);
}

async function answer({ bytes, options }: Extract<ToPhotoWorker, { readonly kith: 'shrink' }>): Promise<void> {
  current = new AbortController();
  const { signal } = current;
  try {
    const result = await shrink(bytes, options, { signal, onSmall: (small) => post({ kith: 'small', small }) });
    post({ kith: 'done', result }, typeof result === 'string' ? [] : [result.large, result.small]);
  } catch (reason) {
    if (!signal.aborted) console.error('A photo could not be made small', reason);
    post({ kith: 'done', result: signal.aborted ? null : 'IMAGE_NOT_DRAWN' });
  } finally {
    discard(bytes);
  }
}

globalThis.addEventListener('message', (event: Event) => {
  const { data } = event as MessageEvent<ToPhotoWorker>;
  if (data.kith === 'stop') current.abort();
  else void answer(data);
});
