/**
 * Code that cannot be loaded. Either the server cannot be reached just now (it restarts, the network is down), which passes. Or an update
 * removed the file, and only a reload gets the new version. The page reloads for code that the member wants to see, if the server answers
 * and no longer has it. It does so once in five minutes, so that it never loops. Drafts are in the local database by then.
 */
import { pause } from '../../../schemas/base/pause.ts';
import { keptAfterSignOut } from '../../data/session/kept-after-sign-out.ts';
import { serverAnswers } from '../../data/store/use-reachable.ts';
import { failureKind, networkWords } from '../../text/shell.ts';
import { noteFailedStyle } from '../../ui/behaviour/failed-styles.ts';
import { hasOpenForm } from '../has-open-form.ts';
import { reloadOnce } from './reload-once.ts';

const KEY = keptAfterSignOut.staleChunkReload;
/** The pauses between attempts to load wanted code while the server cannot be reached. */
const PAUSES_MS = [300, 700, 1000, 2000, 4000];
/** How often the code must fail while the server answers. During a replacement, the answer may come from the previous server. */
const DENIED = 2;

const seen = new WeakSet<object>();
const reload = (): boolean => !hasOpenForm() && reloadOnce(KEY, sessionStorage);

/** For code that is loaded before it is wanted, or that nobody waits for. A failure concerns only the caller and never reloads the page. */
export async function beforehand<T>(loading: Promise<T>): Promise<T> {
  try {
    return await loading;
  } catch (error) {
    if (error instanceof Error) seen.add(error);
    throw error;
  }
}

/**
 * Loads code that is wanted now, and waits for a server that comes back. Fails with a network error while there is no server. Fails with
 * the browser's error if the code is gone and the page was just reloaded for that.
 */
export async function loadWanted(load: () => Promise<void>, isWanted: () => boolean): Promise<void> {
  let denied = 0;
  for (let attempt = 0; ; attempt++) {
    try {
      return await beforehand(load());
    } catch (error) {
      if (failureKind(error) !== 'chunk' || !isWanted()) throw error;
      denied = navigator.onLine && (await serverAnswers()) ? denied + 1 : 0;
      if (denied === DENIED) {
        if (isWanted() && reload()) return new Promise<never>(() => {});
        throw error;
      }
      const ms = PAUSES_MS[attempt];
      if (ms === undefined || !navigator.onLine) throw new TypeError(networkWords, { cause: error });
      await pause(ms);
    }
  }
}

/** Whether the server answers that the file does not exist. Safari does not say which file failed. */
async function isGone(error: Error): Promise<boolean> {
  const [file] = /(?:https?:\/\/[^\s/]+)?\/assets\/[\w.-]+/.exec(error.message) ?? [];
  if (!file) return serverAnswers();
  try {
    return (await fetch(file, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(10_000) })).status === 404;
  } catch {
    return false;
  }
}

/** Listens for code within a page that fails to load. The component that wanted it shows that; this finds out whether a reload helps. */
export function watchStaleChunks(): void {
  window.addEventListener('error', noteFailedStyle, true);
  window.addEventListener('vite:preloadError', ({ payload }) => {
    // The caller learns of it first, and may have loaded it beforehand.
    setTimeout(async () => {
      if (!seen.has(payload) && navigator.onLine && (await isGone(payload))) reload();
    });
  });
}
