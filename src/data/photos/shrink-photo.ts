/// <reference path="../store/worker-address.d.ts" />

/**
 * Makes chosen photos small, in a worker of its own. It is loaded for the first photo, and ends some time after the last one. Where no
 * worker can start or it has no canvas, the same code runs in the page. One photo at a time, for all callers.
 */
import type { Shrinker } from '../../../workers/device/photos/shrink.ts';
import type {
  FromPhotoWorker,
  PhotoRefusal,
  ShrinkOptions,
  ShrunkPhoto,
  SmallPhoto,
  ToPhotoWorker,
} from '../../../workers/device/photos/shrunk-photo.ts';
import { scriptAddress } from '../../../workers/device/script-address.ts';
import workerUrl from '../../../workers/photos/main.ts?worker&url&shared';

export interface ShrinkCall extends ShrinkOptions {
  /** Rejects the promise with its reason at once. The next photo begins when the work on this one has ended. */
  readonly signal?: AbortSignal;
  /** Called once, before the promise settles, as soon as the photo can be shown. Not called where the file goes as it is. */
  readonly onSmall?: (small: SmallPhoto) => void;
}

type Shrunk = ShrunkPhoto | PhotoRefusal;

export interface Limits {
  /** how long the worker stays after its last photo, in milliseconds */
  readonly idleMs: number;
  /** after this time without an answer a worker is ended: its photo is refused, and the next one gets another worker */
  readonly answerMs: number;
}

const LIMITS: Limits = { idleMs: 30_000, answerMs: 120_000 };

/** Whether a canvas can be had without a page. */
function hasOffscreenCanvas(): boolean {
  try {
    return new OffscreenCanvas(1, 1).getContext('2d') !== null;
  } catch {
    return false;
  }
}

function startWorker(): Worker | null {
  try {
    return hasOffscreenCanvas() ? new Worker(scriptAddress(workerUrl), { type: 'module', name: 'kith-photos' }) : null;
  } catch {
    return null;
  }
}

/**
 * Asks the worker for one photo. Resolves to `silent` if no answer comes in time, and to `failed` if its code did not load or broke. Rejects
 * with the reason of an aborted signal when the work has ended.
 */
function askWorker(worker: Worker, bytes: ArrayBuffer, { signal, onSmall, ...options }: ShrinkCall, answerMs: number) {
  return new Promise<Shrunk | 'silent' | 'failed'>((resolve, reject) => {
    const post = (message: ToPhotoWorker, handedOver: ArrayBuffer[] = []) => worker.postMessage(message, handedOver);
    const over = new AbortController();
    const settle = (result: Shrunk | 'silent' | 'failed' | null) => {
      clearTimeout(limit);
      over.abort();
      if (result === null) reject(signal?.reason);
      else resolve(result);
    };
    const limit = setTimeout(settle, answerMs, 'silent');
    const onMessage = ({ data }: MessageEvent<FromPhotoWorker>) => {
      if (data.kith === 'done') settle(data.result);
      else if (!signal?.aborted) onSmall?.(data.small);
    };
    worker.addEventListener('message', onMessage, over);
    worker.addEventListener('error', () => settle('failed'), over);
    signal?.addEventListener('abort', () => post({ kith: 'stop' }), over);
    // A copy that is handed over is copied once: a message would make two.
    const copy = bytes.slice(0);
    post({ kith: 'shrink', bytes: copy, options }, [copy]);
  });
}

/** Loads the same code into the page; null if it does not load. */
async function shrinkerOfPage(): Promise<Shrinker | null> {
  try {
    const [{ createShrinker }, { pageSurface }] = await Promise.all([
      import('../../../workers/device/photos/shrink.ts'),
      import('./page-surface.ts'),
    ]);
    return createShrinker(pageSurface);
  } catch (reason) {
    console.warn('The code that makes photos small could not be loaded', reason);
    return null;
  }
}

/** Its parts can be observed with other limits. The page has one of them, `shrinkPhoto`. */
export function createPhotoShrinking({ idleMs, answerMs }: Limits = LIMITS) {
  let worker: Worker | null = null;
  let hasAnswered = false;
  let idle: ReturnType<typeof setTimeout> | undefined;
  let inPage: Promise<Shrinker | null> | undefined;
  let queue: Promise<unknown> = Promise.resolve();

  function endWorker(): void {
    worker?.terminate();
    worker = null;
    hasAnswered = false;
  }

  async function run(bytes: ArrayBuffer, call: ShrinkCall): Promise<Shrunk> {
    call.signal?.throwIfAborted();
    clearTimeout(idle);
    // A page that once had no worker does not try again for each photo.
    if (!inPage) worker ??= startWorker();
    if (worker) {
      const result = await askWorker(worker, bytes, call, answerMs).finally(() => {
        idle = setTimeout(endWorker, idleMs);
      });
      if (result !== 'failed' && result !== 'silent') {
        hasAnswered = true;
        return result;
      }
      const isBroken = hasAnswered || result === 'silent';
      endWorker();
      if (isBroken) return 'IMAGE_NOT_DRAWN';
    }
    inPage ??= shrinkerOfPage();
    const shrink = await inPage;
    if (shrink) return shrink(bytes, call, call);
    // Perhaps there is a network by the next photo.
    inPage = undefined;
    return 'IMAGE_CODE';
  }

  return function shrinkPhoto(bytes: ArrayBuffer, call: ShrinkCall = {}): Promise<Shrunk> {
    const turn = queue.then(() => run(bytes, call));
    queue = turn.catch(() => undefined);
    const { signal } = call;
    if (!signal) return turn;
    return new Promise((resolve, reject) => {
      turn.then(resolve, reject);
      const leave = () => reject(signal.reason);
      if (signal.aborted) leave();
      else signal.addEventListener('abort', leave, { once: true });
    });
  };
}

/**
 * The photo in these bytes, small enough to send, or why there is none. The bytes stay as they are. Rejects only with the reason of an
 * aborted signal.
 */
export const shrinkPhoto = createPhotoShrinking();
