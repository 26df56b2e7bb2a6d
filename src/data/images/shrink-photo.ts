/// <reference path="../store/worker-address.d.ts" />

import type { ShrinkWishes, ShrunkPhoto, Unshrunk } from '../../../workers/device/photos/shrink-photo.ts';
import type { ShrinkAnswer, ShrinkQuestion } from '../../../workers/device/photos/shrink-worker.ts';
import { scriptAddress } from '../../../workers/device/script-address.ts';
import workerUrl from '../../../workers/photos/main.ts?worker&url&shared';

/** The worker and its memory go this long after the last photo. */
const IDLE_MS = 30_000;

interface Shrinker {
  readonly worker: Worker;
  readonly waiting: Map<number, { readonly resolve: (outcome: ShrunkPhoto | Unshrunk) => void; readonly reject: (error: Error) => void }>;
  idle: ReturnType<typeof setTimeout> | undefined;
}

let current: Shrinker | undefined;
let count = 0;

function end(shrinker: Shrinker, error?: Error): void {
  if (current === shrinker) current = undefined;
  clearTimeout(shrinker.idle);
  shrinker.worker.terminate();
  for (const { reject } of shrinker.waiting.values()) reject(error ?? new Error('the worker ended'));
}

function start(): Shrinker {
  const worker = new Worker(scriptAddress(workerUrl), { type: 'module', name: 'kith-photos' });
  const shrinker: Shrinker = { worker, waiting: new Map(), idle: undefined };
  worker.addEventListener('message', ({ data }: MessageEvent<ShrinkAnswer>) => {
    const asked = shrinker.waiting.get(data.nth);
    shrinker.waiting.delete(data.nth);
    if ('outcome' in data) asked?.resolve(data.outcome);
    else asked?.reject(new Error(data.error));
    if (shrinker.waiting.size === 0) shrinker.idle = setTimeout(() => end(shrinker), IDLE_MS);
  });
  worker.addEventListener('error', () => end(shrinker, new Error('the worker for photos failed')));
  return shrinker;
}

/**
 * Makes a photo small, one at a time. Resolves with a reason where the file cannot become a photo. Rejects where the browser gave up, for
 * example for want of memory. The bytes stay the caller's.
 */
export async function shrinkPhoto(bytes: ArrayBuffer, wishes: ShrinkWishes = {}): Promise<ShrunkPhoto | Unshrunk> {
  current ??= start();
  const shrinker = current;
  clearTimeout(shrinker.idle);
  count += 1;
  const question: ShrinkQuestion = { nth: count, bytes, wishes };
  return new Promise((resolve, reject) => {
    shrinker.waiting.set(question.nth, { resolve, reject });
    shrinker.worker.postMessage(question);
  });
}
